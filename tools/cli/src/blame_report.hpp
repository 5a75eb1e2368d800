// What exactk blame tells, as text and as JSON.
// Spec: contract/C17. Layer: tools/cli.
#pragma once

#include <cstdio>
#include <memory>

#include "blame_verdict.hpp"

namespace exactk::cli {

/// What is told of each call, kept in a temporary file until the verdict that goes before it is known: however many
/// rows differ, memory does not grow with them.
class CallList {
public:
    /// Throws Refusal if there is no place for temporary files.
    explicit CallList(bool json);

    void add(const recording::CallFinding &finding);
    std::int64_t calls() const { return calls_; } ///< that differ
    /// Copies it to standard output.
    void print();

private:
    struct Closer {
        void operator()(std::FILE *file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Closer> file_;
    bool json_;
    std::int64_t calls_ = 0;
};

void print_text(const BlameFacts &facts, CallList &calls);
void print_json(const BlameFacts &facts, CallList &calls);

} // namespace exactk::cli
