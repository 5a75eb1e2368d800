// Moves each array to where it may not be, and to where it just may.
// Spec: contract/C11 C18. Layer: tools/laws.
#include "asked_arrays.hpp"

#include <limits>

namespace exactk::laws {

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(); // bound: C18, signed 64-bit numbers

std::uintptr_t rounded_down(std::int64_t bytes, std::int64_t alignment) {
    return static_cast<std::uintptr_t>(bytes / alignment * alignment);
}
std::uintptr_t rounded_up(std::int64_t bytes, std::int64_t alignment) {
    return rounded_down(bytes + alignment - 1, alignment);
}

const char *const arguments[array_count] = {"problem.scores", "problem.lengths",      "outputs.indices",
                                            "outputs.scores", "outputs.certificates", "outputs.status",
                                            "outputs.digests"};

constexpr bool pitched[array_count] = {true, false, true, true, false, false, false};

void set_pitch(Stage &stage, int number, std::int64_t pitch) {
    (number == 0   ? stage.problem.pitch
     : number == 2 ? stage.outputs.index_pitch
                   : stage.outputs.score_pitch) = pitch;
}

Status overflow(const ArrayNow &array) {
    return {StatusCode::extent_overflow, array.argument, array.pitch, most};
}

AskedCall refused(const char *group, int number, const char *what,
                  std::function<Status(Stage &, int)> change) {
    return {group, std::string(arguments[number]) + " " + what, false, true,
            [number, change = std::move(change)](Stage &stage) { return change(stage, number); }};
}

void add_pointers(std::vector<AskedCall> &list) {
    for (const int number : {0, first_output}) {
        list.push_back(refused("pointers", number, "null", [](Stage &stage, int which) {
            move_array(stage, which, 0);
            return Status{StatusCode::null_pointer, arguments[which], 0, 0};
        }));
    }
    for (int number = 0; number < array_count; ++number) {
        for (const bool nearly : {false, true}) {
            const char *const what = nearly ? "one byte before an aligned address" : "one byte behind one";
            list.push_back(refused("pointers", number, what, [nearly](Stage &stage, int which) {
                const ArrayNow good = array_of(stage, which);
                const std::int64_t off = nearly ? good.alignment - 1 : 1;
                move_array(stage, which, good.address + static_cast<std::uintptr_t>(off));
                const ArrayNow moved = array_of(stage, which);
                return Status{StatusCode::misaligned, moved.argument,
                              static_cast<std::int64_t>(moved.address), moved.alignment};
            }));
        }
    }
}

/// Rows without content, so many that the bytes of this array alone do not fit.
Status rows_alone(Stage &stage, int which) {
    const ArrayNow good = array_of(stage, which);
    stage.keep_only_counts();
    stage.problem.rows = most / good.element + 1;
    move_array(stage, which, good.address);
    return overflow(array_of(stage, which));
}

void add_extents(std::vector<AskedCall> &list) {
    for (int number = 0; number < array_count; ++number) {
        if (!pitched[number]) {
            list.push_back(refused("extents", number, "of too many rows", rows_alone));
        } else {
            list.push_back(refused("extents", number, "of the widest pitch", [](Stage &stage, int which) {
                set_pitch(stage, which, most);
                return overflow(array_of(stage, which));
            }));
            list.push_back(refused("extents", number, "an element too long", [](Stage &stage, int which) {
                const ArrayNow good = array_of(stage, which);
                set_pitch(stage, which, most / good.element - good.columns + 1);
                return overflow(array_of(stage, which));
            }));
        }
        // The address behind the last element would be 2^64, which is none.
        list.push_back(refused("ends", number, "to the end of the addresses", [](Stage &stage, int which) {
            const ArrayNow good = array_of(stage, which);
            move_array(stage, which, std::uintptr_t{0} - static_cast<std::uintptr_t>(good.bytes()));
            return overflow(array_of(stage, which));
        }));
        list.push_back(
            refused("ends", number, "beyond the end of the addresses", [](Stage &stage, int which) {
                const ArrayNow good = array_of(stage, which);
                move_array(stage, which, std::uintptr_t{0} - static_cast<std::uintptr_t>(good.alignment));
                return overflow(array_of(stage, which));
            }));
    }
}

/// Where an output may be put against an array that stands before it in the list.
struct Spot {
    const char *what;
    bool meets;
    std::uintptr_t (*address)(const ArrayNow &output, const ArrayNow &other);
};

const Spot spots[] = {
    {"at the beginning of", true, [](const ArrayNow &, const ArrayNow &other) { return other.address; }},
    {"in the middle of", true,
     [](const ArrayNow &output, const ArrayNow &other) {
         return other.address + rounded_down(other.bytes() / 2, output.alignment);
     }},
    {"at the end of", true,
     [](const ArrayNow &output, const ArrayNow &other) {
         return other.address + rounded_down(other.bytes() - 1, output.alignment);
     }},
    {"into the beginning of", true,
     [](const ArrayNow &output, const ArrayNow &other) {
         return other.address - rounded_down(output.bytes() - 1, output.alignment);
     }},
    {"right behind", false,
     [](const ArrayNow &output, const ArrayNow &other) {
         return other.address + rounded_up(other.bytes(), output.alignment);
     }},
    {"right before", false,
     [](const ArrayNow &output, const ArrayNow &other) {
         return other.address - rounded_up(output.bytes(), output.alignment);
     }},
};

void add_overlaps(std::vector<AskedCall> &list) {
    for (int number = first_output; number < array_count; ++number) {
        for (int other = 0; other < number; ++other) {
            for (const Spot &spot : spots) {
                const auto change = [number, other, &spot](Stage &stage) {
                    const ArrayNow before = array_of(stage, other);
                    move_array(stage, number, spot.address(array_of(stage, number), before));
                    const ArrayNow moved = array_of(stage, number);
                    return spot.meets ? Status{StatusCode::overlap, moved.argument,
                                               static_cast<std::int64_t>(moved.address),
                                               static_cast<std::int64_t>(before.address)}
                                      : Status{};
                };
                list.push_back({"overlaps",
                                std::string(arguments[number]) + " " + spot.what + " " + arguments[other],
                                false, spot.meets, change});
            }
        }
    }
}

} // namespace

