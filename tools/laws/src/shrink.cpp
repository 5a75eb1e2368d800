// Shrinks a failing case pass by pass until none helps.
// Spec: contract/C1 to C11 C15, algorithm/S3 S4 F1. Layer: tools/laws.
#include <exactk/laws/shrink.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include <exactk/laws.hpp>

#include "rows.hpp"
#include "shrink_moves.hpp"

namespace exactk::laws {

namespace {

using casefile::CaseFile;

class Shrinker {
public:
    Shrinker(CaseFile one, const std::function<bool(const CaseFile &)> &still, double seconds,
             const std::function<bool()> &stopped)
        : best_(std::move(one)), still_(still), stopped_(stopped),
          end_(Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

    CaseFile run() {
        bool smaller = true;
        while (smaller && !late()) {
            smaller = one_row();
            smaller = halves() || smaller;
            smaller = elements() || smaller;
            smaller = slots() || smaller;
            smaller = plan() || smaller;
            smaller = filter() || smaller;
            smaller = options() || smaller;
            smaller = surroundings() || smaller;
            smaller = values() || smaller;
            smaller = schedule() || smaller;
        }
        return best_;
    }

private:
    using Clock = std::chrono::steady_clock;

    bool late() const { return Clock::now() >= end_ || (stopped_ && stopped_()); }

    /// Keeps the case if it is sound and still fails in the same way.
    bool take(CaseFile candidate) {
        if (late() || candidate == best_ || casefile::check(candidate) || !still_(candidate)) {
            return false;
        }
        best_ = std::move(candidate);
        return true;
    }

    template <class Change> bool changed(Change change) {
        CaseFile candidate = best_;
        change(candidate);
        return take(std::move(candidate));
    }

    /// The first of the values that still fails, set by `change`.
    template <class Value, class Change> bool first_of(const std::vector<Value> &values, Change change) {
        return std::any_of(values.begin(), values.end(), [&](const Value &value) {
            return changed([&](CaseFile &one) { change(one, value); });
        });
    }

    std::int64_t n() const { return static_cast<std::int64_t>(best_.scores[0].size()); }

    bool one_row() {
        if (best_.rows > 1) {
            for (std::int64_t row = 0; row < best_.rows && !late(); ++row) {
                if (take(only_row(best_, row))) {
                    return true;
                }
            }
            return fewer_rows();
        }
        // A single row loses its length, its width and its gaps at once, or one after the other.
        return take(only_row(best_, 0)) || changed([](CaseFile &one) {
                   one.width = one.n(0);
                   one.pitch = std::max(one.pitch, one.width);
               });
    }

    /// Where several rows are needed: without each in turn.
    bool fewer_rows() {
        bool any = false;
        for (std::int64_t row = 0; row < best_.rows && best_.rows > 1 && !late();) {
            const bool gone = changed([row](CaseFile &one) {
                --one.rows;
                one.scores.erase(one.scores.begin() + row);
                if (!one.lengths.empty()) {
                    one.lengths.erase(one.lengths.begin() + row);
                }
            });
            any = any || gone;
            row += gone ? 0 : 1;
        }
        return any;
    }

    /// Everything that has a size at once: every second element, half of k, of the CTAs and of the list.
    bool halves() {
        bool any = false;
        while (best_.rows == 1 && n() > 1 && !late()) {
            bool half = false;
            for (int phase = 0; phase < 4 && !half; ++phase) {
                std::vector<bool> gone(static_cast<std::size_t>(n()), false);
                for (std::size_t i = 0; i < gone.size(); ++i) {
                    gone[i] = phase < 2 ? i % 2 == static_cast<std::size_t>(phase)
                                        : (i < gone.size() / 2) == (phase == 2);
                }
                CaseFile candidate = without(best_, gone, false);
                candidate.k = best_.k / 2;
                half = take(candidate);
                if (!half && best_.plan.ctas > 1) {
                    set_ctas(candidate.plan, (best_.plan.ctas + 1) / 2);
                    half = take(candidate);
                }
                if (!half && best_.plan.filter.list > 0) {
                    candidate.plan.filter.list = best_.plan.filter.list / 2;
                    candidate.plan.filter.sample =
                        std::min(candidate.plan.filter.sample, legal_sample(candidate));
                    half = take(candidate);
                }
            }
            if (!half) {
                break;
            }
            any = true;
        }
        return any;
    }

    static std::int64_t legal_sample(const CaseFile &one) {
        std::int64_t sample = filter_piece;
        while (sample * 2 <= one.plan.filter.list) {
            sample *= 2;
        }
        return one.plan.filter.list < filter_piece ? 0 : sample;
    }

    /// Runs of elements out, long ones first; where winners go, with k as it is and smaller by them.
    bool elements() {
        bool any = false;
        if (best_.rows > 1) {
            return elements_of_every_row();
        }
        for (std::int64_t length = std::max<std::int64_t>(n() / 2, 1); length > 0 && !late(); length /= 2) {
            for (std::int64_t first = 0; first < n() && !late();) {
                std::vector<bool> gone(static_cast<std::size_t>(n()), false);
                std::fill(gone.begin() + first, gone.begin() + std::min(first + length, n()), true);
                const bool less = take(without(best_, gone, false)) || take(without(best_, gone, true));
                any = any || less;
                first += less ? 0 : length;
            }
        }
        return any;
    }

    /// Several rows: shorter ones by lengths, where there are some, or the last elements of all.
    bool elements_of_every_row() {
        bool any = false;
        for (std::int64_t width = best_.width / 2; width < best_.width && !late();) {
            const bool less = changed([width](CaseFile &one) {
                for (std::int64_t row = 0; row < one.rows; ++row) {
                    std::vector<std::uint32_t> &scores = one.scores[static_cast<std::size_t>(row)];
                    scores.resize(static_cast<std::size_t>(std::min(width, one.n(row))));
                }
                one.pitch -= one.width - width;
                one.width = width;
            });
            any = any || less;
            width = less ? width / 2 : width + std::max<std::int64_t>((best_.width - width) / 2, 1);
        }
        return any;
    }

    bool slots() {
        std::vector<std::int64_t> fewer;
        for (const std::int64_t k : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, best_.k / 4,
                                     best_.k / 2, best_.k * 3 / 4, best_.k - 1}) {
            if (k >= 0 && k < best_.k) {
                fewer.push_back(k);
            }
        }
        bool any = false;
        while (first_of(fewer, [](CaseFile &one, std::int64_t k) { one.k = std::min(one.k, k); })) {
            any = true;
            std::erase_if(fewer, [this](std::int64_t k) { return k >= best_.k; });
            if (best_.k > 0) {
                fewer.push_back(best_.k - 1);
            }
        }
        return any;
    }

