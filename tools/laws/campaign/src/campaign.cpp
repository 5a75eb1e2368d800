// Hands units to threads, keeps the totals, and tells how far it is.
// Spec: contract/C15. Layer: tools/laws.
#include <exactk/campaign.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <set>
#include <system_error>
#include <thread>

#include "deal.hpp"
#include "shelf.hpp"
#include "state.hpp"
#include "unit.hpp"

namespace exactk::campaign {

namespace {

constexpr const char *part_names[part_count] = {"small", "rows", "wide", "spaces", "schedules"};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Work {
    Part part = Part::small;
    std::int64_t unit = 0;
};

Done run_unit(const Settings &settings, const Work &work, Shelf &shelf) {
    switch (work.part) {
    case Part::small: return run_small(settings, work.unit, shelf);
    case Part::rows: return run_rows(settings, work.unit, shelf);
    case Part::wide: return run_wide(settings, work.unit, shelf);
    case Part::spaces: return run_space(settings, work.unit, shelf);
    case Part::random_schedules: return run_schedules(settings, work.unit, shelf);
    }
    return {};
}

std::string place_of(const Work &work) {
    return std::string(name(work.part)) + " " + std::to_string(work.unit);
}

class Runner {
public:
    explicit Runner(const Settings &settings) : settings_(settings) {}

    Summary run() {
        for (int number = 0; number < part_count; ++number) {
            const Part part = static_cast<Part>(number);
            totals_[number].part = part;
            totals_[number].units = units_of(part, settings_);
        }
        if (!settings_.state.empty()) {
            summary_.error =
                state_.open(settings_, [this](const Entry &entry, const std::vector<Failure> &told) {
                    return resume(entry, told);
                });
            if (!summary_.error.empty()) {
                return summary_;
            }
        }
        count_work();
        work_on_all_cores();
        for (const Total &total : totals_) {
            if (total.units > 0) {
                summary_.totals.push_back(total);
            }
        }
        if (totals_[static_cast<int>(Part::random_schedules)].units > 0) {
            summary_.notes = missed_words(settings_.seed, settings_.sizes.schedules, schedules_done_);
        }
        summary_.seconds = seconds_since(start_);
        return summary_;
    }

private:
    void count(const Entry &entry) {
        Total &total = totals_[static_cast<int>(entry.part)];
        ++total.units_done;
        total.cases += entry.done.cases;
        total.rows += entry.done.rows;
        total.checks += entry.done.checks;
        total.seconds += entry.seconds;
        total.failures += entry.done.failed();
        summary_.fall_backs.drawn += entry.done.fall_backs.drawn;
        for (std::size_t strategy = 0; strategy < sampling_count; ++strategy) {
            summary_.fall_backs.by_list[strategy] += entry.done.fall_backs.by_list[strategy];
            summary_.fall_backs.by_target[strategy] += entry.done.fall_backs.by_target[strategy];
        }
        for (const auto &[kind, more] : entry.done.counted) {
            summary_.counted[kind] += more;
        }
        if (entry.part == Part::random_schedules) {
            schedules_done_.insert(entry.unit);
        }
        cost_done_ += cost_of(entry.part, entry.unit, settings_);
    }

    /// A unit that an earlier run did; its failures come in the lines that were written then. False if there is no such
    /// unit, or if it was there before.
    bool resume(const Entry &entry, const std::vector<Failure> &told) {
        if (entry.unit >= totals_[static_cast<int>(entry.part)].units ||
            !before_.insert({static_cast<int>(entry.part), entry.unit}).second) {
            return false;
        }
        count(entry);
        for (const Failure &failure : told) {
            shelf_.take(failure.kind);
            summary_.failures.push_back(failure.line);
        }
        return true;
    }

    /// Units have numbers through all parts, so that no list of them is needed however many there are.
    void count_work() {
        for (const Total &total : totals_) {
            units_ += total.units;
            cost_ += cost_of_all(total.part, settings_);
        }
    }

    /// The next unit that no run has done; false if there is none.
    bool take(Work &work) {
        for (std::int64_t number = next_++; number < units_; number = next_++) {
            int part = 0;
            while (number >= totals_[part].units) {
                number -= totals_[part].units;
                ++part;
            }
            if (before_.count({part, number}) == 0) {
                work = {static_cast<Part>(part), number};
                return true;
            }
        }
        return false;
    }

    bool over() const {
        return stopped(settings_) || broken_ ||
               (settings_.seconds > 0 && seconds_since(start_) >= settings_.seconds);
    }

    void work_until_over(Work &at_hand) {
        while (!over() && take(at_hand)) {
            const Clock::time_point start = Clock::now();
            Entry entry;
            entry.part = at_hand.part;
            entry.unit = at_hand.unit;
            entry.done = run_unit(settings_, at_hand, shelf_);
            if (entry.done.given_up) {
                return;
            }
            entry.seconds = seconds_since(start);
            for (Failure &failure : entry.done.failures) {
                failure.line = place_of(at_hand) + ": " + failure.line;
            }
            const std::string problem = state_.add(entry);
            const std::lock_guard<std::mutex> lock(mutex_);
            count(entry);
            for (const Failure &failure : entry.done.failures) {
                summary_.failures.push_back(failure.line);
            }
            if (!problem.empty()) {
                break_off(problem);
            }
        }
    }

    /// With the mutex held, or before there is a thread.
    void break_off(const std::string &problem) {
        summary_.error = summary_.error.empty() ? problem : summary_.error;
        broken_ = true;
    }

