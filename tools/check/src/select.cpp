// Reads --only and --profile and lays the cases out.
// Spec: contract/C15. Layer: tools/check.
#include "select.hpp"

#include <algorithm>

#include <exactk/casefile/store.hpp>
#include <exactk/cases/case.hpp>

namespace exactk::check {

namespace {

bool overlap(const Selected &one, const Selected &other) {
    return one.family == other.family && one.first < other.last && other.first < one.last;
}

Selected drawn(cases::Family family, int first, int last) {
    Selected selected;
    selected.title = cases::name(family);
    selected.family = family;
    selected.first = first;
    selected.last = last;
    return selected;
}

std::vector<Selected> select_drawn(const Settings &settings, std::string &error) {
    std::vector<Selected> list;
    for (const std::string &text : settings.only) {
        cases::Family family{};
        int number = 0;
        if (cases::parse_id(text, family, number)) {
            list.push_back(drawn(family, number, number + 1));
        } else if (cases::parse(text, family)) {
            list.push_back(drawn(family, 0, settings.cases_per_family));
        } else {
            error = "--only " + text + " is neither a family nor family/number";
            return list;
        }
        for (std::size_t before = 0; before + 1 < list.size(); ++before) {
            if (overlap(list[before], list.back())) {
                error =
                    "--only " + text + " names a case that --only " + settings.only[before] + " names too";
            }
        }
    }
    if (settings.only.empty()) {
        for (int number = 0; number < cases::family_count; ++number) {
            list.push_back(drawn(static_cast<cases::Family>(number), 0, settings.cases_per_family));
        }
    }
    return list;
}

std::vector<Selected> select_profiles(const Settings &settings, std::string &error) {
    std::vector<Selected> list;
    std::vector<std::string> left = settings.only;
    for (const std::string &name : settings.profiles) {
        const profiles::Profile *const profile = profiles::find(name);
        if (profile == nullptr) {
            error = "--profile " + name + " is no profile; there are";
            for (const profiles::Profile &known : profiles::profiles()) {
                error += " " + known.name;
            }
            return list;
        }
        Selected selected;
        selected.title = name;
        for (profiles::ProfileCase &one : profiles::cases_of(*profile, settings.seed)) {
            const auto named = std::find_if(left.begin(), left.end(), [&](const std::string &text) {
                return text == one.id || text == name;
            });
            if (!settings.only.empty() && named == left.end()) {
                continue;
            }
            if (named != left.end() && *named == one.id) {
                left.erase(named);
            }
            selected.of_profile.push_back(std::move(one));
        }
        left.erase(std::remove(left.begin(), left.end(), name), left.end());
        selected.last = static_cast<int>(selected.of_profile.size());
        list.push_back(std::move(selected));
    }
    if (!left.empty()) {
        error = "--only " + left.front() + " is no case of the profiles, or is named twice";
    }
    return list;
}

std::vector<Selected> select_files(const Settings &settings, std::string &error) {
    Selected selected;
    selected.title = "files";
    for (const std::string &path : settings.files) {
        LoadedFile loaded = {path, {}};
        if (const casefile::Defect bad = casefile::load(path, loaded.one)) {
            error = path + ": " + casefile::describe(bad);
            return {};
        }
        selected.of_files.push_back(std::move(loaded));
    }
    selected.last = static_cast<int>(selected.of_files.size());
    return {selected};
}

} // namespace

std::vector<Selected> select_cases(const Settings &settings, std::string &error) {
    if (!settings.files.empty()) {
        return select_files(settings, error);
    }
    return settings.profiles.empty() ? select_drawn(settings, error) : select_profiles(settings, error);
}

} // namespace exactk::check
