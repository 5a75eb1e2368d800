// The campaign's small rows: every row over five values, every k and every option, in units.
// Spec: contract/C1 to C15, algorithm/S3 S8 F1. Layer: tools/laws.
#include "unit.hpp"

#include <algorithm>

#include <exactk/campaign/small_rows.hpp>

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

Done run_small(const Settings &settings, std::int64_t unit) {
    Done done;
    SmallScope scope;
    if (!scope_of(settings, unit, scope)) {
        return done;
    }
    std::int64_t not_told = 0;
    const auto fail = [&done, &not_told](const std::string &words) {
        constexpr std::size_t told_max = 5; // convention: of one unit; the first ones say enough
        if (done.failures.size() < told_max) {
            done.failures.push_back(words);
        } else {
            ++not_told;
        }
    };
    const std::int64_t rows = small_row_count(scope.length);
    for (std::int64_t first = 0; first < rows; first += slice_rows) {
        if (stopped(settings)) {
            done.given_up = true;
            return done;
        }
        done.cases += compare_small_rows(scope, chunks_at(scope), first, std::min(slice_rows, rows - first),
                                         chosen(settings), fail)
                          .compared;
    }
    if (not_told > 0) {
        done.failures.push_back("and " + std::to_string(not_told) + " more: " + describe(scope));
    }
    done.rows = rows;
    return done;
}

} // namespace exactk::campaign