    bool plan() {
        bool any = changed([](CaseFile &one) { one.plan = {}; });
        any = changed([](CaseFile &one) { one.plan.bounds.clear(); }) || any;
        for (bool fewer = true; fewer && best_.plan.ctas > 1 && !late();) {
            const int ctas = best_.plan.ctas;
            const auto set = [](CaseFile &one, int count) { set_ctas(one.plan, count); };
            fewer = first_of(std::vector<int>{1, 2, 3, ctas / 4, ctas / 2, ctas - 1},
                             [&](CaseFile &one, int count) {
                                 if (count >= 1 && count < one.plan.ctas) {
                                     set(one, count);
                                 }
                             }) ||
                    fewer_bounds();
            any = any || fewer;
        }
        any = changed([](CaseFile &one) { one.plan.digits.clear(); }) || any;
        any = changed([](CaseFile &one) {
                  // As few digits as there can be, where the default will not do.
                  const std::size_t widest = one.type == ScoreType::float32 ? 2 : 1;
                  if (one.plan.digits.size() > widest) {
                      one.plan.digits.assign(widest, digit_bits_max);
                  }
              }) ||
              any;
        return changed([](CaseFile &one) { one.plan.emission = Plan::Emission::direct; }) || any;
    }

    /// One inner bound out, with its CTA.
    bool fewer_bounds() {
        for (std::size_t bound = 1; bound + 1 < best_.plan.bounds.size() && !late(); ++bound) {
            if (changed([bound](CaseFile &one) {
                    one.plan.bounds.erase(one.plan.bounds.begin() + static_cast<std::ptrdiff_t>(bound));
                    --one.plan.ctas;
                })) {
                return true;
            }
        }
        return false;
    }

