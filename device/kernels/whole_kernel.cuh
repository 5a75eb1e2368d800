// row_per_cta where every row is listed whole: fewer registers and less shared memory, so that more CTAs share an SM.
// Spec: algorithm/S0 S1 F1, contract/C15. Layer: device.
#pragma once

#include "kernels/whole_row.cuh"
#include "steps/launch_order.cuh"

namespace exactk::device {

/// One CTA a row, as many CTAs as rows: taking rows in turn was seen to cost 0.15 us even where there is one. No row has more than
/// `most` elements a thread, and short ones have `least`. Two such CTAs share an SM unless both are asked for, which takes more
/// registers and is for few rows.
template <class Bits, int least, int most, bool tapped>
__global__ void __launch_bounds__(whole_threads_max, tapped || least != most ? 1 : 2)
    row_whole_kernel(const __grid_constant__ RowArguments arguments) {
    await_kernels_before(arguments);
    const RowGeometry geometry = geometry_of<tapped>(arguments, blockIdx.x);
    if (geometry.n <= arguments.k || geometry.m == 0) {
        select_short_row<Bits, tapped, Solo>(arguments, geometry.row);
    } else {
        select_held_row<Bits, least, most, tapped>(arguments, geometry, shared_of_cta(), true);
    }
}

} // namespace exactk::device
