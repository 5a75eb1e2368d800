// Dumped scores and answers: folders with a manifest or a recording, opened, walked and judged.
// Spec: contract/C1 to C9, C15. Layer: tools/dump.
#pragma once

#include <exactk/dump/blocks.hpp>
#include <exactk/dump/defect.hpp>
#include <exactk/dump/entry.hpp>
#include <exactk/dump/judging.hpp>
#include <exactk/dump/manifest.hpp>
#include <exactk/dump/tensor.hpp>
