// Everything the contract defines as data, in one include.
// Spec: contract/C1 to C18. Layer: reference/contract.
#pragma once

#include <exactk/contract/certificate.hpp>
#include <exactk/contract/options.hpp>
#include <exactk/contract/plan.hpp>
#include <exactk/contract/problem.hpp>
#include <exactk/contract/score_type.hpp>
#include <exactk/contract/status.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/contract/trace.hpp>
#include <exactk/contract/version.hpp>
