// Laws of facts: certificate and status bits are what counting the row gives.
// Spec: contract/C12 C13. Layer: tools/laws.
#include "law_list.hpp"

namespace exactk::laws {

namespace {

/// The certificate without its status, counted from the answer's own slots: the worst selected element is the pivot.
Certificate counted(const CaseFile &one, std::int64_t row, const std::int32_t *slots) {
    Certificate told;
    const std::vector<std::uint32_t> &scores = row_of(one, row);
    const std::int64_t m = m_of(one, row);
    if (m == 0) {
        return told;
    }
    told.pivot = ~std::uint64_t{0};
    for (std::int64_t slot = 0; slot < m; ++slot) {
        const std::uint64_t key =
            key_of(scores[static_cast<std::size_t>(slots[slot])], one.type, one.options);
        told.pivot = key < told.pivot ? key : told.pivot;
    }
    for (const std::uint32_t bits : scores) {
        const std::uint64_t key = key_of(bits, one.type, one.options);
        told.above += key > told.pivot ? 1 : 0;
        told.population += key == told.pivot ? 1 : 0;
    }
    told.quota = static_cast<std::uint32_t>(m) - told.above;
    return told;
}

std::string certificate_broken(const Implementation &implementation, const CaseFile &given, Engine &) {
    const CaseFile one = asking(given, given.wants_scores, true);
    const Answer found = answer(implementation, one);
    if (found.refused()) {
        return refusal(found);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        if (std::string words = strays(one, row, found.row(row, one.k)); !words.empty()) {
            return words;
        }
        const Certificate wanted = counted(one, row, found.row(row, one.k));
        const Certificate &told = found.certificates[static_cast<std::size_t>(row)];
        if (told.pivot != wanted.pivot || told.above != wanted.above ||
            told.population != wanted.population || told.quota != wanted.quota) {
            return "the certificate of row " + std::to_string(row) + " says above " +
                   std::to_string(told.above) + ", population " + std::to_string(told.population) +
                   ", quota " + std::to_string(told.quota) + "; counted are " + std::to_string(wanted.above) +
                   ", " + std::to_string(wanted.population) + " and " + std::to_string(wanted.quota) +
                   (told.pivot == wanted.pivot ? "" : ", and the pivot is another");
        }
    }
    return "";
}

/// The status bits by counting, given the row's certificate.
std::uint32_t counted_status(const CaseFile &one, std::int64_t row, const Certificate &certificate) {
    const std::int64_t n = one.n(row);
    std::uint32_t status = 0;
    status |= m_of(one, row) == 0 ? row_empty : 0u;
    status |= n <= one.k ? row_all_selected : 0u;
    for (const std::uint32_t bits : row_of(one, row)) {
        status |= is_nan(bits, one.type) ? row_nan_present : 0u;
        const Format &format = format_of(one.type);
        status |= (bits & ~format.sign) == format.infinity ? row_inf_present : 0u;
    }
    if (!one.lengths.empty() && one.lengths[static_cast<std::size_t>(row)] != n) {
        status |= row_length_clamped;
    }
    status |= m_of(one, row) > 0 && certificate.population > certificate.quota ? row_boundary_tie : 0u;
    return status;
}

std::string status_broken(const Implementation &implementation, const CaseFile &given, Engine &) {
    const CaseFile one = asking(given, false, true);
    const Answer found = answer(implementation, one);
    if (found.refused()) {
        return refusal(found);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        if (std::string words = strays(one, row, found.row(row, one.k)); !words.empty()) {
            return words;
        }
        const std::uint32_t wanted = counted_status(one, row, counted(one, row, found.row(row, one.k)));
        const std::size_t place = static_cast<std::size_t>(row);
        if (found.statuses[place] != wanted || found.certificates[place].status != wanted) {
            return "row " + std::to_string(row) + " has status bits " +
                   std::to_string(found.statuses[place]) + " and in the certificate " +
                   std::to_string(found.certificates[place].status) + "; counted are " +
                   std::to_string(wanted);
        }
    }
    return "";
}

} // namespace

constinit const Law certificate_law = {
    "certificate", "C12",
    "Pivot, above, population and quota are those that counting the row against the answer gives.",
    on<certificate_broken>};
constinit const Law status_law = {
    "status", "C13", "Status bits are those of the row's elements and its length.", on<status_broken>};

} // namespace exactk::laws
