// Lays the block out, asks the CPU path for the answer, and says in words where a block differs.
// Spec: contract/C7 C8 C10 C11. Layer: proptests/device.
#include "image.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <exactk/implementations.hpp>
#include <exactk/verify.hpp>

namespace exactk::device_tests {

namespace {

constexpr std::size_t band = 256; // convention: any width shows a neighbour; this keeps 256-byte alignment

std::size_t rounded_up(std::size_t offset) { return (offset + band - 1) / band * band; }

std::string hexadecimal(const std::byte *bytes, std::size_t count) {
    std::string text = "0x";
    for (std::size_t byte = count; byte-- > 0;) { // little end first in memory
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02X", std::to_integer<unsigned>(bytes[byte]));
        text += digits;
    }
    return text;
}

} // namespace

Image::Image(const Problem &host, const Wanted &wanted, std::byte poison) : host_(host) {
    lay_out(wanted);
    before_.assign(size_, poison);
    if (segments_[in_scores].bytes() != 0) {
        std::memcpy(before_.data() + segments_[in_scores].offset, host.scores, segments_[in_scores].bytes());
    }
    if (segments_[in_lengths].present && segments_[in_lengths].bytes() != 0) {
        std::memcpy(before_.data() + segments_[in_lengths].offset, host.lengths,
                    segments_[in_lengths].bytes());
    }
    host_.scores = nullptr; // the block alone is used from here on; the caller's arrays may go
    expected_ = before_;
    const Implementation *const cpu = find_implementation("cpu");
    const Status status = cpu->run(problem(expected_.data()), outputs(expected_.data()), Plan{});
    if (status.code != StatusCode::ok) {
        throw std::runtime_error("the CPU path refused the case: " + describe(status));
    }
}

void Image::lay_out(const Wanted &wanted) {
    const std::size_t score = static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(host_.type)]);
    const std::int64_t pitch = host_.k + wanted.output_gap;
    segments_[in_scores] = {"input scores", 0, score, host_.rows, host_.width, host_.pitch, true};
    segments_[in_lengths] = {"input lengths", 0, 4, host_.rows, 1, 1, host_.lengths != nullptr};
    segments_[out_indices] = {"indices", 0, 4, host_.rows, host_.k, pitch, true};
    segments_[out_scores] = {"scores", 0, score, host_.rows, host_.k, pitch, wanted.scores};
    segments_[out_certificates] = {"certificates", 0, sizeof(Certificate), host_.rows, 1, 1, wanted.facts};
    segments_[out_status] = {"status", 0, 4, host_.rows, 1, 1, wanted.facts};
    segments_[out_digests] = {"digests", 0, 8, host_.rows, 1, 1, wanted.facts};
    std::size_t offset = 0;
    for (std::size_t part = 0; part < part_count; ++part) {
        Segment &segment = segments_[part];
        if (part == out_indices) {
            outputs_offset_ = offset;
        }
        if (!segment.present) {
            continue;
        }
        // A certificate is aligned to 8, whatever its size.
        const std::size_t step = std::min<std::size_t>(segment.element, 8);
        segment.offset = offset + band + (wanted.misaligned ? step : 0);
        offset = rounded_up(segment.offset + segment.bytes());
    }
    size_ = offset + band;
}

Problem Image::problem(const std::byte *base) const {
    Problem problem = host_;
    problem.scores = base + segments_[in_scores].offset;
    problem.lengths = segments_[in_lengths].present
                          ? reinterpret_cast<const std::int32_t *>(base + segments_[in_lengths].offset)
                          : nullptr;
    return problem;
}

Outputs Image::outputs(std::byte *base) const {
    const auto at = [&](Part part) {
        return segments_[part].present ? base + segments_[part].offset : nullptr;
    };
    Outputs outputs;
    outputs.indices = reinterpret_cast<std::int32_t *>(at(out_indices));
    outputs.index_pitch = segments_[out_indices].pitch;
    outputs.scores = at(out_scores);
    outputs.score_pitch = segments_[out_scores].present ? segments_[out_scores].pitch : 0;
    outputs.certificates = reinterpret_cast<Certificate *>(at(out_certificates));
    outputs.status = reinterpret_cast<std::uint32_t *>(at(out_status));
    outputs.digests = reinterpret_cast<std::uint64_t *>(at(out_digests));
    return outputs;
}

std::string Image::place_of(std::size_t offset) const {
    std::string before_first = "before the input";
    for (const Segment &segment : segments_) {
        if (!segment.present || offset < segment.offset) {
            continue;
        }
        before_first = std::string("in the guard band after ") + segment.name;
        if (offset >= segment.offset + segment.bytes()) {
            continue;
        }
        const std::int64_t element = static_cast<std::int64_t>((offset - segment.offset) / segment.element);
        const std::int64_t row = element / segment.pitch;
        const std::int64_t column = element % segment.pitch;
        return std::string(segment.name) + " row " + std::to_string(row) +
               (column < segment.columns ? " place " : " GAP at ") + std::to_string(column);
    }
    return before_first;
}

std::string Image::judged(const std::vector<std::byte> &after) const {
    verify::Answer answer;
    answer.indices = after.data() + segments_[out_indices].offset;
    answer.index_pitch = segments_[out_indices].pitch;
    if (segments_[out_scores].present) {
        answer.scores = after.data() + segments_[out_scores].offset;
        answer.score_pitch = segments_[out_scores].pitch;
    }
    verify::Demand demand;
    demand.order = static_cast<verify::OrderDemand>(host_.options.order);
    demand.ties = static_cast<verify::TiesDemand>(host_.options.ties);
    const verify::Report report = verify::judge(problem(before_.data()), answer, demand);
    std::string text;
    for (const verify::Finding &finding : report.findings) {
        text += std::string(text.empty() ? "" : ", ") + verify::name(finding.fault) + " in " +
                std::to_string(finding.rows_hit) + " rows";
    }
    return text.empty() ? "nothing" : text;
}

std::string Image::difference(const std::vector<std::byte> &after) const {
    if (after.size() != size_) {
        return "a block of " + std::to_string(after.size()) + " bytes instead of " + std::to_string(size_);
    }
    if (std::memcmp(after.data(), expected_.data(), size_) == 0) {
        return "";
    }
    const auto [mine, wanted] = std::mismatch(after.begin(), after.end(), expected_.begin());
    const std::size_t offset = static_cast<std::size_t>(mine - after.begin());
    std::size_t first = offset;
    std::size_t count = 1;
    for (const Segment &segment : segments_) {
        if (segment.present && offset >= segment.offset && offset < segment.offset + segment.bytes()) {
            first = offset - (offset - segment.offset) % segment.element;
            count = segment.element;
        }
    }
    return place_of(offset) + ": expected " + hexadecimal(expected_.data() + first, count) + ", got " +
           hexadecimal(after.data() + first, count) + "; the judge finds " + judged(after);
}

} // namespace exactk::device_tests
