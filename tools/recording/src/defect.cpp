// Defects of recordings and dumps in words.
// Spec: contract/C14. Layer: tools/recording.
#include <exactk/recording/defect.hpp>

namespace exactk::recording {

const char *name(DefectKind kind) {
    switch (kind) {
    case DefectKind::none: return "none";
    case DefectKind::unreadable: return "unreadable";
    case DefectKind::no_recording: return "no_recording";
    case DefectKind::wrong_version: return "wrong_version";
    case DefectKind::malformed: return "malformed";
    case DefectKind::contradiction: return "contradiction";
    case DefectKind::damaged: return "damaged";
    case DefectKind::no_dump: return "no_dump";
    case DefectKind::unsupported: return "unsupported";
    }
    return "unknown";
}

std::string describe(const Defect &defect) {
    return defect.where + ": " + name(defect.kind) + ": " + defect.what +
           (defect.advice.empty() ? "" : "; " + defect.advice);
}

} // namespace exactk::recording
