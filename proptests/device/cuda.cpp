// Counting and running captured graphs.
// Spec: contract/C15. Layer: proptests/device.
#include "cuda.hpp"

#include <vector>

namespace exactk::device_tests {

std::pair<std::size_t, std::size_t> Graph::nodes() const {
    std::size_t count = 0;
    check(cudaGraphGetNodes(graph_, nullptr, &count), "cudaGraphGetNodes");
    std::vector<cudaGraphNode_t> nodes(count);
    if (count != 0) {
        check(cudaGraphGetNodes(graph_, nodes.data(), &count), "cudaGraphGetNodes");
    }
    std::size_t kernels = 0;
    for (const cudaGraphNode_t node : nodes) {
        cudaGraphNodeType type{};
        check(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
        kernels += type == cudaGraphNodeTypeKernel ? 1 : 0;
    }
    return {count, kernels};
}

void Graph::launch(const Stream &stream) {
    if (executable_ == nullptr) {
        check(cudaGraphInstantiate(&executable_, graph_, 0), "cudaGraphInstantiate");
    }
    check(cudaGraphLaunch(executable_, stream.get()), "cudaGraphLaunch");
}

} // namespace exactk::device_tests
