// Looks for code and data of two plug-ins that one process would have once.
// Spec: contract/C15. Layer: tools/foreign.
#include "sharing.hpp"

#include <cxxabi.h>

#include <algorithm>

#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>

#include "elf.hpp"

namespace exactk::foreign {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t libraries_most = 1024; // convention: far more than a plug-in brings along

/// A plug-in with the libraries that it brings along: those found in folders that it names. Others are the system's.
struct Bundle {
    std::map<std::string, fs::path>
        named; ///< by the name under which a library is needed; empty: the system's
    std::vector<std::pair<fs::path, std::set<std::string>>> unique; ///< symbols by file
};

bool is_same_file(const fs::path &one, const fs::path &other) {
    std::error_code error;
    return fs::equivalent(one, other, error) && !error;
}

/// The folders of a path with colons; false if one of its words cannot be known here.
bool folders_of(const std::string &path, const fs::path &origin, std::vector<fs::path> &out) {
    std::size_t begin = 0;
    while (begin < path.size()) {
        const std::size_t end = std::min(path.find(':', begin), path.size());
        std::string folder = path.substr(begin, end - begin);
        for (const std::string_view word : {"${ORIGIN}", "$ORIGIN"}) {
            if (const std::size_t at = folder.find(word); at != std::string::npos) {
                folder.replace(at, word.size(), origin.string());
            }
        }
        if (folder.find('$') != std::string::npos) {
            return false;
        }
        out.emplace_back(folder.empty() ? "." : folder);
        begin = end + 1;
    }
    return true;
}

/// Reads a library and those it brings along. `inherited`: folders that those who load it hand down. "" or what cannot be known.
std::string gather(const fs::path &file, const std::vector<fs::path> &inherited, Bundle &bundle) {
    Library library;
    if (const std::string wrong = read_library(file, library); !wrong.empty()) {
        return file.string() + " cannot be read: " + wrong;
    }
    bundle.unique.emplace_back(file, library.unique);
    std::error_code error;
    const fs::path origin = fs::absolute(file, error).parent_path();
    std::vector<fs::path> handed;
    std::vector<fs::path> searched;
    const bool known = library.has_runpath ? folders_of(library.runpath, origin, searched)
                                           : folders_of(library.rpath, origin, handed);
    if (!known || bundle.unique.size() > libraries_most) {
        return file.string() + ": where it looks for libraries cannot be known";
    }
    handed.insert(handed.end(), inherited.begin(), inherited.end());
    if (!library.has_runpath) {
        searched = handed;
    }
    for (const std::string &name : library.needed) {
        if (bundle.named.contains(name)) {
            continue; // the first that is loaded under a name is it
        }
        fs::path found = name.find('/') != std::string::npos ? fs::path(name) : fs::path();
        for (auto folder = searched.begin(); found.empty() && folder != searched.end(); ++folder) {
            found = fs::exists(*folder / name, error) ? *folder / name : fs::path();
        }
        bundle.named[name] = found;
        if (!found.empty()) {
            if (const std::string wrong = gather(found, handed, bundle); !wrong.empty()) {
                return wrong;
            }
        }
    }
    return "";
}

/// Whether it belongs to the C++ library, of which a process has one anyway.
bool is_of_the_library(std::string_view symbol) {
    if (!symbol.starts_with("_Z")) {
        return false;
    }
    symbol.remove_prefix(2);
    // A guard of a variable; things local to a function, which may be nested; names in namespaces; const and volatile members.
    while (symbol.starts_with("GV")) {
        symbol.remove_prefix(2);
    }
    while (!symbol.empty() && std::string_view("ZNKVRO").find(symbol.front()) != std::string_view::npos) {
        symbol.remove_prefix(1);
    }
    return symbol.starts_with("St");
}

std::string readable(const std::string &symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    return text == nullptr ? symbol : text.get();
}

/// Symbols of files that only this one has.
std::set<std::string> own_symbols(const Bundle &mine, const Bundle &other) {
    std::set<std::string> all;
    for (const auto &[file, symbols] : mine.unique) {
        bool shared = false;
        for (const auto &[theirs, unused] : other.unique) {
            shared = shared || is_same_file(file, theirs);
        }
        if (!shared) {
            all.insert(symbols.begin(), symbols.end());
        }
    }
    return all;
}

} // namespace

std::string why_apart(const fs::path &one, const fs::path &other) {
    if (is_same_file(one, other)) {
        return "";
    }
    Bundle bundles[2];
    const fs::path *const files[2] = {&one, &other};
    for (int side = 0; side < 2; ++side) {
        if (const std::string wrong = gather(*files[side], {}, bundles[side]); !wrong.empty()) {
            return "what they share is not known: " + wrong;
        }
    }
    for (const auto &[name, file] : bundles[0].named) {
        const auto theirs = bundles[1].named.find(name);
        if (theirs == bundles[1].named.end() || (file.empty() && theirs->second.empty())) {
            continue;
        }
        if (file.empty() || theirs->second.empty() || !is_same_file(file, theirs->second)) {
            return file.empty()             ? "B brings a " + name + " of its own"
                   : theirs->second.empty() ? "A brings a " + name + " of its own"
                                            : "both bring a " + name + " of their own";
        }
    }
    const std::set<std::string> theirs = own_symbols(bundles[1], bundles[0]);
    for (const std::string &symbol : own_symbols(bundles[0], bundles[1])) {
        if (theirs.contains(symbol) && !is_of_the_library(symbol)) {
            return "both define the unique symbol " + readable(symbol);
        }
    }
    return "";
}

} // namespace exactk::foreign
