// One recorded call: maps its arrays and holds them to each other and to their digests.
// Spec: contract/C1 C2 C9 C14. Layer: tools/recording.
#include <exactk/recording/recording.hpp>

#include <filesystem>

#include <exactk/recording/digest.hpp>

#include "head.hpp"
#include "names.hpp"

namespace exactk::recording {

namespace {

constexpr const char *again =
    "record again, or leave the call out by removing its folder from both recordings";

npy::Element element_of(ScoreType type) {
    constexpr npy::Element table[] = {npy::Element::float32, npy::Element::float16, npy::Element::uint16};
    return table[static_cast<int>(type)];
}

Defect load(const std::string &path, npy::Element element, const std::vector<std::int64_t> &shape,
            npy::Array &array) {
    if (const npy::Defect bad = array.load(path)) {
        const bool system = bad.kind == npy::DefectKind::inaccessible;
        const std::string place = system ? "" : "byte " + std::to_string(bad.where) + ": ";
        return {system ? DefectKind::unreadable : DefectKind::malformed, path, place + bad.what, again};
    }
    if (array.element() != element)
        return {DefectKind::contradiction, path,
                std::string("holds ") + npy::name(array.element()) + " elements instead of " +
                    npy::name(element),
                again};
    if (array.shape() != shape)
        return {DefectKind::contradiction, path,
                "has shape " + npy::shape_text(array.shape()) + "; by the call's other files it is " +
                    npy::shape_text(shape),
                again};
    return {};
}

Defect check_offsets(const std::string &path, const Call &call) {
    const auto *offsets = reinterpret_cast<const std::int64_t *>(call.offsets.data());
    for (std::int64_t row = 0; row <= call.rows; ++row) {
        const std::int64_t before = row == 0 ? 0 : offsets[row - 1];
        const bool fits =
            row == 0 ? offsets[0] == 0 : offsets[row] >= before && offsets[row] - before <= call.width;
        if (!fits)
            return {DefectKind::contradiction, path,
                    "entry " + std::to_string(row) + " is " + std::to_string(offsets[row]) +
                        ", which is no window of a row of " + std::to_string(call.width),
                    again};
    }
    return {};
}

Defect check_digests(const std::string &path, const Call &call) {
    constexpr const char *names[digest_columns] = {"input", "sequence", "set"};
    for (std::int64_t row = 0; row < call.rows; ++row) {
        const std::uint64_t found[digest_columns] = {
            input_digest(call.type, call.row_scores(row), call.n(row), call.k),
            sequence_digest(call.slots(row), call.k), set_digest(call.slots(row), call.k)};
        for (int which = 0; which < digest_columns; ++which) {
            if (found[which] != call.digest(row, which))
                return {DefectKind::damaged, path,
                        "row " + std::to_string(row) + ": the " + names[which] +
                            " digest is not that of what is stored beside it",
                        again};
        }
    }
    return {};
}

} // namespace

std::int64_t Call::n(std::int64_t row) const {
    const auto *at = reinterpret_cast<const std::int64_t *>(offsets.data()) + row;
    return at[1] - at[0];
}

std::int64_t Call::length(std::int64_t row) const {
    return reinterpret_cast<const std::int64_t *>(lengths.data())[row];
}

const std::byte *Call::row_scores(std::int64_t row) const {
    const std::int64_t first = reinterpret_cast<const std::int64_t *>(offsets.data())[row];
    return scores.data() + first * score_bytes[static_cast<int>(type)];
}

std::uint32_t Call::score(std::int64_t row, std::int64_t index) const {
    const std::byte *at = row_scores(row);
    if (type == ScoreType::float32)
        return reinterpret_cast<const std::uint32_t *>(at)[index];
    return reinterpret_cast<const std::uint16_t *>(at)[index];
}

const std::int32_t *Call::slots(std::int64_t row) const {
    return reinterpret_cast<const std::int32_t *>(indices.data()) + row * k;
}

std::uint32_t Call::value(std::int64_t row, std::int64_t slot) const {
    const std::int64_t at = row * k + slot;
    if (type == ScoreType::float32)
        return reinterpret_cast<const std::uint32_t *>(values.data())[at];
    return reinterpret_cast<const std::uint16_t *>(values.data())[at];
}

std::uint64_t Call::digest(std::int64_t row, int which) const {
    return reinterpret_cast<const std::uint64_t *>(digests.data())[row * digest_columns + which];
}

Defect Recording::load(std::int64_t number, Call &call) const {
    const std::string folder = folder_ + "/calls/" + call_name(number) + "/";
    Call fresh;
    if (Defect bad = read_call_head(folder + "call.json", fresh))
        return bad;
    if (fresh.number != number)
        return {DefectKind::contradiction, folder + "call.json",
                "says call " + std::to_string(fresh.number) + ", the folder " + std::to_string(number),
                again};
    Defect bad =
        recording::load(folder + "offsets.npy", npy::Element::int64, {fresh.rows + 1}, fresh.offsets);
    if (!bad)
        bad = check_offsets(folder + "offsets.npy", fresh);
    if (bad)
        return bad;
    const std::int64_t stored = reinterpret_cast<const std::int64_t *>(fresh.offsets.data())[fresh.rows];
    std::error_code error;
    fresh.has_values = std::filesystem::exists(folder + "values.npy", error);
    const npy::Element type = element_of(fresh.type);
    const std::vector<std::int64_t> slots = {fresh.rows, fresh.k};
    bad = recording::load(folder + "scores.npy", type, {stored}, fresh.scores);
    if (!bad)
        bad = recording::load(folder + "lengths.npy", npy::Element::int64, {fresh.rows}, fresh.lengths);
    if (!bad)
        bad = recording::load(folder + "indices.npy", npy::Element::int32, slots, fresh.indices);
    if (!bad && fresh.has_values)
        bad = recording::load(folder + "values.npy", type, slots, fresh.values);
    if (!bad)
        bad = recording::load(folder + "digests.npy", npy::Element::uint64, {fresh.rows, digest_columns},
                              fresh.digests);
    if (!bad)
        bad = check_digests(folder + "digests.npy", fresh);
    if (!bad)
        call = std::move(fresh);
    return bad;
}

} // namespace exactk::recording
