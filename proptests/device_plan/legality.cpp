// Every plan can run on its device, covers the row, and keeps to its workspace; none is missing.
// Spec: contract/C15, algorithm/S3 S4 S9. Layer: proptests/device_plan.
#include "laws.hpp"

#include <algorithm>
#include <limits>

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include "kernels/limits.hpp"

namespace exactk::device::tests {

namespace {

constexpr std::int64_t mebibyte = 1048576; // bound: the most workspace that is promised

std::int64_t key_bytes(const Shape &shape) { return score_bytes[static_cast<int>(shape.type)]; }

/// S3, chunk by chunk, in 128-bit arithmetic: begins at 0, no gap, no overlap, ends at n. Gives the longest chunk.
std::string cut_law(std::int64_t n, int ctas, std::int64_t &longest) {
    __extension__ using Wide = __int128;
    std::int64_t next = 0;
    longest = 0;
    for (int cta = 0; cta < ctas; ++cta) {
        const auto first = static_cast<std::int64_t>(Wide{cta} * n / ctas);
        const auto last = static_cast<std::int64_t>((Wide{cta} + 1) * n / ctas);
        if (first != next || last < first)
            return "the chunks cover the row once and in order";
        longest = std::max(longest, last - first);
        next = last;
    }
    return next == n ? "" : "the chunks end at the end of the row";
}

std::string ctas_law(const Form &form, const Profile &profile) {
    switch (form.strategy) {
    case Strategy::row_per_cta: return form.ctas == 1 ? "" : "row_per_cta has one CTA per row";
    case Strategy::row_per_cluster:
        for (const int size : {1, 2, 4, 8, 16}) {
            if (form.ctas == size && size <= profile.cluster_ctas_max)
                return "";
        }
        return "the cluster size is one that the device has";
    case Strategy::row_per_grid:
        return form.ctas >= 1 && form.ctas <= 1024 ? "" : "row_per_grid has 1 to 1024 CTAs per row";
    }
    return "the strategy has a meaning";
}

bool is_power_of_two(std::int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

/// Whether all rows are listed whole by a kernel that does nothing else.
bool is_all_whole(const Form &form, const Question &question) {
    const int limit = question.wishes.sms_max;
    return form.strategy == Strategy::row_per_cta && form.whole > 0 && form.whole >= question.shape.width &&
           question.shape.rows <= std::numeric_limits<int>::max() &&
           (limit == 0 || limit >= question.profile.sms);
}

std::string filter_law(const Form &form, const Question &question) {
    // As many as the kernels hold that have a CTA or a cluster for each row.
    const bool each = form.strategy != Strategy::row_per_grid && form.groups == question.shape.rows;
    const std::int64_t elements = each ? 32 : 16;
    if (form.whole < 0 || form.whole > std::min(question.shape.width, elements * form.threads) ||
        form.whole > elements * 512)
        return "a CTA's threads hold a row that is listed whole, 16 elements each, or 32 where no rows are "
               "taken in "
               "turn, those of a tapped kernel too";
    if (form.sample != 0 && (form.sample % 32 != 0 || !is_power_of_two(form.sample / 32)))
        return "a sample is 32 times a power of two";
    if (form.sample > form.list_entries)
        return "a sample fits the list";
    if (form.list_entries > 65504)
        return "two counts of a list share a word";
    if (!question.wishes.filter && (form.whole != 0 || form.sample != 0))
        return "no filter where none is wished for";
    const std::int64_t cap = question.wishes.list_entries_max;
    return cap == 0 || (form.list_entries <= cap && form.whole <= cap) ? "" : "no longer lists than wished";
}

std::string shared_law(const Form &form, const Question &question, std::int64_t longest) {
    const std::int64_t room = question.profile.shared_bytes_optin - shared_bytes_static;
    if (is_all_whole(form, question) && question.shape.options.order != Order::rank)
        return form.shared_bytes == shared_bytes_alone && form.list_entries == 0 && form.resident_keys == 0
                   ? ""
                   : "rows that are all listed whole need neither list nor keys on chip";
    const std::int64_t entry = form.strategy == Strategy::row_per_cluster ? 12 : 8;
    const std::int64_t fixed =
        form.strategy == Strategy::row_per_cta ? shared_bytes_alone : shared_bytes_fixed;
    const std::int64_t free_bytes = room - fixed - entry * form.list_entries;
    const std::int64_t used = room - free_bytes + form.resident_keys * key_bytes(question.shape);
    if (form.list_entries < 0 || form.list_entries % 32 != 0)
        return "the list holds whole warps of elements";
    if (form.sample == 0 && form.list_entries > std::max(form.cta_length_max, longest) + 31)
        return "without a sample the list holds no more than a CTA can meet";
    if (form.shared_bytes > room)
        return "shared memory fits what the device lets a CTA have";
    if (form.resident_keys < 0 || form.shared_bytes < used || form.shared_bytes > used + 15 ||
        form.shared_bytes % 16 != 0)
        return "shared memory is the fixed part, the resident keys and the list, rounded up to 16";
    const std::int64_t wished = question.wishes.resident_keys_max;
    if (wished != 0 && form.resident_keys > wished)
        return "no more keys are resident than wished";
    // Keys that would fit stay on chip: those of the longest chunk, but not across the kernels of a grid, and not where a
    // sample leaves them to rows that fall back while many rows want the room, or all rows are listed whole.
    const int limit = question.wishes.sms_max;
    const int sms = limit > 0 ? std::min(limit, question.profile.sms) : question.profile.sms;
    std::int64_t wanted =
        form.whole < form.cta_length_max ? std::min(form.cta_length_max, question.shape.width) : 0;
    if (form.strategy != Strategy::row_per_grid)
        wanted = std::max(wanted, longest);
    if ((form.sample > 0 && question.shape.rows > sms / form.ctas) || is_all_whole(form, question))
        wanted = 0;
    if (question.shape.options.order == Order::rank) {
        const std::int64_t pairs =
            std::min(question.shape.k, question.shape.width) * 8 / key_bytes(question.shape);
        if (pairs * key_bytes(question.shape) <= free_bytes - 64 && (wished == 0 || pairs <= wished))
            wanted = std::max(wanted, pairs);
    }
    const std::int64_t cap = free_bytes / (32 * key_bytes(question.shape)) * 32;
    const std::int64_t least = std::min(wanted, wished == 0 ? cap : std::min(cap, wished));
    return form.resident_keys >= least ? "" : "keys that fit are resident";
}

std::string groups_law(const Form &form, const Question &question) {
    const std::int64_t rows = question.shape.rows;
    if (form.groups > rows || (rows > 0 && form.groups < 1))
        return "there is at least one group, and no group without a row";
    const int limit = question.wishes.sms_max;
    if (limit != 0 && limit < question.profile.sms && rows > 0 && form.groups > limit / form.ctas)
        return "no more CTAs than the SMs that may be used";
    if (is_all_whole(form, question))
        return form.groups == rows ? "" : "rows that are all listed whole have a CTA each";
    if (form.strategy != Strategy::row_per_grid) {
        const std::int64_t most = std::int64_t{question.profile.sms} * question.profile.threads_per_sm;
        if (form.groups > 1 && form.groups * form.ctas * form.threads > most)
            return "no more CTAs than run at a time";
        const std::int64_t shared = std::int64_t{question.profile.sms} * question.profile.shared_bytes_sm;
        if (form.groups > 1 && form.groups * form.ctas * (form.shared_bytes + 1024) > shared)
            return "no more CTAs than fit shared memory";
    }
    return "";
}

std::string workspace_law(const Form &form, const Question &question, std::size_t rounds) {
    if (form.workspace_bytes < 0 || form.workspace_bytes > mebibyte || form.workspace_bytes % 16 != 0)
        return "workspace is at most 1 MiB and a multiple of 16";
    const std::int64_t rows = question.shape.rows;
    if (form.strategy != Strategy::row_per_grid) {
        if (form.workspace_bytes != 0)
            return "only row_per_grid needs workspace";
        return form.nodes == (rows == 0 ? 0 : 1) ? "" : "an ordinary call is one node";
    }
    if (form.workspace_bytes < form.groups * grid_row_bytes(static_cast<int>(rounds), form.ctas))
        return "workspace holds the rows in flight";
    const int sort = question.shape.options.order == Order::rank ? 1 : 0;
    const auto per_batch = static_cast<std::int64_t>(rounds) + 3 + sort;
    const std::int64_t batches = form.nodes / per_batch;
    if (form.nodes % per_batch != 0 || (rows > 0 && (rows - 1) / form.groups + 1 != batches) ||
        (rows == 0 && batches != 0))
        return "the nodes are those of the batches that do all rows";
    return "";
}

std::string form_law(const Form &form, const Question &question, std::size_t rounds) {
    std::int64_t longest = 0;
    std::string law = ctas_law(form, question.profile);
    if (law.empty())
        law = cut_law(question.shape.width, form.ctas, longest);
    if (law.empty() && (form.threads < threads_min || form.threads > threads_max || form.threads % 32 != 0))
        law = "a CTA has as many threads as the kernels are built for, in whole warps";
    if (law.empty() && form.threads > question.profile.threads_per_sm)
        law = "a CTA's threads fit an SM";
    if (law.empty() && form.strategy == Strategy::row_per_cta && form.cta_length_max != question.shape.width)
        law = "row_per_cta does all rows by one CTA";
    const std::int64_t alone = form.strategy == Strategy::row_per_cluster ? form.whole : 0;
    if (law.empty() && form.strategy != Strategy::row_per_cta &&
        form.cta_length_max != std::max<std::int64_t>(8192, alone))
        law = "rows up to 8192 are done by one CTA, and longer ones that one of a cluster lists whole";
    if (law.empty())
        law = filter_law(form, question);
    if (law.empty())
        law = shared_law(form, question, longest);
    if (law.empty())
        law = groups_law(form, question);
    return law.empty() ? workspace_law(form, question, rounds) : law;
}

} // namespace

std::string broken_law(const Question &question, const Plan &plan) {
    int sum = 0;
    for (const int digit : plan.digits) {
        if (digit < 1 || (1 << digit) > bins_max)
            return "a digit has 1 to 11 bits";
        sum += digit;
    }
    if (sum != score_bits[static_cast<int>(question.shape.type)])
        return "the digits cover the key";
    std::string law = form_law(plan.first, question, plan.digits.size());
    if (!law.empty())
        return law;
    if (plan.has_fallback != (plan.first.strategy == Strategy::row_per_cluster))
        return "clusters and only clusters have a fallback";
    if (plan.has_fallback) {
        if (plan.fallback.strategy == Strategy::row_per_cluster)
            return "the fallback needs no clusters";
        law = form_law(plan.fallback, question, plan.digits.size());
    }
    return law.empty() || law.starts_with("fallback") ? law : "fallback: " + law;
}

BOOST_AUTO_TEST_SUITE(legality)

BOOST_AUTO_TEST_CASE(every_edge_has_a_plan_that_keeps_all_laws) {
    std::int64_t asked = 0;
    for_each_edge([&asked](const Question &question) {
        Plan plan;
        const Status status = make_plan(question.shape, question.profile, question.wishes, plan);
        if (status.code != StatusCode::ok)
            BOOST_FAIL(to_text(question) + ": " + describe(status));
        const std::string law = broken_law(question, plan);
        if (!law.empty())
            BOOST_FAIL(to_text(question) + ": " + law);
        ++asked;
    });
    BOOST_TEST(asked == static_cast<std::int64_t>(able_profiles().size() * 3 * 2 * edge_rows().size() *
                                                  edge_widths().size() * edge_k().size()));
}

RC_BOOST_PROP(every_shape_has_a_plan_that_keeps_all_laws, ()) {
    const Question question{any_shape(), *rc::gen::elementOf(able_profiles()), {}};
    RC_LOG(to_text(question));
    Plan plan;
    RC_ASSERT(supports(question.shape, question.profile).code == StatusCode::ok);
    RC_ASSERT(make_plan(question.shape, question.profile, question.wishes, plan).code == StatusCode::ok);
    RC_ASSERT(broken_law(question, plan) == "");
}

RC_BOOST_PROP(every_plan_by_wish_keeps_all_laws, ()) {
    const Question question = any_question();
    RC_LOG(to_text(question));
    Plan plan;
    const Status status = make_plan(question.shape, question.profile, question.wishes, plan);
    RC_CLASSIFY(status.code == StatusCode::ok);
    if (status.code == StatusCode::ok) {
        RC_ASSERT(broken_law(question, plan) == "");
    } else {
        RC_ASSERT(status.code == StatusCode::illegal_plan || status.code == StatusCode::out_of_limits);
        RC_ASSERT(status.argument != nullptr);
    }
}

RC_BOOST_PROP(a_device_of_any_figures_is_refused_by_name_or_its_plan_keeps_all_laws, ()) {
    Question question = any_question();
    question.profile = any_profile();
    RC_LOG(to_text(question));
    Plan plan;
    const Status status = make_plan(question.shape, question.profile, question.wishes, plan);
    RC_CLASSIFY(status.code == StatusCode::ok);
    if (status.code == StatusCode::ok) {
        RC_ASSERT(check_profile(question.profile).code == StatusCode::ok);
        RC_ASSERT(broken_law(question, plan) == "");
    } else {
        RC_ASSERT(status.argument != nullptr);
    }
}

RC_BOOST_PROP(the_same_question_gets_the_same_plan_c15, ()) {
    const Question question = any_question();
    Plan one;
    Plan other;
    other.first.ctas = 77;
    other.reason = "left over";
    other.has_fallback = true;
    const Status status = make_plan(question.shape, question.profile, question.wishes, one);
    RC_ASSERT(same(status, make_plan(question.shape, question.profile, question.wishes, other)));
    if (status.code == StatusCode::ok) {
        RC_ASSERT(same(one.first, other.first));
        RC_ASSERT(same(one.fallback, other.fallback));
        RC_ASSERT(one.has_fallback == other.has_fallback);
        RC_ASSERT(one.digits == other.digits);
        RC_ASSERT(describe(one) == describe(other));
    }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace exactk::device::tests