    bool filter() {
        if (best_.plan.filter.list == 0 && best_.plan.filter.whole == 0) {
            return false;
        }
        bool any = changed([](CaseFile &one) { one.plan.filter = {}; });
        any = changed([](CaseFile &one) { one.plan.filter.whole = 0; }) || any;
        any = changed([](CaseFile &one) { one.plan.filter.list = one.plan.filter.sample = 0; }) || any;
        const auto lower = [&](auto change) {
            while (changed(change)) {
                any = true;
            }
        };
        lower([](CaseFile &one) {
            one.plan.filter.sample =
                one.plan.filter.sample > filter_piece ? one.plan.filter.sample / 2 : one.plan.filter.sample;
        });
        lower([](CaseFile &one) {
            one.plan.filter.list = std::max(one.plan.filter.list / 2, one.plan.filter.sample);
        });
        lower([](CaseFile &one) {
            one.plan.filter.list = std::max(one.plan.filter.list - 1, one.plan.filter.sample);
        });
        lower([](CaseFile &one) { one.plan.filter.whole = std::min(one.plan.filter.whole, one.width); });
        return changed([](CaseFile &one) {
                   one.plan.filter.forced = false;
                   one.plan.filter.threshold = 0;
               }) ||
               any;
    }

    bool options() {
        bool any = changed([](CaseFile &one) { one.options = {}; });
        any = changed([](CaseFile &one) { one.options.direction = Direction::largest; }) || any;
        any = changed([](CaseFile &one) { one.options.ties = Ties::low; }) || any;
        any = changed([](CaseFile &one) { one.options.order = Order::index; }) || any;
        any = changed([](CaseFile &one) { one.options.nan_policy = NanPolicy::largest; }) || any;
        any = changed([](CaseFile &one) { one.options.fill_index = -1; }) || any;
        return changed([](CaseFile &one) {
                   one.options.fill_score_given = false;
                   one.options.fill_score_bits = 0;
               }) ||
               any;
    }

    bool surroundings() {
        bool any = changed([](CaseFile &one) {
            one.wants_scores = one.wants_facts = false;
            one.offset = one.output_gap = 0;
            one.pitch = one.width;
        });
        any = changed([](CaseFile &one) { one.wants_scores = false; }) || any;
        any = changed([](CaseFile &one) { one.wants_facts = false; }) || any;
        any = changed([](CaseFile &one) { one.offset = 0; }) || any;
        any = changed([](CaseFile &one) { one.offset = std::min<std::int64_t>(one.offset, 1); }) || any;
        any = changed([](CaseFile &one) { one.output_gap = 0; }) || any;
        any = changed([](CaseFile &one) { one.pitch = one.width; }) || any;
        return changed([](CaseFile &one) {
                   one.pitch = one.width + std::min<std::int64_t>(one.pitch - one.width, 1);
               }) ||
               any;
    }

    /// All values at once, then one by one.
    bool values() {
        constexpr std::int64_t one_by_one_max =
            256; // convention: longer rows have other things to lose first
        bool any = false;
        if (best_.rows == 1) {
            any = take(small_numbers(best_));
        }
        for (std::size_t row = 0; row < best_.scores.size(); ++row) {
            const std::size_t count = best_.scores[row].size();
            for (std::size_t i = 0;
                 i < count && static_cast<std::int64_t>(count) <= one_by_one_max && !late(); ++i) {
                for (const std::int64_t number : {0, 1, 2}) {
                    const std::uint32_t simple = number_bits(number, best_.type);
                    const std::uint32_t now = best_.scores[row][i];
                    // Towards 0 only, so that no element goes round in a circle.
                    if (now <= simple) {
                        break;
                    }
                    if (changed([&](CaseFile &one) { one.scores[row][i] = simple; })) {
                        any = true;
                        break;
                    }
                }
            }
        }
        return any;
    }

    bool schedule() {
        if (best_.schedule.empty()) {
            return false;
        }
        bool any = changed([](CaseFile &one) { one.schedule.clear(); });
        while (first_of(shorter_schedules(best_.schedule),
                        [](CaseFile &one, const std::string &token) { one.schedule = token; })) {
            any = true;
        }
        return any;
    }

    CaseFile best_;
    const std::function<bool(const CaseFile &)> &still_;
    const std::function<bool()> &stopped_;
    Clock::time_point end_;
};

} // namespace

CaseFile shrink(CaseFile one, const std::function<bool(const CaseFile &)> &still, double seconds,
                const std::function<bool()> &stopped) {
    CaseFile begin;
    try {
        begin = spelled_out(one);
    } catch (const std::invalid_argument &) {
        return one;
    }
    begin.expected = {};
    if (casefile::check(begin) || !still(begin)) {
        return one;
    }
    return Shrinker(std::move(begin), still, seconds, stopped).run();
}

} // namespace exactk::laws
