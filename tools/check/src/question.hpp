// One case of a run, wherever it comes from: what is asked, under which plans, and how it is said and kept.
// Spec: contract/C1 to C15. Layer: tools/check.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>
#include <exactk/casefile/input.hpp>
#include <exactk/cases/case.hpp>
#include <exactk/profiles.hpp>
#include <exactk/subject.hpp>

namespace exactk::check {

/// A case, whose memory others own.
struct Question {
    std::string id;    ///< "normal/3", "dsa-decode/17"
    std::string group; ///< the family or profile
    std::string words; ///< shape and options, for a person
    std::string path;  ///< the case file that it was read from; empty: none
    std::string flags; ///< that a command line needs to have its group, each after a blank
    subject::Asked asked;
    double quadratic_work = 0;
    std::vector<Plan> plans; ///< for those that follow one
    /// The case for a file, under a plan; nothing is expected in it yet.
    std::function<casefile::CaseFile(const Plan &)> file;
};

/// Of a drawn case.
Question question_of(const cases::Case &one, const cases::Batch &batch);

/// Of a case file in memory.
Question question_of(const std::string &path, const casefile::CaseFile &one, const casefile::Input &input);

/// Of a case of a profile, made already.
Question question_of(const profiles::ProfileCase &one, const std::string &profile,
                     const casefile::Input &input);

} // namespace exactk::check
