// Which failures are told one by one, and which are only counted.
// Spec: contract/C15. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "unit.hpp"

namespace exactk::campaign {

/// The first few failures of a kind get a line and a case file, whoever finds them: a fault that shows in every row is
/// not to fill memory and disk, nor to take the time of shrinking a million cases. From any thread.
class Shelf {
public:
    /// A place for a failure of this kind; false once told_max of them have one.
    bool take(const std::string &kind);

private:
    std::mutex mutex_;
    std::map<std::string, std::int64_t> told_;
};

/// Tells of a failure in a line "KIND WORDS", or counts it; `words` is asked only for one that is told.
void tell(Shelf &shelf, Done &done, const std::string &kind, const std::function<std::string()> &words);

} // namespace exactk::campaign
