// Lays cases out in memory, calls implementations and compares what they wrote.
// Spec: contract/C8 C10 C11 C15. Layer: tools/laws.
#include "answer.hpp"

#include <algorithm>
#include <cstring>

#include <exactk/contract/text.hpp>

#include "mixed.hpp"
#include "rows.hpp"

namespace exactk::laws {

namespace {

/// Any pattern, a NaN, an infinity, or one of the row's own scores.
std::uint32_t garbage_bits(std::uint64_t &state, ScoreType type, const std::vector<std::uint32_t> &row) {
    const Format &format = format_of(type);
    const std::uint64_t draw = next_mixed(state); // garbage need not be good
    const auto any = static_cast<std::uint32_t>(draw >> 32);
    switch (draw % 4) {
    case 0: return any & (format.sign | (format.sign - 1));
    case 1: return format.infinity | (any & format.sign) | (any & (format.sign - 1)) | 1u;
    case 2: return format.infinity | (any & format.sign);
    default: return row.empty() ? 0u : row[any % row.size()];
    }
}

template <class Word> void write_elements(std::byte *target, const std::vector<std::uint32_t> &row) {
    for (const std::uint32_t bits : row) {
        const Word word = static_cast<Word>(bits);
        std::memcpy(target, &word, sizeof word);
        target += sizeof word;
    }
}

void write_row(std::byte *target, ScoreType type, const std::vector<std::uint32_t> &row) {
    if (type == ScoreType::float32) {
        write_elements<std::uint32_t>(target, row);
    } else {
        write_elements<std::uint16_t>(target, row);
    }
}

/// A pitched array of poison, and its rows without the gaps.
template <class T> class Pitched {
public:
    Pitched(std::int64_t rows, std::int64_t columns, std::int64_t pitch, std::byte poison, bool wanted)
        : rows_(rows), columns_(columns), pitch_(pitch),
          elements_(wanted ? static_cast<std::size_t>(rows * pitch) : 0) {
        if (!elements_.empty()) {
            std::memset(static_cast<void *>(elements_.data()), std::to_integer<int>(poison),
                        elements_.size() * sizeof(T));
        }
    }
    T *data() { return elements_.empty() ? nullptr : elements_.data(); }
    template <class Word> std::vector<Word> dense() {
        if constexpr (std::is_same_v<Word, T>) {
            if (pitch_ == columns_) {
                return std::move(elements_);
            }
        }
        std::vector<Word> all;
        for (std::int64_t row = 0; row < rows_ && !elements_.empty(); ++row) {
            const auto first = elements_.begin() + row * pitch_;
            all.insert(all.end(), first, first + columns_);
        }
        return all;
    }

private:
    std::int64_t rows_;
    std::int64_t columns_;
    std::int64_t pitch_;
    std::vector<T> elements_;
};

template <class Score>
Answer call(const Implementation &implementation, const casefile::CaseFile &one, const Problem &problem,
            std::byte poison) {
    const std::int64_t pitch = one.k + one.output_gap;
    Pitched<std::int32_t> indices(one.rows, one.k, pitch, poison, true);
    Pitched<Score> scores(one.rows, one.k, pitch, poison, one.wants_scores);
    Pitched<Certificate> certificates(one.rows, 1, 1, poison, one.wants_facts);
    Pitched<std::uint32_t> statuses(one.rows, 1, 1, poison, one.wants_facts);
    Pitched<std::uint64_t> digests(one.rows, 1, 1, poison, one.wants_facts);
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = pitch;
    outputs.scores = scores.data();
    outputs.score_pitch = pitch;
    outputs.certificates = certificates.data();
    outputs.status = statuses.data();
    outputs.digests = digests.data();
    Answer answer;
    answer.status = implementation.run(problem, outputs, one.plan);
    if (!answer.refused()) {
        answer.indices = indices.template dense<std::int32_t>();
        answer.scores = scores.template dense<std::uint32_t>();
        answer.certificates = certificates.template dense<Certificate>();
        answer.statuses = statuses.template dense<std::uint32_t>();
        answer.digests = digests.template dense<std::uint64_t>();
    }
    return answer;
}

bool same_certificate(const Certificate &one, const Certificate &other, std::uint32_t status_mask) {
    return one.pivot == other.pivot && one.above == other.above && one.population == other.population &&
           one.quota == other.quota && (one.status & status_mask) == (other.status & status_mask);
}

} // namespace

Memory::Memory(const casefile::CaseFile &one, const Around &around) : lengths_(one.lengths) {
    const std::size_t element = static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(one.type)]);
    const std::size_t elements = static_cast<std::size_t>(one.offset + one.rows * one.pitch);
    bytes_.resize(elements * element);
    std::uint64_t state = around.garbage;
    const std::uint32_t poison = casefile::poison_bits(one.type, one.options);
    const auto fill = [&](std::int64_t first, std::int64_t last, const std::vector<std::uint32_t> &row) {
        std::vector<std::uint32_t> between(static_cast<std::size_t>(last - first), poison);
        if (around.garbage != 0) {
            for (std::uint32_t &bits : between) {
                bits = garbage_bits(state, one.type, row);
            }
        }
        write_row(bytes_.data() + static_cast<std::size_t>(first) * element, one.type, between);
    };
    fill(0, one.offset, {});
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::vector<std::uint32_t> &own = row_of(one, row);
        const std::int64_t first = one.offset + row * one.pitch;
        const std::int64_t n = static_cast<std::int64_t>(own.size());
        write_row(bytes_.data() + static_cast<std::size_t>(first) * element, one.type, own);
        fill(first + n, first + one.pitch, own);
    }
    problem_.scores = bytes_.data() + static_cast<std::size_t>(one.offset) * element;
    problem_.type = one.type;
    problem_.rows = one.rows;
    problem_.width = one.width;
    problem_.pitch = one.pitch;
    problem_.lengths = lengths_.empty() ? nullptr : lengths_.data();
    problem_.k = one.k;
    problem_.options = one.options;
}

