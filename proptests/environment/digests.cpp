// Prints the digests of fixed cases; built several times with other flags, it must print the same.
// Spec: contract/C14 C15. Layer: proptests/environment.
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <vector>

#include <xmmintrin.h>

#include <exactk/cases/case.hpp>
#include <exactk/implementations.hpp>

#include "fast_math.hpp"

namespace {

using namespace exactk;

constexpr unsigned flush_to_zero = 0x8000;      // bound: bit FTZ of MXCSR
constexpr unsigned denormals_are_zero = 0x0040; // bound: bit DAZ of MXCSR

std::uint64_t fnv(const void *data, std::size_t bytes, std::uint64_t hash) {
    const unsigned char *first = static_cast<const unsigned char *>(data);
    for (std::size_t byte = 0; byte < bytes; ++byte) {
        hash = (hash ^ first[byte]) * 0x100000001B3ull;
    }
    return hash;
}

void print_case(const cases::Case &one, const cases::Batch &batch) {
    constexpr std::int64_t rank_work_max = 2'000'000; // convention: rank is quadratic, the rest is quick
    const std::size_t element = static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(one.type)]);
    const std::size_t slots = static_cast<std::size_t>(one.rows * one.k);
    const std::size_t rows = static_cast<std::size_t>(one.rows);
    for (const Implementation &implementation : implementations()) {
        if (implementation.quadratic && batch.quadratic_work() > rank_work_max) {
            continue; // the same decision in every build: it depends on the case only
        }
        std::vector<std::int32_t> indices(slots);
        std::vector<unsigned char> scores(slots * element + element);
        std::vector<Certificate> certificates(rows);
        std::vector<std::uint32_t> status(rows);
        std::vector<std::uint64_t> digests(rows);
        Outputs outputs;
        outputs.indices = indices.data();
        outputs.index_pitch = one.k;
        outputs.scores = scores.data();
        outputs.score_pitch = one.k;
        outputs.certificates = certificates.data();
        outputs.status = status.data();
        outputs.digests = digests.data();
        const Status answer = implementation.run(batch.problem(), outputs, one.plans.front());
        std::uint64_t hash = 0xCBF29CE484222325ull;
        hash = fnv(indices.data(), slots * sizeof(std::int32_t), hash);
        hash = fnv(scores.data(), slots * element, hash);
        hash = fnv(certificates.data(), rows * sizeof(Certificate), hash);
        hash = fnv(status.data(), rows * sizeof(std::uint32_t), hash);
        std::printf("%s %s %s %016" PRIx64 " %016" PRIx64 "\n", cases::id(one).c_str(),
                    implementation.name.c_str(), name(answer.code), batch_digest(digests), hash);
    }
}

} // namespace

int main(int argc, char **argv) {
    if (argc > 1 && std::strcmp(argv[1], "ftz") == 0) {
        _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero);
    }
    for (int family = 0; family < cases::family_count; ++family) {
        constexpr int cases_each = 12; // convention: some seconds at -O0
        for (int number = 0; number < cases_each; ++number) {
            const cases::Case one = cases::make_case(20261, static_cast<cases::Family>(family), number);
            if (one.rows * one.width >
                40000) { // convention: keeps the -O0 build quick; the same in every build
                continue;
            }
            const cases::Batch batch(one);
            print_case(one, batch);
        }
    }
    const bool flushes = (_mm_getcsr() & denormals_are_zero) != 0;
    std::fprintf(stderr, "library with fast math: %s, denormals are zero: %s\n",
                 environment::library_has_fast_math() ? "yes" : "no", flushes ? "yes" : "no");
    return 0;
}
