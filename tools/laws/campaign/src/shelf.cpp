// Tells the first failures of a kind and counts the others.
// Spec: contract/C15. Layer: tools/laws.
#include "shelf.hpp"

namespace exactk::campaign {

bool Shelf::take(const std::string &kind) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::int64_t &told = told_[kind];
    if (told >= told_max) {
        return false;
    }
    ++told;
    return true;
}

void tell(Shelf &shelf, Done &done, const std::string &kind, const std::function<std::string()> &words) {
    if (!shelf.take(kind)) {
        ++done.counted[kind];
        return;
    }
    std::string line = kind + " " + words();
    for (char &letter : line) {
        letter =
            letter == '\n' || letter == '\t' ? ' ' : letter; // a state has lines, and a tab behind the kind
    }
    done.failures.push_back({kind, std::move(line)});
}

} // namespace exactk::campaign
