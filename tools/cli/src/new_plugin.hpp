// What exactk new-plugin writes, before names are put in. CMake makes their source from tools/cli/templates.
// Spec: contract/C18. Layer: tools/cli.
#pragma once

#include <string_view>

namespace exactk::cli {

/// In both skeletons @NAME@ stands for the plug-in's name.
extern const std::string_view plugin_template_cpp;
extern const std::string_view plugin_template_cu;
/// exactk_plugin.h as it is.
extern const std::string_view plugin_header;

} // namespace exactk::cli