    /// What a unit throws, such as memory that cannot be had, ends the run in order and is told with the unit.
    void work_or_break_off() {
        Work at_hand;
        try {
            work_until_over(at_hand);
        } catch (const std::exception &error) {
            const std::lock_guard<std::mutex> lock(mutex_);
            break_off("unit " + place_of(at_hand) + " ended with an exception: " + error.what());
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex_);
            break_off("unit " + place_of(at_hand) + " ended with an exception that has no words");
        }
    }

    void work_on_all_cores() {
        const unsigned cores =
            settings_.jobs > 0 ? settings_.jobs : std::max(std::thread::hardware_concurrency(), 1u);
        std::vector<std::thread> threads;
        std::atomic<unsigned> running{0};
        for (unsigned core = 0; core < cores; ++core) {
            ++running;
            try {
                threads.emplace_back([this, &running] {
                    work_or_break_off();
                    --running;
                });
            } catch (const std::system_error &error) {
                --running;
                const std::lock_guard<std::mutex> lock(mutex_);
                break_off("thread " + std::to_string(core + 1) + " of " + std::to_string(cores) +
                          " cannot be started: " + error.what());
                break;
            }
        }
        while (running > 0) {
            std::this_thread::sleep_for(
                std::chrono::milliseconds(20)); // convention: nobody sees a shorter wait
            tell_progress();
        }
        for (std::thread &thread : threads) {
            thread.join();
        }
    }

    void tell_progress() {
        if (!settings_.progress || seconds_since(told_) < 0.5) { // convention: often enough for a bar
            return;
        }
        told_ = Clock::now();
        double part = 0;
        std::string words;
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            part = cost_ > 0 ? std::min(cost_done_ / cost_, 1.0) : 1.0;
            for (const Total &total : totals_) {
                if (total.units > 0) {
                    words += std::string(words.empty() ? "" : ", ") + name(total.part) + " " +
                             std::to_string(total.units_done) + "/" + std::to_string(total.units);
                }
            }
            std::int64_t failed = 0;
            for (const Total &total : totals_) {
                failed += total.failures;
            }
            words += ", " + std::to_string(failed) + " failures";
        }
        settings_.progress(part, words);
    }

    const Settings &settings_;
    State state_;
    Shelf shelf_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point told_ = start_;
    std::mutex mutex_;
    Summary summary_;
    Total totals_[part_count];
    std::set<std::pair<int, std::int64_t>> before_; ///< units that an earlier run did
    std::set<std::int64_t> schedules_done_;         ///< units of random schedules, of any run
    std::int64_t units_ = 0;                        ///< of all parts
    std::atomic<std::int64_t> next_{0};
    std::atomic<bool> broken_{false}; ///< the state cannot be written
    double cost_ = 0;
    double cost_done_ = 0;
};

} // namespace

const char *name(Part part) {
    const int number = static_cast<int>(part);
    return number < part_count ? part_names[number] : "unknown";
}

bool parse(const std::string &text, Part &part) {
    for (int number = 0; number < part_count; ++number) {
        if (text == part_names[number]) {
            part = static_cast<Part>(number);
            return true;
        }
    }
    return false;
}

const std::vector<Implementation> &chosen(const Settings &settings) {
    return settings.implementations.empty() ? implementations() : settings.implementations;
}

std::int64_t units_of(Part part, const Settings &settings) {
    const Sizes &sizes = settings.sizes;
    const auto rounded_up = [](std::int64_t count, std::int64_t per_unit) {
        return (count + per_unit - 1) / per_unit;
    };
    switch (part) {
    case Part::small: return small_units(settings);
    case Part::rows: return rounded_up(sizes.rows, rows_per_unit);
    case Part::wide: return rounded_up(sizes.wide, wide_per_unit);
    case Part::spaces: return space_units(settings);
    case Part::random_schedules: return dealt_units(sizes.schedules);
    }
    return 0;
}

double cost_of(Part part, std::int64_t unit, const Settings &settings) {
    switch (part) {
    case Part::small: return small_cost(settings, unit);
    case Part::rows: return 0.4;             // measured: seconds on a core
    case Part::wide: return 0.5;             // measured: seconds on a core
    case Part::spaces: return 1;             // measured: seconds, on average
    case Part::random_schedules: return 0.3; // measured: seconds on a core
    }
    return 0;
}

double cost_of_all(Part part, const Settings &settings) {
    const std::int64_t units = units_of(part, settings);
    if (part != Part::small) {
        return static_cast<double>(units) * cost_of(part, 0, settings);
    }
    double sum = 0;
    for (std::int64_t unit = 0; unit < units; ++unit) {
        sum += cost_of(part, unit, settings);
    }
    return sum;
}

std::int64_t Done::failed() const {
    std::int64_t sum = static_cast<std::int64_t>(failures.size());
    for (const auto &[kind, more] : counted) {
        sum += more;
    }
    return sum;
}

bool Summary::complete() const {
    return error.empty() && std::all_of(totals.begin(), totals.end(),
                                        [](const Total &total) { return total.units_done == total.units; });
}

std::int64_t Summary::failed() const {
    std::int64_t sum = 0;
    for (const Total &total : totals) {
        sum += total.failures;
    }
    return sum;
}

Summary run(const Settings &settings) {
    if (settings.sizes.small_length < 0 || settings.sizes.small_length > 8) {
        Summary summary;
        summary.error = "small rows have lengths from 0 to 8";
        return summary;
    }
    schedule::Mutant mutant{};
    if (!settings.mutant.empty() && !schedule::parse(settings.mutant, mutant)) {
        Summary summary;
        summary.error = "'" + settings.mutant + "' is no fault of the protocol";
        return summary;
    }
    return Runner(settings).run();
}

} // namespace exactk::campaign
