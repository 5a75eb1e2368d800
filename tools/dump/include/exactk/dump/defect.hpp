// What is wrong with a dump; a recording is read as one, so that both have one kind of defect.
// Spec: contract/C18. Layer: tools/dump.
#pragma once

#include <exactk/recording/defect.hpp>

namespace exactk::dump {

using recording::Defect;
using recording::DefectKind;
using recording::describe;

} // namespace exactk::dump
