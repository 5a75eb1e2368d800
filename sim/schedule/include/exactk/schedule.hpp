// Schedules of the protocol by which several CTAs find one row's answer: machine, explorers, race checker, tokens.
// Spec: algorithm/S3 to S8 B1 B2 B3 O1 O2, contract/C15. Layer: sim.
#pragma once

#include <exactk/schedule/explore.hpp>  // IWYU pragma: export
#include <exactk/schedule/instance.hpp> // IWYU pragma: export
#include <exactk/schedule/machine.hpp>  // IWYU pragma: export
#include <exactk/schedule/races.hpp>    // IWYU pragma: export
#include <exactk/schedule/run.hpp>      // IWYU pragma: export
#include <exactk/schedule/setup.hpp>    // IWYU pragma: export
#include <exactk/schedule/token.hpp>    // IWYU pragma: export
