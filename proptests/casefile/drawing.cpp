// Draws case files of all kinds from a seed.
// Spec: contract/C1 to C15. Layer: proptests/casefile.
#include "drawing.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include <exactk/casefile/input.hpp>
#include <exactk/cases/case.hpp>

namespace casefile_tests {

using namespace exactk;
using casefile::CaseFile;

namespace {

class Draw {
public:
    explicit Draw(std::uint64_t seed) : engine_(seed) {}

    std::int64_t between(std::int64_t least, std::int64_t greatest) {
        return least + static_cast<std::int64_t>(
                           cases::below(engine_, static_cast<std::uint64_t>(greatest - least) + 1));
    }
    bool one_in(std::int64_t parts) { return between(1, parts) == 1; }
    std::uint64_t word() { return engine_(); }
    template <class Value> Value pick(std::initializer_list<Value> values) {
        return values.begin()[between(0, static_cast<std::int64_t>(values.size()) - 1)];
    }

private:
    cases::Engine engine_;
};

std::uint32_t type_mask(ScoreType type) { return type == ScoreType::float32 ? 0xFFFFFFFFu : 0xFFFFu; }

std::string draw_text(Draw &draw, std::size_t length_max, bool blanks) {
    std::string text;
    const std::int64_t length = draw.between(1, static_cast<std::int64_t>(length_max));
    for (std::int64_t at = 0; at < length; ++at) {
        const bool edge = at == 0 || at + 1 == length;
        text += static_cast<char>(draw.between(blanks && !edge ? ' ' : '!', '~'));
    }
    return text;
}

void draw_shape(Draw &draw, CaseFile &one, int size) {
    one.type = static_cast<ScoreType>(draw.between(0, score_type_count - 1));
    one.rows = draw.between(1, draw.one_in(4) ? 6 : 2);
    one.width = draw.between(0, size);
    one.pitch = one.width + (draw.one_in(3) ? draw.between(0, 9) : 0);
    one.offset = draw.one_in(3) ? draw.between(0, casefile::offset_max) : 0;
    if (draw.one_in(2)) {
        for (std::int64_t row = 0; row < one.rows; ++row) {
            one.lengths.push_back(draw.one_in(4) ? draw.pick<std::int32_t>({INT32_MIN, -1, INT32_MAX})
                                                 : static_cast<std::int32_t>(draw.between(0, one.width + 1)));
        }
    }
    one.k = draw.one_in(8) ? 0 : draw.between(0, one.width + 3);
    one.output_gap = draw.one_in(3) ? draw.between(0, casefile::gap_max) : 0;
    one.wants_scores = draw.one_in(2);
    one.wants_facts = draw.one_in(2);
}

void draw_options(Draw &draw, CaseFile &one) {
    Options &options = one.options;
    options.direction = static_cast<Direction>(draw.between(0, 1));
    options.ties = static_cast<Ties>(draw.between(0, 1));
    options.order = static_cast<Order>(draw.between(0, 1));
    options.nan_policy = static_cast<NanPolicy>(draw.between(0, 1));
    options.fill_index = draw.one_in(2) ? -1 : static_cast<std::int32_t>(draw.word());
    options.fill_score_given = draw.one_in(3);
    options.fill_score_bits = options.fill_score_given
                                  ? static_cast<std::uint32_t>(draw.word()) & type_mask(one.type)
                                  : static_cast<std::uint32_t>(draw.word());
}

void draw_plan(Draw &draw, CaseFile &one) {
    cases::Engine engine(draw.word());
    one.plan = cases::random_plan(engine, one.type, one.width);
    if (draw.one_in(3)) {
        one.plan.digits.clear();
    }
    if (draw.one_in(2)) {
        one.plan.ctas = static_cast<int>(draw.between(1, 4));
        one.plan.bounds.clear();
    }
    FilterPlan &filter = one.plan.filter;
    if (draw.one_in(2)) {
        filter.whole = draw.one_in(2) ? draw.between(0, width_max) : draw.between(0, one.width);
        filter.list = draw.between(0, 4096);
        const auto pieces = std::bit_floor(static_cast<std::uint64_t>(filter.list / filter_piece));
        filter.sample = pieces > 0 && draw.one_in(2) ? static_cast<std::int64_t>(pieces) * filter_piece : 0;
        filter.forced = draw.one_in(3);
        filter.threshold = static_cast<std::uint32_t>(draw.word());
    }
}

void draw_generator(Draw &draw, CaseFile &one) {
    one.generated = true;
    casefile::Generator &generator = one.generator;
    const auto number = [&](std::int64_t least, std::int64_t greatest) {
        generator.arguments.push_back(std::to_string(draw.between(least, greatest)));
    };
    const auto family = [&] {
        return std::string(cases::name(static_cast<cases::Family>(draw.between(0, cases::family_count - 1))));
    };
    generator.name = draw.pick<const char *>({"case", "family", "numbers", "patterns", "report"});
    if (generator.name == "case") {
        generator.arguments = {std::to_string(draw.word()),
                               family() + "/" + std::to_string(draw.between(0, 999))};
    } else if (generator.name == "family") {
        generator.arguments = {std::to_string(draw.word()), family()};
        number(0, width_max);
    } else if (generator.name == "numbers") {
        number(-(1 << 24), 1 << 24);
        number(-9, 9);
    } else if (generator.name == "patterns") {
        generator.arguments.push_back(one.type == ScoreType::float32 ? "3F800000" : "3F80");
        number(0, UINT32_MAX);
        number(0, UINT32_MAX);
        number(0, 31);
        number(0, UINT32_MAX);
    } else {
        generator.arguments.push_back(draw.pick<const char *>({"A5", "A5inf", "A6", "A8", "D4", "F3", "G4"}));
    }
    generator.hash = draw.word();
}

void draw_scores(Draw &draw, CaseFile &one) {
    if (draw.one_in(3)) {
        draw_generator(draw, one);
        return;
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        std::vector<std::uint32_t> bits;
        for (std::int64_t i = 0; i < one.n(row); ++i) {
            const bool again = !bits.empty() && draw.one_in(2); // repeats are spelled in their own way
            bits.push_back(again ? bits.back()
                                 : static_cast<std::uint32_t>(draw.word()) & type_mask(one.type));
        }
        one.scores.push_back(std::move(bits));
    }
}

void draw_expected(Draw &draw, CaseFile &one) {
    one.expected.kind = static_cast<casefile::Expected::Kind>(draw.between(0, 2));
    for (std::int64_t row = 0; row < one.rows; ++row) {
        if (one.expected.kind == casefile::Expected::Kind::digests) {
            one.expected.digests.push_back(draw.one_in(2) ? 7 : draw.word());
        }
        if (one.expected.kind == casefile::Expected::Kind::indices) {
            std::vector<std::int32_t> indices;
            for (std::int64_t slot = 0; slot < one.k; ++slot) {
                indices.push_back(draw.one_in(3) ? -1 : static_cast<std::int32_t>(draw.word()));
            }
            one.expected.indices.push_back(std::move(indices));
        }
    }
}

} // namespace

CaseFile draw_case(std::uint64_t seed, int size) {
    Draw draw(seed);
    CaseFile one;
    if (draw.one_in(2)) {
        one.note = draw_text(draw, draw.one_in(4) ? casefile::note_length_max : 30, true);
    }
    for (int clause = 1; clause <= 18 && draw.one_in(3); clause += static_cast<int>(draw.between(1, 4))) {
        one.clauses.push_back(clause);
    }
    if (draw.one_in(3)) {
        one.law = draw_text(draw, draw.one_in(4) ? casefile::name_length_max : 12, false);
        one.law_seed = draw.one_in(4) ? UINT64_MAX : draw.word();
    }
    if (draw.one_in(3)) {
        one.implementation = draw_text(draw, draw.one_in(4) ? casefile::name_length_max : 12, false);
    }
    draw_shape(draw, one, size);
    draw_options(draw, one);
    draw_plan(draw, one);
    if (draw.one_in(3)) {
        one.schedule = draw_text(draw, draw.one_in(4) ? casefile::schedule_length_max : 30, false);
    }
    draw_scores(draw, one);
    draw_expected(draw, one);
    return one;
}

} // namespace casefile_tests
