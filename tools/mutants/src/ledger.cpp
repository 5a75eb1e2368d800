// Published faults of top-k kernels and of their tests, and why some have no mutant.
// Spec: contract/C1 to C15. Layer: tools/mutants.
#include "mutant.hpp"

namespace exactk::mutants {
namespace {

constexpr Ledger table[] = {
    {1, "vLLM #51782",
     "a coarse bin holds more candidates than its list, and the rest is dropped without a word", nullptr},
    {2, "vLLM #51782", "float32 beyond 65504 becomes one infinite bin of float16", nullptr},
    {3, "TileLang, examples/deepseek_v32/topk_selector.py",
     "a strict threshold test finds no threshold in a row of exactly k keys", nullptr},
    {4, "b12x #55", "16,384 keys are fine, 16,448 are not", nullptr},
    {5, "SGLang #30512", "a cap of 1,024 ties leaves slots unwritten", nullptr},
    {6, "SGLang #30378, #31123", "a negative padded length is read as unsigned", nullptr},
    {7, "SGLang #33835", "just above 32,768 elements indices repeat: 115 and 207 of 512 are different",
     nullptr},
    {8, "SGLang #26788", "a missing barrier between work items loses one index of 512", nullptr},
    {9, "SGLang #23761, review", "an unrolled copy writes half of k; a key of 8 bits assumes scaled scores",
     nullptr},
    {10, "FlashInfer #3529", "shared memory is read while others clear it", nullptr},
    {11, "FlashInfer #3615", "a leader resets the barrier on which a peer still spins", nullptr},
    {12, "FlashInfer #3615, #4595", "all CTAs are assumed to be resident at once", nullptr},
    {13, "FlashInfer #2605", "the refine buffer overflows and the kernel goes on with what is there",
     nullptr},
    {14, "FlashInfer #2489", "chunks end by the greatest length, not by the row's", nullptr},
    {15, "FlashInfer #2325", "the number of winners differs from row to row", nullptr},
    {16, "FlashInfer #2308", "a vector load reads past the row; index 5 is returned for length 5", nullptr},
    {17, "FlashInfer, tests of its top-k", "state of a row that was kept is dirty when the mode changes",
     nullptr},
    {18, "ROCm aiter #4007", "no fence of the device before an arrival across blocks", nullptr},
    {19, "TensorRT-LLM #18338, #18339", "a leader rewrites what others still read", nullptr},
    {20, "TensorRT-LLM #18094",
     "a threshold that does not converge gives slot j index j, or leaves slots at -1", nullptr},
    {22, "cudnn-frontend #311", "an illegal access at length 262,209",
     "the access is all that is known of it, and a crash does not count; rows that end at an unmapped page "
     "are "
     "tested in each room (C10)"},
    {23, "onnxruntime-genai #2195", "a row of NaNs alone gives the greatest index, and a wild write with it",
     nullptr},
    {24, "vLLM #39391", "a row with a NaN selects expert 0 k times", nullptr},
    {25, "PyTorch #117617", "+NaN and -NaN stand at two ends", nullptr},
    {26, "PyTorch #150012", "a row has other ties alone than in a batch", nullptr},
    {27, "llama.cpp #28497", "another set in each run on four-way ties", nullptr},
    {28, "vLLM #55122, c564e5c", "a guard for chunks turns short rows away", nullptr},
    {29, "vLLM #55122, review", "zeros of two signs differ", nullptr},
    {30, "RAFT #1822", "infinite keys come out with index 0, and the test forgives it", nullptr},
    {31, "ik_llama.cpp #2139", "no barrier of the block between fill, scatter and add", nullptr},
    {32, "dogacel, blog", "16 of 32 key bits are sorted", nullptr},
    {33, "FlashInfer #2661",
     "ties are taken in an order of threads and CTAs: repeatable, but it hangs on their number", nullptr},
    {34, "CUTLASS #3558", "the verifier looks at the first batch only", nullptr},
};

} // namespace

std::span<const Ledger> ledger() { return table; }

const Ledger *ledger_row(int row) {
    for (const Ledger &entry : table) {
        if (entry.row == row) {
            return &entry;
        }
    }
    return nullptr;
}

} // namespace exactk::mutants
