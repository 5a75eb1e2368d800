// Opens the files of one entry of a manifest and holds them to each other.
// Spec: contract/C1 C2 C7 C9. Layer: tools/dump.
#include <exactk/dump/entry.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include <exactk/contract/problem.hpp>
#include <exactk/npy.hpp>

#include "numbers.hpp"

namespace exactk::dump {

namespace {

Defect contradiction(const std::string &where, std::string what,
                     std::string advice = "dump the call anew, or mend the manifest") {
    return {DefectKind::contradiction, where, std::move(what), std::move(advice)};
}

Defect find_type(const Described &described, const Tensor &scores, ScoreType &type) {
    const std::string given = name(scores.element);
    const bool patterns = scores.element == Element::uint16;
    if (patterns && described.dtype != "bfloat16")
        return contradiction(scores.where, "holds uint16 elements",
                             "say \"dtype\": \"bfloat16\" if they are bfloat16 bit patterns");
    if (!patterns && !described.dtype.empty() && described.dtype != given)
        return contradiction(scores.where,
                             "holds " + scores.type + " elements, and dtype is " + described.dtype);
    switch (scores.element) {
    case Element::float32: type = ScoreType::float32; return {};
    case Element::float16: type = ScoreType::float16; return {};
    case Element::bfloat16:
    case Element::uint16: type = ScoreType::bfloat16; return {};
    default: break;
    }
    return {DefectKind::unsupported, scores.where, "holds scores of type " + scores.type,
            "known are float32, float16 and bfloat16"};
}

/// bfloat16 in a .npy file is uint16.
Element stored_as(Element element) { return element == Element::bfloat16 ? Element::uint16 : element; }

Defect check_integers(const Tensor &tensor, const char *what) {
    if (tensor.element == Element::int32 || tensor.element == Element::int64)
        return {};
    return {DefectKind::unsupported, tensor.where, std::string("holds ") + what + " of type " + tensor.type,
            "known are int32 and int64"};
}

/// An array of one integer a row, if it is named.
Defect open_per_row(Store &store, const std::string &file, const char *what, std::int64_t rows,
                    Tensor &tensor) {
    if (file.empty())
        return {};
    if (Defect bad = store.open(file, tensor))
        return bad;
    if (Defect bad = check_integers(tensor, what))
        return bad;
    if (tensor.count() != rows)
        return contradiction(tensor.where, std::string(what) + " have shape " +
                                               npy::shape_text(tensor.shape) + ", and the scores " +
                                               std::to_string(rows) + " rows");
    return {};
}

Defect open_scores(Store &store, const Described &described, Entry &entry) {
    if (Defect bad = store.open(described.scores, entry.scores))
        return bad;
    if (Defect bad = find_type(described, entry.scores, entry.type))
        return bad;
    const std::vector<std::int64_t> &shape = entry.scores.shape;
    if (shape.empty() || shape.size() > 2)
        return contradiction(entry.scores.where, "scores have shape " + npy::shape_text(shape) +
                                                     "; they must be [n] or [rows, n]");
    entry.rows = shape.size() == 2 ? shape[0] : 1;
    entry.width = shape.back();
    if (entry.rows > rows_most)
        return contradiction(entry.scores.where, "has " + std::to_string(entry.rows) + " rows, more than " +
                                                     std::to_string(rows_most));
    if (entry.width > width_max)
        return contradiction(entry.scores.where, "rows have " + std::to_string(entry.width) +
                                                     " scores, more than " + std::to_string(width_max));
    return {};
}

Defect open_answer(Store &store, const Described &described, Entry &entry) {
    if (described.indices.empty())
        return {};
    if (Defect bad = store.open(described.indices, entry.indices))
        return bad;
    if (Defect bad = check_integers(entry.indices, "indices"))
        return bad;
    const std::vector<std::int64_t> &shape = entry.indices.shape;
    if (shape.size() != 2 && shape.size() != 3)
        return contradiction(entry.indices.where, "indices have shape " + npy::shape_text(shape) +
                                                      "; they must be [rows, k] or [runs, rows, k]");
    if (shape[shape.size() - 2] != entry.rows)
        return contradiction(entry.indices.where, "indices have shape " + npy::shape_text(shape) +
                                                      ", and the scores " + std::to_string(entry.rows) +
                                                      " rows");
    entry.runs = shape.size() == 3 ? shape[0] : 1;
    entry.columns = shape.back();
    if (entry.runs == 0)
        return contradiction(entry.indices.where,
                             "indices have shape " + npy::shape_text(shape) + ", with no run");
    if (entry.runs > rows_most)
        return contradiction(entry.indices.where, "has " + std::to_string(entry.runs) + " runs, more than " +
                                                      std::to_string(rows_most));
    if (entry.columns > k_max)
        return contradiction(entry.indices.where, "rows have " + std::to_string(entry.columns) +
                                                      " slots, more than " + std::to_string(k_max));
    if (described.values.empty())
        return {};
    if (Defect bad = store.open(described.values, entry.values))
        return bad;
    if (stored_as(entry.values.element) != stored_as(entry.scores.element))
        return contradiction(entry.values.where,
                             "values are " + entry.values.type + ", and the scores " + entry.scores.type);
    if (entry.values.shape != shape)
        return contradiction(entry.values.where, "values have shape " + npy::shape_text(entry.values.shape) +
                                                     ", and the indices " + npy::shape_text(shape));
    return {};
}

Defect open_pages(Store &store, const Described &described, Entry &entry) {
    if (described.page_table.empty())
        return {};
    if (Defect bad = store.open(described.page_table, entry.page_table))
        return bad;
    if (Defect bad = check_integers(entry.page_table, "pages"))
        return bad;
    const std::vector<std::int64_t> &shape = entry.page_table.shape;
    if (shape.size() != 2)
        return contradiction(entry.page_table.where, "the page table has shape " + npy::shape_text(shape) +
                                                         "; it must be [tables, pages]");
    if (Defect bad = open_per_row(store, described.table_rows, "table_rows", entry.rows, entry.table_rows))
        return bad;
    if (described.table_rows.empty() && shape[0] != entry.rows && shape[0] != 1)
        return contradiction(entry.page_table.where,
                             "has " + std::to_string(shape[0]) + " tables, and the scores " +
                                 std::to_string(entry.rows) + " rows",
                             "say with table_rows which table is a row's");
    if (described.table_rows.empty())
        return {};
    for (std::int64_t row = 0; row < entry.rows; ++row) {
        const std::int64_t table = integer_at(entry.table_rows, row);
        if (table < 0 || table >= shape[0])
            return contradiction(entry.table_rows.where, "row " + std::to_string(row) + " has table " +
                                                             std::to_string(table) + " of " +
                                                             std::to_string(shape[0]));
    }
    return {};
}

/// Numbers that the manifest repeats must be those of the files.
Defect check_repeated(const Described &described, const Entry &entry) {
    const auto differs = [](const std::optional<std::int64_t> &said, std::int64_t found) {
        return said && *said != found;
    };
    const auto tell = [&](const char *key, std::int64_t said, std::int64_t found) {
        return contradiction(entry.scores.where, std::string(key) + " is " + std::to_string(said) +
                                                     " by the manifest and " + std::to_string(found) +
                                                     " by the files");
    };
    if (differs(described.rows, entry.rows))
        return tell("rows", *described.rows, entry.rows);
    if (differs(described.width, entry.width))
        return tell("n", *described.width, entry.width);
    if (entry.runs > 0 && differs(described.runs, entry.runs))
        return tell("runs", *described.runs, entry.runs);
    if (entry.runs > 0 && described.k && *described.k > entry.columns)
        return tell("k", *described.k, entry.columns);
    return {};
}

void take_demand(const Described &described, const Asked &asked, Entry &entry) {
    entry.options.direction = described.direction.value_or(asked.direction);
    entry.options.nan_policy = described.nan_policy.value_or(asked.nan_policy);
    entry.options.fill_index = static_cast<std::int32_t>(described.fill);
    entry.demand = asked.demand;
    entry.demand.ties = described.ties.value_or(asked.demand.ties);
    entry.demand.order = described.order.value_or(asked.demand.order);
    entry.demand.repeatable =
        described.repeatable.value_or(asked.demand.repeatable) || entry.indices.shape.size() == 3;
    entry.k = described.k ? described.k : asked.k;
    std::copy(std::begin(described.claims), std::end(described.claims), std::begin(entry.claims));
}

} // namespace

Window Entry::window(std::int64_t row) const {
    const std::int64_t bytes = score_bytes[static_cast<int>(type)];
    if (offsets.data != nullptr) {
        const std::int64_t first = integer_at(offsets, row);
        return {scores.data + first * bytes, 0, integer_at(offsets, row + 1) - first};
    }
    Window window;
    if (starts.data != nullptr)
        window.start = std::clamp<std::int64_t>(integer_at(starts, row), 0, width);
    const std::int64_t most = width - window.start;
    window.n = most;
    if (lengths.data != nullptr)
        window.n = std::clamp<std::int64_t>(integer_at(lengths, row), 0, most);
    if (ends.data != nullptr)
        window.n = std::clamp<std::int64_t>(integer_at(ends, row), window.start, width) - window.start;
    window.scores = scores.data + (row * width + window.start) * bytes;
    return window;
}

bool Entry::is_plain() const {
    return offsets.data == nullptr && starts.data == nullptr && page_table.data == nullptr;
}

Defect open(Store &store, const Described &described, const Asked &asked, Entry &entry) {
    entry = Entry();
    entry.name = described.name;
    entry.producer = described.producer;
    entry.page_size = described.page_size;
    entry.counts_from_row = described.counts_from_row;
    Defect bad = open_scores(store, described, entry);
    if (!bad)
        bad = open_per_row(store, described.lengths, "lengths", entry.rows, entry.lengths);
    if (!bad)
        bad = open_per_row(store, described.starts, "starts", entry.rows, entry.starts);
    if (!bad)
        bad = open_per_row(store, described.ends, "ends", entry.rows, entry.ends);
    if (!bad)
        bad = open_answer(store, described, entry);
    if (!bad)
        bad = open_pages(store, described, entry);
    if (!bad)
        bad = check_repeated(described, entry);
    take_demand(described, asked, entry);
    return bad;
}

} // namespace exactk::dump
