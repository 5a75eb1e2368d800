// The list of laws, and when one says something.
// Spec: contract/C1 to C18. Layer: tools/laws.
#include <exactk/laws.hpp>

#include <exactk/subject.hpp>

#include "law_list.hpp"

namespace exactk::laws {

const std::vector<Law> &laws() {
    static const std::vector<Law> list = {
        length_law,  number_law,      monotone_law,    classes_law,  direction_law, ties_law,    truth_law,
        nesting_law, permutation_law, shards_law,      sequence_law, fill_law,      writes_law,  bits_law,
        reads_law,   addressing_law,  certificate_law, status_law,   digest_law,    golden_law,  repeat_law,
        batch_law,   asked_law,       plan_law,        emission_law, filter_law,    refusal_law, judge_law};
    return list;
}

const Law *find_law(const std::string &name) {
    for (const Law &law : laws()) {
        if (law.name == name) {
            return &law;
        }
    }
    return nullptr;
}

bool applies(const Law &law, const Implementation &implementation, const CaseFile &one) {
    if (law.needs_plan && !implementation.uses_plan) {
        return false;
    }
    double work = 0;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const double n = static_cast<double>(one.n(row));
        work += n * n;
    }
    return !implementation.quadratic || work <= static_cast<double>(subject::quadratic_work_max);
}

std::string strays(const CaseFile &one, std::int64_t row, const std::int32_t *slots) {
    for (std::int64_t slot = 0; slot < m_of(one, row); ++slot) {
        if (slots[slot] < 0 || slots[slot] >= one.n(row)) {
            return "row " + std::to_string(row) + " slot " + std::to_string(slot) + " holds " +
                   std::to_string(slots[slot]) + ", which is no index of the row";
        }
    }
    return "";
}

} // namespace exactk::laws
