// Reads the tables of an ELF file from a mapping.
// Spec: contract/C15. Layer: tools/foreign.
#include "elf.hpp"

#include <elf.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include <exactk/npy.hpp>

namespace exactk::foreign {

namespace {

constexpr unsigned char own_order =
    std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB; // bound: of ELF

/// A file's bytes, looked at only where they are.
class File {
public:
    /// "" or why there are none.
    std::string open(const std::filesystem::path &path) { return mapping_.open(path.string()).what; }

    bool holds(std::uint64_t offset, std::uint64_t bytes) const {
        return offset <= mapping_.size() && bytes <= mapping_.size() - offset;
    }

    /// The struct there, wherever it is aligned.
    template <class Struct> std::optional<Struct> at(std::uint64_t offset) const {
        if (!holds(offset, sizeof(Struct))) {
            return std::nullopt;
        }
        Struct value;
        std::memcpy(&value, mapping_.bytes() + offset, sizeof value);
        return value;
    }

    std::string_view text(std::uint64_t offset, std::uint64_t bytes) const {
        return holds(offset, bytes)
                   ? std::string_view(reinterpret_cast<const char *>(mapping_.bytes()) + offset, bytes)
                   : std::string_view();
    }

private:
    npy::Mapping mapping_;
};

class Reader {
public:
    std::string read(const std::filesystem::path &path, Library &out) {
        if (const std::string wrong = file_.open(path); !wrong.empty()) {
            return wrong;
        }
        const auto head = file_.at<Elf64_Ehdr>(0);
        if (!head.has_value() || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
            head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_ident[EI_DATA] != own_order ||
            head->e_shentsize != sizeof(Elf64_Shdr) || head->e_shnum == 0) {
            return "it is no 64-bit ELF file with a table of sections";
        }
        head_ = *head;
        bool dynamic = false;
        bool symbols = false;
        for (std::uint64_t number = 0; number < head_.e_shnum; ++number) {
            const auto section = section_at(number);
            if (!section.has_value()) {
                return "its table of sections is cut off";
            }
            if (section->sh_type == SHT_DYNAMIC) {
                dynamic =
                    read_entries<Elf64_Dyn>(*section, [&](const Elf64_Dyn &entry, const Strings &strings) {
                        return take(entry, strings, out);
                    });
            } else if (section->sh_type == SHT_DYNSYM) {
                symbols =
                    read_entries<Elf64_Sym>(*section, [&](const Elf64_Sym &symbol, const Strings &strings) {
                        return take(symbol, strings, out);
                    });
            }
        }
        return dynamic && symbols ? "" : "its dynamic section or its symbols are missing or damaged";
    }

private:
    /// A table of texts that end with a zero each.
    struct Strings {
        std::string_view all;
        /// The text from there on; none if no zero ends it.
        std::optional<std::string> at(std::uint64_t offset) const {
            const std::size_t end = offset < all.size() ? all.find('\0', offset) : std::string_view::npos;
            return end == std::string_view::npos
                       ? std::nullopt
                       : std::optional(std::string(all.substr(offset, end - offset)));
        }
    };

    std::optional<Elf64_Shdr> section_at(std::uint64_t number) const {
        const std::uint64_t offset = number * sizeof(Elf64_Shdr);
        return number < head_.e_shnum && head_.e_shoff <= UINT64_MAX - offset
                   ? file_.at<Elf64_Shdr>(head_.e_shoff + offset)
                   : std::nullopt;
    }

    /// All entries of a section, with the texts that belong to it; false if something is not there.
    template <class Entry, class Take> bool read_entries(const Elf64_Shdr &section, const Take &take_one) {
        const auto linked = section_at(section.sh_link);
        if (section.sh_entsize != sizeof(Entry) || !linked.has_value() || linked->sh_type != SHT_STRTAB ||
            !file_.holds(section.sh_offset, section.sh_size)) {
            return false;
        }
        const Strings strings{file_.text(linked->sh_offset, linked->sh_size)};
        for (std::uint64_t at = 0; at + sizeof(Entry) <= section.sh_size; at += sizeof(Entry)) {
            if (!take_one(*file_.at<Entry>(section.sh_offset + at), strings)) {
                return false;
            }
        }
        return true;
    }

    static bool take(const Elf64_Dyn &entry, const Strings &strings, Library &out) {
        const bool named = entry.d_tag == DT_NEEDED || entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH;
        if (!named) {
            return true;
        }
        const auto text = strings.at(entry.d_un.d_val);
        if (!text.has_value()) {
            return false;
        }
        if (entry.d_tag == DT_NEEDED) {
            out.needed.push_back(*text);
        } else if (entry.d_tag == DT_RPATH) {
            out.rpath = *text;
        } else {
            out.runpath = *text;
            out.has_runpath = true;
        }
        return true;
    }

    static bool take(const Elf64_Sym &symbol, const Strings &strings, Library &out) {
        if (ELF64_ST_BIND(symbol.st_info) != STB_GNU_UNIQUE || symbol.st_shndx == SHN_UNDEF) {
            return true;
        }
        const auto text = strings.at(symbol.st_name);
        if (text.has_value()) {
            out.unique.insert(*text);
        }
        return text.has_value();
    }

    File file_;
    Elf64_Ehdr head_{};
};

} // namespace

std::string read_library(const std::filesystem::path &path, Library &out) { return Reader().read(path, out); }

} // namespace exactk::foreign
