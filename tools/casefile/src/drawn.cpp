// Case files of drawn cases.
// Spec: contract/C1 to C15. Layer: tools/casefile.
#include <exactk/casefile/drawn.hpp>

#include <algorithm>
#include <cstring>

namespace exactk::casefile {

CaseFile from_drawn(const cases::Case &one, const cases::Batch &batch, const Plan &plan) {
    CaseFile file;
    file.type = one.type;
    file.rows = one.rows;
    file.width = one.width;
    file.pitch = one.pitch;
    file.offset = one.misaligned_rows ? 1 : 0;
    file.lengths = one.lengths;
    file.k = one.k;
    file.options = one.options;
    file.wants_scores = one.wants_scores;
    file.wants_facts = one.wants_facts;
    file.output_gap = one.output_gap;
    file.plan = plan;
    file.generated = true;
    file.generator.name = "case";
    file.generator.arguments = {std::to_string(one.seed), cases::id(one)};
    // Of the copy made before anything ran: an implementation may have changed the scores themselves.
    const std::int64_t element = score_bytes[static_cast<int>(one.type)];
    file.generator.hash = hash_start;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::byte *source = batch.bytes_before().data() + (file.offset + row * one.pitch) * element;
        for (std::int64_t i = 0; i < file.n(row); ++i, source += element) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, source, static_cast<std::size_t>(element)); // little-endian machines only
            file.generator.hash = add_to_hash(file.generator.hash, bits, static_cast<int>(element));
        }
    }
    return file;
}

} // namespace exactk::casefile
