// Versions of the library and of the contract it keeps.
// Spec: contract/C17. Layer: reference/contract.
#pragma once

namespace exactk {

/// Version of docs/contract.md that this library keeps, as a number pair and as text.
inline constexpr int contract_version_major = 1; // convention: C17
inline constexpr int contract_version_minor = 0; // convention: C17

/// "major.minor" of the contract, from the compiled library (not from the header in use).
const char *contract_version();

/// "major.minor.patch" of the library, from the compiled library.
const char *library_version();

} // namespace exactk
