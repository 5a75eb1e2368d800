// What the tests of the campaign share: a place for its report, and a budget that no machine uses up.
// Spec: contract/C15. Layer: proptests/check.
#pragma once

#include <cstdio>
#include <string>

struct Quiet {
    std::FILE *file = std::tmpfile();
    ~Quiet() { std::fclose(file); }
    std::string text() const {
        std::string all;
        std::rewind(file);
        for (int letter = std::fgetc(file); letter != EOF; letter = std::fgetc(file)) {
            all.push_back(static_cast<char>(letter));
        }
        return all;
    }
};

inline constexpr double no_budget = 1e9; // convention: a slow machine takes longer here, it does not fail