ArrayNow array_of(const Stage &stage, int number) {
    const Problem &problem = stage.problem;
    const Outputs &outputs = stage.outputs;
    const std::int64_t rows = problem.rows;
    const std::int64_t score = score_bytes[static_cast<std::size_t>(problem.type)];
    const auto array = [&](const void *base, std::int64_t element, std::int64_t alignment,
                           std::int64_t columns, std::int64_t pitch) {
        return ArrayNow{arguments[number],
                        reinterpret_cast<std::uintptr_t>(base),
                        element,
                        alignment,
                        rows,
                        columns,
                        pitch};
    };
    const std::int64_t k = problem.k;
    switch (number) {
    case 0: return array(problem.scores, score, score, problem.width, problem.pitch);
    case 1: return array(problem.lengths, sizeof(std::int32_t), alignof(std::int32_t), 1, 1);
    case 2:
        return array(outputs.indices, sizeof(std::int32_t), alignof(std::int32_t), k, outputs.index_pitch);
    case 3: return array(outputs.scores, score, score, k, outputs.score_pitch);
    case 4: return array(outputs.certificates, sizeof(Certificate), alignof(Certificate), 1, 1);
    case 5: return array(outputs.status, sizeof(std::uint32_t), alignof(std::uint32_t), 1, 1);
    default: return array(outputs.digests, sizeof(std::uint64_t), alignof(std::uint64_t), 1, 1);
    }
}

void move_array(Stage &stage, int number, std::uintptr_t address) {
    switch (number) {
    case 0: stage.problem.scores = reinterpret_cast<const void *>(address); break;
    case 1: stage.problem.lengths = reinterpret_cast<const std::int32_t *>(address); break;
    case 2: stage.outputs.indices = reinterpret_cast<std::int32_t *>(address); break;
    case 3: stage.outputs.scores = reinterpret_cast<void *>(address); break;
    case 4: stage.outputs.certificates = reinterpret_cast<Certificate *>(address); break;
    case 5: stage.outputs.status = reinterpret_cast<std::uint32_t *>(address); break;
    default: stage.outputs.digests = reinterpret_cast<std::uint64_t *>(address); break;
    }
}

void add_array_calls(std::vector<AskedCall> &list) {
    add_pointers(list);
    add_extents(list);
    add_overlaps(list);
}

} // namespace exactk::laws
