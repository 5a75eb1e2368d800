// Reading and writing .npy files, in one include.
// Spec: contract/C9 C11. Layer: tools/npy.
#pragma once

#include <exactk/npy/array.hpp>
#include <exactk/npy/header.hpp>
#include <exactk/npy/writer.hpp>
