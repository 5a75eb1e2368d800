// Drawn cases against faults of model, CPU path and judge.
// Spec: contract/C1 to C18. Layer: tools/mutants.
#include "hunt.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include <exactk/laws.hpp>

#include "mechanism.hpp"
#include "smallest.hpp"

namespace exactk::mutants {
namespace {

using casefile::CaseFile;

class Watch {
public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

constexpr std::uint64_t cases_per_seed = 8;  // convention: a seed switches features off, so seeds must change
constexpr std::int64_t width_usual = 1024;   // convention: most faults need a few elements, a heavy key 513
constexpr std::int64_t width_wide = 131072;  // convention: beyond every capacity that was shipped
constexpr std::int64_t width_lowered = 64;   // convention: a lowered limit needs no more
constexpr std::uint64_t numbers_per_row = 7; // convention: any odd number

std::uint64_t seed_of(std::uint64_t number) { return number * numbers_per_row + 1; }

laws::Knobs knobs_of(std::uint64_t number, std::int64_t width_max) {
    laws::Reach reach;
    reach.width_max = width_max;
    reach.elements_max = 2 * width_max;
    reach.ctas_max = 64; // convention: more CTAs show no more of these faults
    return laws::draw_knobs(1 + number / cases_per_seed, number, reach);
}

CaseFile case_of(std::uint64_t number, std::int64_t width_max) {
    return laws::make_case(knobs_of(number, width_max));
}

/// Whether the mechanism sees the fault on this case, and would not see anything without it; the filter is lowered if the
/// mutant asks for it.
bool sees_lowered(const Mechanism &mechanism, const Mutant &mutant, std::int64_t limit, const CaseFile &one,
                  std::uint64_t seed) {
    const FilterLowered filter(mutant.lowers_filter);
    return !mechanism.sees(mutant, limit, one, seed).empty() &&
           mechanism.sees(no_mutant(mutant.room), 0, one, seed).empty();
}

struct First {
    const Mechanism *mechanism = nullptr;
    CaseFile one;
    std::uint64_t seed = 0;
};

/// The first drawn case that this mechanism sees at the lowered limit, or with the lowered filter.
std::optional<First> first_lowered(const Mutant &mutant, std::int64_t limit, const Mechanism &mechanism,
                                   double seconds) {
    const Watch watch;
    for (std::uint64_t number = 0; watch.seconds() < seconds; ++number) {
        CaseFile one = case_of(number, width_lowered);
        if (sees_lowered(mechanism, mutant, limit, one, seed_of(number))) {
            return First{&mechanism, std::move(one), seed_of(number)};
        }
    }
    return std::nullopt;
}

/// Which of several sights is shrunk: one that is about the case itself. Laws that make a row or a plan of their own
/// come last, since the case is then not what shows the fault.
First to_shrink(const std::vector<First> &firsts) {
    for (const char *name : {"truth", "planted", "verdict", "lockstep", "judge", "programs"}) {
        for (const First &first : firsts) {
            if (first.mechanism->name == name) {
                return first;
            }
        }
    }
    for (const First &first : firsts) {
        const std::string &name = first.mechanism->name;
        if (name != "golden" && name != "plan" && name != "filter" && name != "refused") {
            return first;
        }
    }
    return firsts.front();
}

void shrink_first(const Mutant &mutant, First first, const Settings &settings, Found &found) {
    const std::int64_t limit = mutant.lowered != 0 ? mutant.lowered : mutant.real;
    if (mutant.lowered != 0 || mutant.lowers_filter) {
        std::optional<First> small = first_lowered(mutant, limit, *first.mechanism, settings.seconds);
        if (!small.has_value()) {
            found.trouble = "where its limit or the filter is lowered it is not seen";
            return;
        }
        first = std::move(*small);
    }
    const Watch watch;
    const auto still = [&](const CaseFile &one) {
        return sees_lowered(*first.mechanism, mutant, limit, one, first.seed);
    };
    const CaseFile small = smallest(first.one, still, settings.shrink_seconds);
    found.shrink_seconds = watch.seconds();
    found.keys = keys_of(small);
    found.ctas = mutant.room == Room::model ? small.plan.ctas : 1;
    found.counterexample = casefile::print(small);
}

} // namespace

Found hunt_cases(const Mutant &mutant, const Settings &settings) {
    Found found;
    std::vector<First> firsts;
    const Watch watch;
    const auto over = [&] {
        const double since = watch.seconds() - (found.killed ? found.seconds : 0);
        // Where no note says why one mechanism is all, a second is waited for: wide cases are slow.
        constexpr double patience = 20; // convention: many times what it takes on a machine that is busy
        const bool alone = found.killers.size() < 2 && *mutant.note == 0;
        const double further = alone ? std::max(patience, settings.further) : settings.further;
        return since > (found.killed ? further : settings.seconds) ||
               static_cast<int>(found.killers.size()) >= settings.enough;
    };
    const bool lowers = settings.lowers && mutant.lowered != 0;
    const std::int64_t limit = lowers ? mutant.lowered : mutant.real;
    const bool wide = mutant.wide() && !lowers;
    for (std::uint64_t number = 0; !over(); ++number) {
        const laws::Knobs knobs = knobs_of(number, wide ? width_wide : width_usual);
        if (wide && knobs.width < limit) {
            continue; // too short to fill what the fault is about
        }
        const CaseFile one = laws::make_case(knobs);
        for (const Mechanism &mechanism : mechanisms()) {
            const bool known =
                std::find(found.killers.begin(), found.killers.end(), mechanism.name) != found.killers.end();
            if (known || over() || !mechanism.concerns(mutant.room)) {
                continue;
            }
            const std::string words = mechanism.sees(mutant, limit, one, seed_of(number));
            if (words.empty()) {
                continue;
            }
            if (!mechanism.sees(no_mutant(mutant.room), 0, one, seed_of(number)).empty()) {
                found.trouble = mechanism.name + " fires without the fault, too: " + words;
                return found;
            }
            found.killers.push_back(mechanism.name);
            if (!found.killed) {
                found.killed = true;
                found.words = words;
                found.cases = static_cast<std::int64_t>(number) + 1;
                found.seconds = watch.seconds();
            }
            firsts.push_back({&mechanism, one, seed_of(number)});
        }
    }
    if (found.killed && settings.shrinks) {
        shrink_first(mutant, to_shrink(firsts), settings, found);
    }
    return found;
}

std::string false_alarm(std::int64_t cases, double seconds) {
    const Watch watch;
    for (std::int64_t number = 0; number < cases && watch.seconds() < seconds; ++number) {
        const auto drawn = static_cast<std::uint64_t>(number);
        const CaseFile one = case_of(drawn, width_usual);
        for (const Room room : {Room::model, Room::cpu, Room::judge}) {
            for (const Mechanism &mechanism : mechanisms()) {
                const std::string words =
                    mechanism.concerns(room) ? mechanism.sees(no_mutant(room), 0, one, seed_of(drawn)) : "";
                if (!words.empty()) {
                    return std::string(name(room)) + " without a fault, case " + std::to_string(number) +
                           ": " + mechanism.name + ": " + words;
                }
            }
        }
    }
    return "";
}

} // namespace exactk::mutants
