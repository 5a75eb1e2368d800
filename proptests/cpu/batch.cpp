// A batch that owns its memory, and the call of the CPU path on it with every gap watched.
// Spec: contract/C8 C11. Layer: proptests/cpu.
#include "batch.hpp"

#include <cstring>
#include <sstream>

#include <boost/test/unit_test.hpp>
#include <exactk/cpu.hpp>

namespace cpu_test {

namespace {

template <class Bits> Answer run_typed(const Batch &batch, const Wanted &wanted) {
    const auto type = static_cast<std::size_t>(batch.type);
    const auto rows = static_cast<std::size_t>(batch.rows);
    std::vector<Bits> scores(batch.scores.size() + 1);
    for (std::size_t i = 0; i < batch.scores.size(); ++i) {
        scores[i + 1] =
            static_cast<Bits>(batch.scores[i]); // element 0 is skipped: no more than element-aligned
    }
    const std::vector<Bits> before = scores;
    Answer answer;
    answer.indices.assign(static_cast<std::size_t>(batch.rows * batch.index_pitch), canary_index);
    std::vector<Bits> values;
    if (wanted.scores) {
        values.assign(static_cast<std::size_t>(batch.rows * batch.score_pitch) + 1,
                      static_cast<Bits>(canary_score[type]));
    }
    answer.certificates.assign(wanted.certificates ? rows : 0, canary_facts);
    answer.status.assign(wanted.status ? rows : 0, canary_facts.status);
    answer.digests.assign(wanted.digests ? rows : 0, canary_facts.pivot);
    const exactk::Problem problem{scores.data() + 1, batch.type, batch.rows, batch.width,
                                  batch.pitch,       nullptr,    batch.k,    batch.options};
    exactk::Problem with_lengths = problem;
    if (batch.lengths) {
        with_lengths.lengths = batch.lengths->data();
    }
    const exactk::Outputs outputs{answer.indices.data(),
                                  batch.index_pitch,
                                  wanted.scores ? values.data() + 1 : nullptr,
                                  batch.score_pitch,
                                  wanted.certificates ? answer.certificates.data() : nullptr,
                                  wanted.status ? answer.status.data() : nullptr,
                                  wanted.digests ? answer.digests.data() : nullptr};
    const exactk::Status status = exactk::cpu::topk(with_lengths, outputs);
    BOOST_REQUIRE_EQUAL(static_cast<int>(status.code), 0);
    BOOST_REQUIRE(scores == before);
    for (std::size_t i = 1; i < values.size(); ++i) {
        answer.scores.push_back(values[i]);
    }
    return answer;
}

template <class Value>
bool differ(const char *what, const std::vector<Value> &found, const std::vector<Value> &expected,
            std::ostringstream &text) {
    if (found.size() != expected.size()) {
        text << what << " has " << found.size() << " entries, expected " << expected.size();
        return true;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] != expected[i]) {
            text << what << "[" << i << "] is " << found[i] << ", expected " << expected[i];
            return true;
        }
    }
    return false;
}

} // namespace

Batch one_row(const std::vector<std::uint32_t> &scores, std::int64_t k, const exactk::Options &options) {
    const auto width = static_cast<std::int64_t>(scores.size());
    return Batch{exactk::ScoreType::float32, 1, width, width, k, k, k, options, scores, std::nullopt};
}

Answer run(const Batch &batch, const Wanted &wanted) {
    return batch.type == exactk::ScoreType::float32 ? run_typed<std::uint32_t>(batch, wanted)
                                                    : run_typed<std::uint16_t>(batch, wanted);
}

std::string difference(const Answer &found, const Answer &expected) {
    std::ostringstream text;
    if (differ("indices", found.indices, expected.indices, text) ||
        differ("scores", found.scores, expected.scores, text) ||
        differ("status", found.status, expected.status, text) ||
        differ("digests", found.digests, expected.digests, text)) {
        return text.str();
    }
    if (found.certificates.size() != expected.certificates.size()) {
        return "number of certificates";
    }
    for (std::size_t r = 0; r < found.certificates.size(); ++r) {
        const exactk::Certificate &a = found.certificates[r];
        const exactk::Certificate &b = expected.certificates[r];
        const std::vector<std::uint64_t> left = {a.pivot, a.above, a.population, a.quota, a.status};
        const std::vector<std::uint64_t> right = {b.pivot, b.above, b.population, b.quota, b.status};
        if (differ("certificate fields", left, right, text)) {
            return text.str() + " in row " + std::to_string(r);
        }
    }
    return "";
}

} // namespace cpu_test
