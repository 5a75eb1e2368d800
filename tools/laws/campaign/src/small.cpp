// The campaign's small rows: every row over five values, every k and every option, in units.
// Spec: contract/C1 to C15, algorithm/S3 S8 F1. Layer: tools/laws.
#include "unit.hpp"

#include <algorithm>

#include <exactk/campaign/small_rows.hpp>
#include <exactk/laws.hpp>

#include "shelf.hpp"
#include "stored.hpp"

namespace exactk::campaign {

namespace {

constexpr std::int64_t slice_rows = 15625; // convention: 5^6 rows, so that a batch stays in the cache

/// Rows of the 16-bit types are two shorter: what differs is their keys alone.
std::int64_t longest(ScoreType type, const Settings &settings) {
    const int length = settings.sizes.small_length;
    return type == ScoreType::float32 ? length : std::max(length - 2, 0);
}

int chunks_at(const SmallScope &scope) { return scope.type == ScoreType::float32 ? 3 : 2; }

/// The scopes in a fixed order, shortest rows first; false past the last one.
bool scope_of(const Settings &settings, std::int64_t unit, SmallScope &scope) {
    for (int type = 0; type < score_type_count; ++type) {
        scope.type = static_cast<ScoreType>(type);
        for (scope.length = 0; scope.length <= longest(scope.type, settings); ++scope.length) {
            const std::int64_t here = (scope.length + 2) * small_option_count;
            if (unit < here) {
                scope.k = unit / small_option_count;
                scope.options = small_options(static_cast<int>(unit % small_option_count));
                return true;
            }
            unit -= here;
        }
    }
    return false;
}

casefile::CaseFile case_of(const SmallScope &scope, const SmallFailure &failure, std::int64_t first,
                           std::int64_t rows) {
    casefile::CaseFile one;
    one.type = scope.type;
    one.rows = rows;
    one.width = one.pitch = scope.length;
    one.k = scope.k;
    one.options = scope.options;
    one.wants_scores = one.wants_facts = failure.all;
    one.plan = failure.plan;
    for (std::int64_t number = first; number < first + rows; ++number) {
        one.scores.push_back(small_row(scope, number));
    }
    return one;
}

/// A case file of the row that differs, or where that row alone is right of all that were in the call.
std::string stored_row(const Settings &settings, const SmallScope &scope, const SmallFailure &failure,
                       std::int64_t first, std::int64_t rows) {
    const auto &list = chosen(settings);
    const auto named = std::find_if(list.begin(), list.end(), [&failure](const Implementation &one) {
        return one.name == failure.implementation;
    });
    const Implementation &implementation =
        named != list.end() ? *named : *find_implementation(failure.implementation);
    const Question question = {*laws::find_law(failure.of_judge ? "judge" : "truth"), implementation};
    const casefile::CaseFile alone = case_of(scope, failure, failure.row, 1);
    return stored(settings, question,
                  settings.cases_dir.empty() || fails_again(question, alone)
                      ? alone
                      : case_of(scope, failure, first, rows));
}

} // namespace

std::int64_t small_units(const Settings &settings) {
    std::int64_t units = 0;
    for (int type = 0; type < score_type_count && settings.sizes.small_length > 0; ++type) {
        for (std::int64_t length = 0; length <= longest(static_cast<ScoreType>(type), settings); ++length) {
            units += (length + 2) * small_option_count;
        }
    }
    return units;
}

double small_cost(const Settings &settings, std::int64_t unit) {
    SmallScope scope;
    if (!scope_of(settings, unit, scope)) {
        return 0;
    }
    const double runs = 8 + 2 * static_cast<double>(small_chunkings(scope.length, chunks_at(scope)).size());
    // measured: a quarter of a microsecond
    return static_cast<double>(small_row_count(scope.length)) * runs * 0.25e-6;
}

Done run_small(const Settings &settings, std::int64_t unit, Shelf &shelf) {
    Done done;
    SmallScope scope;
    if (!scope_of(settings, unit, scope)) {
        return done;
    }
    const std::int64_t rows = small_row_count(scope.length);
    for (std::int64_t first = 0; first < rows; first += slice_rows) {
        if (stopped(settings)) {
            done.given_up = true;
            return done;
        }
        const std::int64_t count = std::min(slice_rows, rows - first);
        const auto fail = [&](const SmallFailure &failure) {
            tell(shelf, done, "small rows of " + failure.implementation,
                 [&] { return failure.words + stored_row(settings, scope, failure, first, count); });
        };
        done.cases +=
            compare_small_rows(scope, chunks_at(scope), first, count, chosen(settings), fail).compared;
    }
    done.rows = rows;
    return done;
}

} // namespace exactk::campaign
