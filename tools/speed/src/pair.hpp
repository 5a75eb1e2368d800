// Two implementations, in one process where both can live there, checked and timed on one question after the other.
// Spec: contract/C1 to C9 C15. Layer: tools/speed.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <exactk/foreign/company.hpp>
#include <exactk/speed.hpp>
#include <exactk/subject.hpp>

namespace exactk::speed {

/// What came of a question.
struct Attempt {
    std::array<Check, 2> checks;
    std::string why;               ///< there are no times, though both checks passed; else empty
    std::optional<Estimate> times; ///< only if all checks passed, before the series and of its last round
};

class Pair {
public:
    /// Starts both. "" or what could not be had, or why these two cannot be held against each other.
    std::string open(const Settings &settings);

    bool one_process() const { return companies_.size() == 1; }
    const Implementation &implementation(std::size_t side) const;
    /// What the GPU is called; empty: arrays are in host memory.
    std::string device() const;

    /// Checks both, and times them for about `seconds`. What would take longer than `seconds_most` is not begun.
    Attempt attempt(const subject::Asked &asked, double seconds, double seconds_most);
    /// Ends the processes; the next question meets new ones.
    void renew();

private:
    /// Who is in trouble; -1: it cannot be told.
    struct Trouble {
        int side = -1;
        Check check;
        std::string why; ///< no trouble of theirs, but there are no times
    };
    using Times = std::array<std::vector<double>, 2>;

    foreign::Company &company_of(std::size_t side) { return companies_[one_process() ? 0 : side]; }
    std::size_t place_of(std::size_t side) const { return one_process() ? side : 0; }
    bool on_device() const;
    bool rounds(const subject::Asked &asked, const Outputs &outputs, std::size_t count, bool first, bool last,
                double round_seconds, Times &times, Trouble &trouble);
    bool ask(std::size_t side, bool both, const subject::Asked &asked, const Outputs &outputs,
             foreign::Rounds &asked_rounds, Times &times, Trouble &trouble);
    bool series(const subject::Asked &asked, double seconds, double seconds_most, Times &times,
                Trouble &trouble);
    Trouble apart(const subject::Asked &asked, const Trouble &together);
    Check last_answer(std::size_t side, const subject::Asked &asked, const subject::Recorded &judged);
    double round_seconds(const Times &times) const;

    bool graph_ = false;
    std::vector<foreign::Company> companies_; ///< one of two, or two of one
    std::array<std::uint32_t, 2> calls_{};    ///< of a sample, by side
    std::size_t done_ = 0;                    ///< rounds of the series
};

} // namespace exactk::speed