std::string Memory::changed_since(const Memory &before) const {
    const auto [length, was] = std::mismatch(lengths_.begin(), lengths_.end(), before.lengths_.begin());
    if (length != lengths_.end()) {
        return "the length of row " + std::to_string(length - lengths_.begin()) + " was changed from " +
               std::to_string(*was) + " to " + std::to_string(*length);
    }
    return bytes_ == before.bytes_ ? "" : "the scores or what lies around them were changed";
}

Answer answer(const Implementation &implementation, const casefile::CaseFile &one, const Around &around) {
    const Memory memory(one, around);
    return one.type == ScoreType::float32
               ? call<std::uint32_t>(implementation, one, memory.problem(), around.poison)
               : call<std::uint16_t>(implementation, one, memory.problem(), around.poison);
}

std::string slot_words(std::int64_t row, std::int64_t slot, std::int64_t got, std::int64_t wanted) {
    return "row " + std::to_string(row) + " slot " + std::to_string(slot) + " holds " + std::to_string(got) +
           ", not " + std::to_string(wanted);
}

std::string row_difference(const Answer &one, std::int64_t row, const Answer &other, std::int64_t other_row,
                           std::int64_t k, std::uint32_t status_mask) {
    const std::int32_t *const mine = one.row(row, k);
    const std::int32_t *const theirs = other.row(other_row, k);
    const auto [at, wanted] = std::mismatch(mine, mine + k, theirs);
    if (at != mine + k) {
        return slot_words(row, at - mine, *at, *wanted);
    }
    const auto place = static_cast<std::size_t>(row);
    const auto other_place = static_cast<std::size_t>(other_row);
    if (!one.scores.empty() && !other.scores.empty() &&
        !std::equal(one.scores.begin() + row * k, one.scores.begin() + (row + 1) * k,
                    other.scores.begin() + other_row * k)) {
        return "row " + std::to_string(row) + " has other score bits";
    }
    if (std::string words = facts_difference(one, row, other, other_row, status_mask); !words.empty()) {
        return words;
    }
    if (one.digests.empty() || other.digests.empty()) {
        return "";
    }
    return one.digests[place] == other.digests[other_place]
               ? ""
               : "row " + std::to_string(row) + " has another digest";
}

std::string facts_difference(const Answer &one, std::int64_t row, const Answer &other, std::int64_t other_row,
                             std::uint32_t status_mask) {
    if (one.certificates.empty() || other.certificates.empty()) {
        return "";
    }
    const auto place = static_cast<std::size_t>(row);
    const auto other_place = static_cast<std::size_t>(other_row);
    const std::string which = "row " + std::to_string(row);
    if (!same_certificate(one.certificates[place], other.certificates[other_place], status_mask)) {
        return which + " has another certificate";
    }
    if ((one.statuses[place] & status_mask) != (other.statuses[other_place] & status_mask)) {
        return which + " has other status bits";
    }
    return "";
}

std::string difference(const Answer &one, const Answer &other) {
    if (one.refused() || other.refused()) {
        return refusal(one.refused() ? one : other);
    }
    if (one.indices.size() != other.indices.size()) {
        return "the answers have different sizes";
    }
    // Rows are told by their facts where there are some, else by the slots alone.
    if (one.indices != other.indices) {
        const auto at = std::mismatch(one.indices.begin(), one.indices.end(), other.indices.begin());
        const std::int64_t slot = at.first - one.indices.begin();
        return "slot " + std::to_string(slot) + " of the batch holds " + std::to_string(*at.first) +
               ", not " + std::to_string(*at.second);
    }
    if (!one.scores.empty() && !other.scores.empty() && one.scores != other.scores) {
        return "score bits differ";
    }
    if (one.certificates.empty() || other.certificates.empty()) {
        return "";
    }
    for (std::size_t row = 0; row < one.certificates.size(); ++row) {
        if (!same_certificate(one.certificates[row], other.certificates[row], ~std::uint32_t{0})) {
            return "row " + std::to_string(row) + " has another certificate";
        }
    }
    if (one.statuses != other.statuses) {
        return "status bits differ";
    }
    return one.digests == other.digests ? "" : "digests differ";
}

std::string refusal(const Answer &answer) {
    return answer.refused() ? "refused: " + describe(answer.status) : "";
}

verify::GuardedShape guarded_shape(const casefile::CaseFile &one) {
    verify::GuardedShape shape;
    shape.rows = one.rows;
    shape.k = one.k;
    shape.type = one.type;
    shape.pitch_gap = one.output_gap;
    shape.scores = one.wants_scores;
    shape.facts = one.wants_facts;
    return shape;
}

std::string trespass(const verify::GuardedOutputs &guarded) {
    for (const verify::PoisonedRegion &region : guarded.outside()) {
        for (std::int64_t byte = 0; byte < region.count; ++byte) {
            if (region.bytes[byte] != region.poison) {
                return "byte " + std::to_string(byte) + " " + region.where + " was written";
            }
        }
    }
    return "";
}

casefile::CaseFile asking(casefile::CaseFile one, bool scores, bool facts) {
    one.wants_scores = scores;
    one.wants_facts = facts;
    return one;
}

} // namespace exactk::laws
