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

#include "alone.hpp"

namespace exactk::speed {

/// What came of a question.
struct Attempt {
    std::array<Check, 2> checks;
    std::string why;               ///< there are no times, though both checks passed; else empty
    bool nobodys = false;          ///< something went wrong in a process of both that neither does alone
    std::optional<Estimate> times; ///< only if all checks passed, before the series and of its last round
};

class Pair {
public:
    /// Starts both. "" or what could not be had, or why these two cannot be held against each other.
    std::string open(const Settings &settings);

    bool one_process() const { return companies_.size() == 1; }
    /// Why there are two processes; empty: there is one.
    const std::string &why_two() const { return why_two_; }
    const Implementation &implementation(std::size_t side) const;
    /// What the GPU is called; empty: arrays are in host memory.
    std::string device() const;

    /// Checks both, and times them for about `seconds`, which begin when their processes are there. What would take longer than `seconds_most` is not begun.
    Attempt attempt(const subject::Asked &asked, double seconds, double seconds_most);
    /// Ends the processes; the next question meets new ones.
    void renew();
    /// Of all attempts so far: what it took to start processes, and to look for who is in trouble.
    double beside_seconds() const { return beside_seconds_; }

private:
    /// Who is in trouble; -1: it cannot be told.
    struct Trouble {
        int side = -1;
        Check check;
        std::string why; ///< no trouble of theirs, but there are no times
        Extent extent;   ///< what was done until then
    };
    using Times = std::array<std::vector<double>, 2>;

    foreign::Company &company_of(std::size_t side) { return companies_[one_process() ? 0 : side]; }
    std::size_t place_of(std::size_t side) const { return one_process() ? side : 0; }
    bool on_device() const;
    std::string ready();
    foreign::Rounds like() const;
    bool rounds(const subject::Asked &asked, const Outputs &outputs, std::size_t count, bool first, bool last,
                double round_seconds, Times &times, Trouble &trouble);
    bool ask(std::size_t side, bool both, const subject::Asked &asked, const Outputs &outputs,
             foreign::Rounds &asked_rounds, Times &times, Trouble &trouble);
    bool series(const subject::Asked &asked, double seconds, double seconds_most, Times &times,
                Trouble &trouble);
    void lengthen(const Times &times);
    double round_seconds(const Times &times) const;
    void apart(const subject::Asked &asked, const Trouble &together, Attempt &attempt);
    void settle(const subject::Asked &asked, const Trouble &trouble, Attempt &attempt);
    static bool is_right(std::size_t side, const Judged &judged, Trouble &trouble);

    bool graph_ = false;
    std::array<Side, 2> sides_;
    std::string why_two_;
    double beside_seconds_ = 0;
    std::vector<foreign::Company> companies_; ///< one of two, or two of one
    std::array<std::uint32_t, 2> calls_{};    ///< of a sample, by side
    std::size_t done_ = 0;                    ///< rounds of the series
};

} // namespace exactk::speed
