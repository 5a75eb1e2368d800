// Reads --only and lays the families out.
// Spec: contract/C15. Layer: tools/check.
#include "select.hpp"

#include <exactk/cases/case.hpp>

namespace exactk::check {

namespace {

bool overlap(const Selected &one, const Selected &other) {
    return one.family == other.family && one.first < other.last && other.first < one.last;
}

} // namespace

std::vector<Selected> select_cases(const Settings &settings, std::string &error) {
    std::vector<Selected> list;
    for (const std::string &text : settings.only) {
        cases::Family family{};
        int number = 0;
        if (cases::parse_id(text, family, number)) {
            list.push_back({family, number, number + 1});
        } else if (cases::parse(text, family)) {
            list.push_back({family, 0, settings.cases_per_family});
        } else {
            error = "--only " + text + " is neither a family nor family/number";
            return list;
        }
        for (std::size_t before = 0; before + 1 < list.size(); ++before) {
            if (overlap(list[before], list.back()))
                error =
                    "--only " + text + " names a case that --only " + settings.only[before] + " names too";
        }
    }
    if (settings.only.empty()) {
        for (int number = 0; number < cases::family_count; ++number) {
            list.push_back({static_cast<cases::Family>(number), 0, settings.cases_per_family});
        }
    }
    return list;
}

} // namespace exactk::check
