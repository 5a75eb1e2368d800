// A serving stack's top-k as a plug-in: any item of a libstack_PEER.so of tools/bench/stacks.
// Spec: contract/C1 C2 C4 C6 C7 C15. Layer: tools/plugins.
//
// EXACTK_STACK_LIBRARY names the library, EXACTK_STACK_ITEM the item; without the latter it is what the stack calls by itself
// for decoding. Promises are the stacks' (tools/bench/stacks/README.md): what they say or, where they say nothing, nothing.
//
// A stack's workspace is zero before its first call and kept from then on. Here it is made zero before each call, so that
// what one call leaves behind is not what the next finds; what a stack prepares once a step is prepared in each call.
#include <cstdlib>
#include <cstring>
#include <string>

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <exactk_plugin.h>

namespace {

constexpr std::int64_t line = 256; // bound: what the workspace is aligned to
// Codes beside CUDA's.
constexpr int no_stack = -1;      // convention: no code of CUDA's
constexpr int not_its_shape = -2; // convention: no code of CUDA's
constexpr int needs_lengths = -3; // convention: no code of CUDA's
constexpr int no_workspace = -4;  // convention: no code of CUDA's

/// What all stacks promise. bound: widths fit int32.
const char every_promise[] = "types float32\n"
                             "direction largest\n"
                             "nan undefined\n"
                             "scores no\n"
                             "fill minus_one\n"
                             "reads width\n"
                             "n 1 2147483647\n";

/// What an item promises beside the above. Where a stack has several with the same words, its name alone stands.
struct Promised {
    const char *stack;
    const char *item; ///< null: all others of the stack
    const char *lines;
};

#define NOTHING_OF_THE_SET "ties any\norder any\nrepeatable no\n"
#define MANY_ROWS "rows 1 2147483647\n"
#define ALIGNED "alignment 16\n"

const Promised promised[] = {
    {"vllm", "cooperative", NOTHING_OF_THE_SET MANY_ROWS "lengths inside\n" ALIGNED "k 512 2048\n"},
    {"vllm", "persistent", NOTHING_OF_THE_SET MANY_ROWS "lengths inside\nk 512 2048\n"},
    {"vllm", nullptr, NOTHING_OF_THE_SET MANY_ROWS "lengths inside\nk 1 2048\n"},
    {"sglang", nullptr, NOTHING_OF_THE_SET MANY_ROWS "lengths inside\n" ALIGNED "k 1 2048\n"},
    {"flashinfer", "deterministic",
     "ties low\norder index\n" MANY_ROWS "lengths inside\npitch dense\nk 1 2048\n"},
    {"flashinfer", "smallest",
     "ties low\norder any\nrepeatable set\n" MANY_ROWS "lengths inside\npitch dense\nk 1 2048\n"},
    {"flashinfer", "cub", NOTHING_OF_THE_SET MANY_ROWS "lengths inside\nk 1 2147483647\n"},
    // Its loads of 16 bytes fault where rows are not so aligned.
    {"flashinfer", "clusters",
     NOTHING_OF_THE_SET MANY_ROWS "lengths inside\npitch dense\n" ALIGNED "k 1 2048\n"},
    {"flashinfer", nullptr, NOTHING_OF_THE_SET MANY_ROWS "lengths inside\npitch dense\nk 1 2147483647\n"},
    {"cccl", "device_topk", NOTHING_OF_THE_SET "rows 1 1\nlengths no\nshort_rows no\nk 1 2147483647\n"},
    {"cccl", "batched_smallest",
     "ties low\norder any\nrepeatable set\n" MANY_ROWS "lengths inside\nk 1 2147483647\n"},
    {"cccl", nullptr, NOTHING_OF_THE_SET MANY_ROWS "lengths inside\nk 1 2147483647\n"},
};

/// The library with its functions; `wrong` says why there is none.
struct Stack {
    std::string wrong;
    std::string name = "stack";
    std::string release;
    std::string stack;
    std::string promises;
    int item = -1;
    bool padded = false; ///< whether rows lie in a matrix whose width is a multiple of 4
    int (*supports)(int, long, long, long) = nullptr;
    std::size_t (*workspace)(int, long, long, long) = nullptr;
    int (*prepare)(int, const int *, long, long, long, void *, void *) = nullptr;
    int (*run)(int, const float *, const int *, long, long, long, long, int *, void *, void *) = nullptr;

