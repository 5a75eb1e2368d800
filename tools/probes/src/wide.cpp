// Lays rows out over gigabytes of addresses, most of which have no memory behind them.
// Spec: contract/C11. Layer: tools/probes.
#include "wide.hpp"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

#include <exactk/promise.hpp>

namespace exactk::probes {

namespace {

/// Elements from row to row: the second row lies beyond 2^31 bytes, the third beyond 2^31 elements, the fifth beyond 2^32.
constexpr std::int64_t pitch =
    (std::int64_t{1} << 30) + 72;    // bound: see above; the odd end keeps rows off round addresses
constexpr std::size_t row_count = 6; // bound: the last lies beyond 2^32 elements

/// Addresses without memory behind them until something is written there.
class Sparse {
public:
    explicit Sparse(std::int64_t bytes) : bytes_(static_cast<std::size_t>(bytes)) {
        void *const made =
            mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        first_ = made == MAP_FAILED ? nullptr : static_cast<std::byte *>(made);
    }
    ~Sparse() {
        if (first_ != nullptr) {
            munmap(first_, bytes_);
        }
    }
    Sparse(const Sparse &) = delete;
    Sparse &operator=(const Sparse &) = delete;
    std::byte *first() const { return first_; }

private:
    std::size_t bytes_;
    std::byte *first_ = nullptr;
};

} // namespace

Result beyond_32_bits(const Implementation &implementation, const Promise &promise, const Question &question,
                      const std::vector<Row> &rows) {
    Result result;
    result.name = "offset";
    const std::int64_t element = score_bytes[static_cast<std::size_t>(question.type)];
    std::size_t longest = 0;
    std::vector<std::int32_t> lengths;
    for (std::size_t row = 0; row < row_count; ++row) {
        longest = std::max(longest, rows[row].bits.size());
        lengths.push_back(static_cast<std::int32_t>(rows[row].bits.size()));
    }
    const Sparse memory((static_cast<std::int64_t>(row_count) * pitch) * element);
    result.how = Result::How::not_run;
    if (memory.first() == nullptr) {
        result.words = "no addresses for rows that far apart";
        return result;
    }
    for (std::size_t row = 0; row < row_count; ++row) {
        std::byte *to = memory.first() + static_cast<std::int64_t>(row) * pitch * element;
        for (const std::uint32_t bits : rows[row].bits) {
            std::memcpy(to, &bits, static_cast<std::size_t>(element)); // little-endian: the low bytes
            to += element;
        }
    }
    subject::Asked asked;
    asked.problem.scores = memory.first();
    asked.problem.type = question.type;
    asked.problem.rows = static_cast<std::int64_t>(row_count);
    asked.problem.width = static_cast<std::int64_t>(longest);
    asked.problem.pitch = pitch;
    asked.problem.lengths = question.lengths ? lengths.data() : nullptr;
    asked.problem.k = question.k;
    asked.problem.options = question.options;
    const subject::Outcome outcome = subject::run(implementation, Plan{}, asked, nullptr);
    if (!outcome.not_run.empty()) {
        result.words = outcome.not_run;
        return result;
    }
    result.how = Result::How::passed;
    std::string words = outcome.problems.empty() ? "" : outcome.problems.front();
    for (std::size_t row = 0; words.empty() && row < row_count; ++row) {
        words =
            difference(promise, outcome.recorded.indices.data() + row * rows[row].alone.size(), rows[row]);
        ++result.answers;
    }
    if (!words.empty()) {
        result.how = Result::How::failed;
        result.fault = "depends_on_offset";
        result.words = "rows " + std::to_string(pitch) + " elements apart: " + words;
    }
    return result;
}

} // namespace exactk::probes
