// The numbers of one form of a plan: threads, keys on chip, shared memory, groups, workspace, nodes.
// Spec: algorithm/S3 S4 S9, contract/C15. Layer: device.
#include "plan/forms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/limits.hpp"

namespace exactk::device {

namespace {

constexpr std::int64_t keys_granule = 32;  // convention: a warp's width keeps the cap aligned for all types
constexpr std::int64_t bytes_granule = 16; // bound: the widest access to shared memory and workspace
constexpr std::int64_t shared_bytes_cta = 1024; // bound: CUDA reserves 1 KiB of an SM's shared memory per CTA
constexpr std::int64_t list_entry_bytes = 8;    // bound: a key and a position of 4 bytes each
constexpr std::int64_t whole_length_few = 16384; // measured: 512 threads hold it; a tapped kernel has no more
constexpr std::int64_t whole_length_grid = 8192; // bound: 512 threads of its first kernel, 16 elements each
constexpr std::int64_t whole_length_many = 4096; // measured: 256 threads hold it, and three CTAs share an SM
constexpr std::int64_t list_reserve = 1024;      // convention: left free beside the longest list
constexpr std::int64_t sort_pair_bytes = 8;      // bound: a key and an index of 4 bytes each
constexpr std::int64_t chunk_for_most = 32768;   // measured: few rows with longer chunks want threads_max,
constexpr int ctas_for_shorter_rows =
    16; // measured: 768 threads gain 9 % at 1,048,576 and lose 12 % at 32,768
constexpr std::int64_t chunk_for_middle = 1024; // convention: longer chunks get threads_middle
constexpr std::int64_t chunk_for_two = 65536;   // measured: many longer rows want two CTAs an SM, not more
constexpr int waves_for_three = 8; // measured: so many rows an SM want three CTAs; 1024 rows lost 6 % by them
constexpr int threads_middle = 512;      // measured: best of 256, 384, 512 and 768 for few rows
constexpr int threads_two_per_sm = 384;  // measured: best of 192 to 512 for rows of 131,072
constexpr int threads_small = 256;       // measured: three such CTAs share an SM
constexpr int threads_four_per_sm = 192; // measured: 10 % better than two of 384 for 512 rows of 32,768
constexpr int registers_sm = 65536;      // bound: of every part that is known
constexpr int registers_thread = 80;     // measured: what kernels with many rows in flight are built with
static_assert(threads_middle <= threads_max && threads_small >= threads_min);

std::int64_t round_up(std::int64_t value, std::int64_t granule) {
    return (value + granule - 1) / granule * granule;
}

std::int64_t fixed_bytes(Strategy strategy) {
    switch (strategy) {
    case Strategy::row_per_cta: return shared_bytes_alone;
    case Strategy::row_per_cluster: return shared_bytes_fixed;
    case Strategy::row_per_grid: return shared_bytes_grid;
    }
    return shared_bytes_fixed;
}

/// Keys that the shared memory of a CTA can hold.
std::int64_t keys_on_chip(const Setting &setting, Strategy strategy) {
    const std::int64_t bytes =
        setting.profile.shared_bytes_optin - shared_bytes_static - fixed_bytes(strategy);
    return bytes / setting.key_bytes / keys_granule * keys_granule;
}

/// The same, and no more than wished.
std::int64_t keys_allowed(const Setting &setting, Strategy strategy) {
    const std::int64_t chip = keys_on_chip(setting, strategy);
    return setting.resident_keys_wish > 0 ? std::min(chip, setting.resident_keys_wish) : chip;
}

/// Few rows want many threads each, so that a row is done soon. Many rows want CTAs side by side on an SM, so that
/// one's barriers hide behind another's work, as far as shared memory lets them; registers then allow no more
/// threads than these.
int choose_threads(const Setting &setting, const Form &form, bool many_rows) {
    const std::int64_t chunk = chunk_length_max(setting.shape.width, form.ctas);
    const std::int64_t side_by_side =
        setting.profile.shared_bytes_sm / (form.shared_bytes + shared_bytes_cta);
    if (many_rows && side_by_side >= 2) {
        const std::int64_t rows = setting.shape.rows; // of any number: products might not fit
        if (chunk > chunk_for_two || side_by_side == 2 || rows <= 2 * setting.sms / form.ctas)
            return threads_two_per_sm;
        if (side_by_side >= 4)
            return threads_four_per_sm;
        return rows > waves_for_three * setting.sms / form.ctas ? threads_small : threads_two_per_sm;
    }
    if (chunk >= chunk_for_most && form.ctas < ctas_for_shorter_rows)
        return threads_max;
    return chunk > chunk_for_middle ? threads_middle : threads_small;
}

/// Whether every row of a form that one CTA does is short enough for the kernels that list all rows whole. They have a CTA for
/// each row, so they know no limit on SMs.
bool lists_all_whole(const Setting &setting, const Form &form) {
    const Shape &shape = setting.shape;
    return form.strategy == Strategy::row_per_cta && !setting.sms_limited &&
           shape.width <= whole_elements_most * whole_threads_max &&
           (setting.list_entries_cap == 0 || shape.width <= setting.list_entries_cap) &&
           shape.rows <= std::numeric_limits<int>::max();
}

/// Threads that hold a row, so many elements each.
int threads_to_hold(std::int64_t width, std::int64_t elements) {
    return static_cast<int>(round_up((width + elements - 1) / elements, keys_granule));
}

/// Threads where all rows are listed whole: as many as hold a row. Few rows want them done soon, many with few instructions.
int choose_threads_whole(const Setting &setting) {
    constexpr int rows_per_sm_few = 2; // measured: 128 rows were 8 % faster so, 1024 rows of 8192 40 % slower
    const std::int64_t width = setting.shape.width;
    const bool few = setting.shape.rows <= rows_per_sm_few * setting.sms &&
                     width <= whole_elements_thread * whole_threads_max;
    const int threads = threads_to_hold(width, few ? whole_elements_thread : whole_elements_most);
    return std::clamp(threads, threads_min, whole_threads_max);
}

/// Rows of a form that one CTA or one cluster does are at most so long.
std::int64_t filtered_length_max(const Setting &setting, Strategy strategy, std::int64_t cta_length_max) {
    return strategy == Strategy::row_per_grid ? std::min(cta_length_max, setting.shape.width)
                                              : setting.shape.width;
}

std::int64_t root_floor(std::int64_t square) {
    auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
    while (root * root > square)
        --root;
    while ((root + 1) * (root + 1) <= square)
        ++root;
    return root;
}

/// A sample size and the list that rows of the greatest length need with it: F3's target times what a sample stands
/// for, and six standard deviations more, as a count of rare events has them.
struct FilterSizes {
    std::int64_t sample = 0;
    std::int64_t list = 0;
};

FilterSizes sizes_for(std::int64_t sample, std::int64_t k, std::int64_t length) {
    constexpr std::int64_t deviations = 6; // convention: a list that is too short costs time, seldom
    const std::int64_t expected = (sample * k + length - 1) / length;
    const std::int64_t target = expected + root_floor(30 * expected) + 6;
    const std::int64_t kept = target * length / sample;
    return {sample,
            round_up(kept + deviations * kept / std::max(std::int64_t{1}, root_floor(target)), keys_granule)};
}

/// The sample for which sample and list together are shortest: about so many elements are handled beside the row. The
/// list is long enough for shorter rows too, of which fewer samples are taken.
FilterSizes choose_filter_sizes(std::int64_t k, std::int64_t length) {
    constexpr std::int64_t sample_min = 256;    // convention: below, six deviations are longer than the list
    constexpr std::int64_t sample_most = 16384; // convention: a sample is read by every CTA of a row
    constexpr std::int64_t square_share = 32;   // bound: s in the algorithm's table before F1
    const std::int64_t most = std::min(sample_most, length / 4);
    FilterSizes best = sizes_for(sample_min, k, length);
    for (std::int64_t sample = 2 * sample_min; sample <= most; sample *= 2) {
        FilterSizes sizes = sizes_for(sample, k, length);
        // Of the rows with half as many samples, the longest have the longest lists.
        const std::int64_t half = sample / 2;
        const std::int64_t longest = half * half / square_share;
        if (longest > k)
            sizes.list = std::max(sizes.list, sizes_for(half, k, longest).list);
        if (sizes.sample + sizes.list < best.sample + best.list)
            best = sizes;
        if (sample * sample >= square_share * length)
            break; // no row takes more
    }
    return best;
}

std::int64_t power_of_two_floor(std::int64_t value) {
    std::int64_t power = 1;
    while (2 * power <= value)
        power *= 2;
    return power;
}

/// Bytes of shared memory that an element of a list takes: a key and a position, and in a cluster its key once more,
/// in the row's list.
std::int64_t entry_bytes(Strategy strategy) {
    return strategy == Strategy::row_per_cluster ? list_entry_bytes + 4 : list_entry_bytes;
}

/// Whole rows, sample and list of a form's filter; nothing if none is wished for, no sample if the list does not fit.
void choose_filter(const Setting &setting, Form &form, bool many_rows) {
    const std::int64_t length = filtered_length_max(setting, form.strategy, form.cta_length_max);
    const std::int64_t k = std::min(setting.shape.k, setting.shape.width);
    if (!setting.filter || k == 0 || length <= k)
        return;
    if (lists_all_whole(setting, form)) {
        form.whole = length;
        return;
    }
    const std::int64_t longest = many_rows                                 ? whole_length_many
                                 : form.strategy == Strategy::row_per_grid ? whole_length_grid
                                                                           : whole_length_few;
    form.whole = std::min(longest, length);
    FilterSizes sizes;
    if (length > form.whole || form.ctas > 1)
        sizes = choose_filter_sizes(k, length);
    if (setting.list_entries_cap > 0) {
        form.whole = std::min(form.whole, setting.list_entries_cap);
        sizes.list = std::min(std::max(sizes.list, setting.list_entries_cap), setting.list_entries_cap);
        sizes.sample = power_of_two_floor(std::min(std::max(sizes.sample, keys_granule), sizes.list));
    }
    sizes.list = std::max(sizes.list, sizes.sample);
    // What is left keeps keys for rows that fall back, and a little is always left.
    const std::int64_t room = keys_on_chip(setting, form.strategy) * setting.key_bytes - list_reserve;
    if (sizes.list * entry_bytes(form.strategy) > room)
        sizes = {};
    form.sample = sizes.sample;
    form.list_entries = sizes.list;
}

/// Without a filter, candidates that a CTA lists after the first round: the winners and half as many again, and some
/// for the bin that the cut lies in; no more than the longest chunk has elements, and no more than half of what is
/// free.
std::int64_t choose_list_entries(const Setting &setting, Strategy strategy, int ctas,
                                 std::int64_t cta_length_max) {
    if (strategy == Strategy::row_per_grid && cta_length_max == 0)
        return 0;
    // A bin of the first digit holds some hundredths of a bell-shaped row. A list that is too short costs a pass over
    // the row in every later round.
    constexpr std::int64_t bin_reserve = 1024; // convention: of short rows; to be measured
    constexpr std::int64_t bin_part = 32; // measured: a list for a 64th was too short at 262,144 and k = 2048
    const Shape &shape = setting.shape;
    const std::int64_t longest =
        std::max(std::min(cta_length_max, shape.width),
                 strategy == Strategy::row_per_grid ? std::int64_t{0} : chunk_length_max(shape.width, ctas));
    const std::int64_t k = std::min(shape.k, shape.width);
    const std::int64_t wanted = std::min(longest, k + k / 2 + std::max(bin_reserve, longest / bin_part));
    const std::int64_t half = keys_on_chip(setting, strategy) * setting.key_bytes / 2 / list_entry_bytes;
    const std::int64_t entries = round_up(std::min(wanted, half / keys_granule * keys_granule), keys_granule);
    return setting.list_entries_cap > 0 ? std::min(entries, setting.list_entries_cap) : entries;
}

/// Shared memory does not outlive a kernel, so row_per_grid keeps keys only for the rows that one CTA does alone.
/// With a filter only rows that fall back need them: where CTAs are to lie side by side, not even those have them.
std::int64_t choose_resident_keys(const Setting &setting, const Form &form, bool many_rows) {
    const Shape &shape = setting.shape;
    const std::int64_t chip = (keys_on_chip(setting, form.strategy) * setting.key_bytes -
                               form.list_entries * entry_bytes(form.strategy)) /
                              setting.key_bytes / keys_granule * keys_granule;
    const std::int64_t cap = std::min(chip, keys_allowed(setting, form.strategy));
    std::int64_t wanted = std::min(form.cta_length_max, shape.width);
    if (form.strategy != Strategy::row_per_grid)
        wanted = std::max(wanted, chunk_length_max(shape.width, form.ctas));
    const std::int64_t kept = form.sample > 0 && many_rows ? 0 : std::min(wanted, cap);
    if (shape.options.order != Order::rank)
        return kept;
    // The same bytes serve to sort the selected pairs (S9), where these fit as a whole.
    const std::int64_t sorted = std::min(shape.k, shape.width) * (sort_pair_bytes / setting.key_bytes);
    return sorted <= cap ? std::max(kept, sorted) : kept;
}

/// CTAs that run at a time. Nobody can say on which SMs the hardware puts a grid's CTAs, so under a limit on SMs
/// there are no more CTAs than that.
std::int64_t ctas_at_a_time(const Setting &setting, const Form &form) {
    if (setting.sms_limited)
        return setting.sms;
    const std::int64_t by_shared = setting.profile.shared_bytes_sm / (form.shared_bytes + shared_bytes_cta);
    const std::int64_t by_threads = setting.profile.threads_per_sm / form.threads;
    const std::int64_t by_registers = registers_sm / registers_thread / form.threads;
    return setting.sms * std::max(std::int64_t{1}, std::min({by_shared, by_threads, by_registers}));
}

/// The rest of a form whose rows are all listed whole: no list, and keys on chip only to sort what was selected.
void fill_whole(const Setting &setting, Form &form) {
    const Shape &shape = setting.shape;
    form.shared_bytes = shared_bytes_alone;
    if (shape.options.order == Order::rank) {
        const std::int64_t sorted = std::min(shape.k, shape.width) * (sort_pair_bytes / setting.key_bytes);
        form.resident_keys = sorted <= keys_allowed(setting, form.strategy) ? sorted : 0;
        form.shared_bytes += round_up(form.resident_keys * setting.key_bytes, bytes_granule);
    }
    form.threads = choose_threads_whole(setting);
    form.groups = shape.rows;
    form.nodes = shape.rows == 0 ? 0 : 1;
}

std::int64_t grid_rows_in_flight(const Setting &setting, int ctas) {
    std::int64_t rows = std::min(setting.shape.rows, workspace_limit / grid_row_workspace(setting, ctas));
    if (setting.sms_limited)
        rows = std::min(rows, static_cast<std::int64_t>(setting.sms / ctas));
    return rows;
}

int nodes_per_batch(const Setting &setting) {
    return grid_nodes_per_batch(setting.digits.size(), setting.shape.options.order);
}

} // namespace

Setting make_setting(const Shape &shape, const Profile &profile, const Wishes &wishes) {
    Setting setting;
    setting.shape = shape;
    setting.profile = profile;
    const int key_bits = score_bits[static_cast<int>(shape.type)];
    setting.key_bytes = key_bits / 8;
    setting.digits = key_bits == 32 ? std::vector<int>{11, 11, 10} : std::vector<int>{8, 8};
    setting.sms_limited = wishes.sms_max > 0 && wishes.sms_max < profile.sms;
    setting.sms = setting.sms_limited ? wishes.sms_max : profile.sms;
    setting.resident_keys_wish = wishes.resident_keys_max;
    setting.list_entries_cap = wishes.list_entries_max / keys_granule * keys_granule;
    setting.filter = wishes.filter;
    return setting;
}

std::int64_t chunk_length_max(std::int64_t width, int ctas) { return (width + ctas - 1) / ctas; }

std::int64_t grid_row_workspace(const Setting &setting, int ctas) {
    return round_up(grid_row_bytes(static_cast<int>(setting.digits.size()), ctas), bytes_granule);
}

std::int64_t grid_rows_max(const Setting &setting, int ctas) {
    // In flight as for any number of rows that is not fewer than a batch.
    Setting many = setting;
    many.shape.rows = std::numeric_limits<std::int64_t>::max();
    return std::numeric_limits<int>::max() / nodes_per_batch(setting) * grid_rows_in_flight(many, ctas);
}

int grid_nodes_per_batch(std::size_t rounds, Order order) {
    return static_cast<int>(rounds) + grid_nodes_extra + (order == Order::rank ? 1 : 0);
}

std::int64_t grid_batches(std::int64_t rows, std::int64_t rows_in_flight) {
    return rows == 0 ? 0 : rows / rows_in_flight + (rows % rows_in_flight != 0 ? 1 : 0);
}

Form make_form(const Setting &setting, Strategy strategy, int ctas) {
    const std::int64_t rows = setting.shape.rows;
    Form form;
    form.strategy = strategy;
    form.ctas = ctas;
    form.cta_length_max = strategy == Strategy::row_per_cta ? setting.shape.width : shared_row_length_min;
    const bool many_rows = rows > setting.sms / ctas;
    choose_filter(setting, form, many_rows);
    if (form.whole > 0 && lists_all_whole(setting, form)) {
        fill_whole(setting, form);
        return form;
    }
    if (form.sample == 0)
        form.list_entries = choose_list_entries(setting, strategy, ctas, form.cta_length_max);
    form.resident_keys = choose_resident_keys(setting, form, many_rows);
    form.shared_bytes = fixed_bytes(strategy) +
                        round_up(form.resident_keys * setting.key_bytes, bytes_granule) +
                        form.list_entries * entry_bytes(strategy);
    form.threads = choose_threads(setting, form, many_rows);
    // Where each row has a CTA or a cluster, kernels hold more elements a thread.
    const bool each = !many_rows && strategy != Strategy::row_per_grid;
    const std::int64_t elements = each ? whole_elements_most : whole_elements_thread;
    if (form.ctas == 1 && form.sample == 0 &&
        form.whole >= setting.shape.width) // longer rows would have no filter
        form.threads = std::max(form.threads, threads_to_hold(setting.shape.width, elements));
    form.whole = std::min(form.whole, elements * form.threads);
    if (strategy == Strategy::row_per_cluster)
        form.cta_length_max = std::max(form.cta_length_max, form.whole);
    form.nodes = rows == 0 ? 0 : 1;
    if (strategy == Strategy::row_per_grid) {
        form.groups = grid_rows_in_flight(setting, ctas);
        form.workspace_bytes = form.groups * grid_row_workspace(setting, ctas);
        form.nodes = static_cast<int>(grid_batches(rows, form.groups) * nodes_per_batch(setting));
    } else {
        form.groups = std::min(rows, std::max(std::int64_t{1}, ctas_at_a_time(setting, form) / ctas));
    }
    return form;
}

} // namespace exactk::device