    Stack();

private:
    template <class Function> void find(void *library, const char *symbol, Function &out) {
        out = reinterpret_cast<Function>(dlsym(library, symbol));
        if (out == nullptr && wrong.empty())
            wrong = std::string("the library has no ") + symbol;
    }
    void choose_item(int items, const char *(*item_name)(int), int preferred);
};

void Stack::choose_item(int items, const char *(*item_name)(int), int preferred) {
    const char *const wanted = std::getenv("EXACTK_STACK_ITEM");
    std::string known;
    for (int candidate = 0; candidate < items; ++candidate) {
        known += std::string(known.empty() ? "" : ", ") + item_name(candidate);
        if (wanted == nullptr ? candidate == preferred : std::strcmp(item_name(candidate), wanted) == 0)
            item = candidate;
    }
    if (item < 0) {
        wrong = "EXACTK_STACK_ITEM is none of " + known;
        return;
    }
    name = stack + "-" + item_name(item);
    for (const Promised &one : promised)
        if (promises.empty() && stack == one.stack &&
            (one.item == nullptr || std::strcmp(one.item, item_name(item)) == 0))
            promises = std::string(every_promise) + one.lines;
    padded = promises.find(ALIGNED) != std::string::npos;
}

Stack::Stack() {
    const char *const path = std::getenv("EXACTK_STACK_LIBRARY");
    if (path == nullptr) {
        wrong = "EXACTK_STACK_LIBRARY names no libstack_PEER.so";
        return;
    }
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        wrong = dlerror();
        return;
    }
    const char *(*name_of)() = nullptr, *(*version_of)() = nullptr, *(*item_name)(int) = nullptr;
    int (*count)() = nullptr, (*preferred)(int) = nullptr;
    find(library, "stack_name", name_of);
    find(library, "stack_version", version_of);
    find(library, "stack_items", count);
    find(library, "stack_item", item_name);
    find(library, "stack_default", preferred);
    find(library, "stack_supports", supports);
    find(library, "stack_workspace", workspace);
    find(library, "stack_prepare", prepare);
    find(library, "stack_run", run);
    if (!wrong.empty())
        return;
    stack = name_of();
    release = version_of();
    constexpr int decode = 0; // bound: stack_decode of stack.h
    choose_item(count(), item_name, preferred(decode));
}

const Stack &stack() {
    static const Stack loaded;
    return loaded;
}

/// Columns of the matrix as the stack is told them; lengths say where rows end. Rows that are aligned have so many.
long width_of(const exactk_plugin_problem &problem) {
    return stack().padded ? (problem.width + 3) / 4 * 4 : problem.width;
}

std::int64_t own_bytes(const exactk_plugin_problem &problem) {
    const std::size_t bytes = stack().workspace(stack().item, problem.rows, width_of(problem), problem.k);
    return (static_cast<std::int64_t>(bytes) + line - 1) / line * line;
}

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = {sizeof(exactk_plugin_description),
                                                          EXACTK_PLUGIN_VERSION,
                                                          exactk_plugin_cuda,
                                                          0,
                                                          stack().name.c_str(),
                                                          stack().release.c_str(),
                                                          stack().promises.c_str()};
    return &description;
}

extern "C" int exactk_plugin_supports(const exactk_plugin_problem *problem) {
    const Stack &used = stack();
    if (!used.wrong.empty())
        return no_stack;
    // CUB's take rows without lengths, the others' operators have no such form.
    if (problem->has_lengths == 0 && used.stack != "cccl")
        return needs_lengths;
    return used.supports(used.item, problem->rows, width_of(*problem), problem->k) != 0 ? 0 : not_its_shape;
}

/// The stack's workspace, then a dense answer, for outputs with gaps.
extern "C" std::int64_t exactk_plugin_workspace(const exactk_plugin_problem *problem) {
    return own_bytes(*problem) + problem->rows * problem->k * 4;
}

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *workspace, std::int64_t, void *stream) {
    const Stack &used = stack();
    const auto on = static_cast<cudaStream_t>(stream);
    const std::int64_t bytes = own_bytes(*problem);
    if (workspace == nullptr)
        return no_workspace;
    const bool dense = outputs->index_pitch == problem->k || problem->rows == 1;
    auto *const apart = reinterpret_cast<int *>(static_cast<char *>(workspace) + bytes);
    int *const indices = dense ? outputs->indices : apart;
    const long width = width_of(*problem);
    const long pitch = problem->rows == 1 ? width : problem->pitch; // of a single row it is never walked
    const auto *const scores = static_cast<const float *>(problem->scores);
    const long rows = problem->rows, k = problem->k;
    int error = cudaMemsetAsync(workspace, 0, static_cast<std::size_t>(bytes), on);
    if (error == cudaSuccess)
        error = used.prepare(used.item, problem->lengths, rows, width, k, workspace, stream);
    if (error == cudaSuccess)
        error =
            used.run(used.item, scores, problem->lengths, rows, width, pitch, k, indices, workspace, stream);
    if (error == cudaSuccess && !dense)
        error = cudaMemcpy2DAsync(outputs->indices, static_cast<std::size_t>(outputs->index_pitch) * 4, apart,
                                  static_cast<std::size_t>(problem->k) * 4,
                                  static_cast<std::size_t>(problem->k) * 4,
                                  static_cast<std::size_t>(problem->rows), cudaMemcpyDeviceToDevice, on);
    return error;
}

extern "C" const char *exactk_plugin_status_text(int code) {
    switch (code) {
    case no_stack: return stack().wrong.c_str();
    case not_its_shape: return "the stack does not take this shape";
    case needs_lengths: return "the stack needs lengths";
    case no_workspace: return "there is no workspace";
    default: return cudaGetErrorString(static_cast<cudaError_t>(code));
    }
}
