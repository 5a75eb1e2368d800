// The same plan on the same rows many times over gives the same bytes, alone and in company.
// Spec: contract/C4 C15. Layer: proptests/device.
#include <algorithm>

#include "device_batch.hpp"
#include "hostile.hpp"
#include "plans.hpp"
#include "spinner.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

/// Repeats beside one spinner.
constexpr int repeats_per_spinner = 32; // convention: enough that starting it costs little

/// How long a spinner holds its SMs at most; a cluster that finds no room beside it waits that long.
constexpr double spinner_seconds_max = 0.1; // convention: a repeat takes well below a millisecond

/// One more run on a block that holds the input: poisons the outputs, launches, compares.
struct Player {
    DeviceBatch batch;
    Stream stream;

    void begin(const device::Plan &plan, const Image &image) {
        batch.upload_outputs(image, stream.get());
        const std::string refused = refusal(batch.launch(plan, image, stream.get()));
        if (!refused.empty()) {
            throw std::runtime_error(refused);
        }
    }
    std::string end(const Image &image) { return batch.difference(image, stream.get()); }
};

std::string named(int repeat, const char *who, const std::string &difference) {
    return difference.empty() ? "" : "repeat " + std::to_string(repeat) + who + ": " + difference;
}

std::string alone(Player &player, const device::Plan &plan, const Image &image, int repeats) {
    for (int repeat = 0; repeat < repeats; ++repeat) {
        player.begin(plan, image);
        const std::string difference = player.end(image);
        if (!difference.empty()) {
            return named(repeat, " alone", difference);
        }
    }
    return "";
}

/// Half the SMs are held, and another stream launches the same plan on another block with another workspace.
std::string in_company(Player &player, Player &other, const device::Plan &plan, const Image &image,
                       int repeats, std::int64_t &held) {
    Spinner spinner;
    const int sms = std::max(1, plan.profile.sms / 2);
    for (int repeat = 0; repeat < repeats; ++repeat) {
        if (repeat % repeats_per_spinner == 0) {
            spinner.stop();
            spinner.start(sms, spinner_seconds_max);
        }
        other.begin(plan, image);
        player.begin(plan, image);
        std::string difference = named(repeat, " in company", player.end(image));
        held += spinner.holds() ? 1 : 0;
        difference += named(repeat, " in company, other stream", other.end(image));
        if (!difference.empty()) {
            return difference;
        }
    }
    spinner.stop();
    return "";
}

/// The planner's own filters, one with a list that some rows are too many for, and none.
std::vector<NamedWishes> repeated_wishes() {
    std::vector<NamedWishes> list = wishes_of_each_strategy();
    const NamedWishes one_cta = list[1];
    const NamedWishes cluster = list[2];
    list.push_back(with_list(one_cta, 3072));
    list.push_back(with_list(cluster, 3072));
    list.push_back(without_filter(cluster));
    return list;
}

} // namespace

void repeats_suite(Context &context) {
    const int repeats = context.settings().repeats;
    Player player;
    Player other;
    bool facts = false;
    for (const Hostile &hostile : hostile_batches()) {
        facts = !facts; // without them threads that a row does not need leave
        Wanted wanted;
        wanted.scores = facts;
        wanted.facts = facts;
        const Problem problem = hostile.host.problem();
        const Image image(problem, wanted, poisons[0]);
        for_each_plan(context, hostile.name, problem, repeated_wishes(), [&](const device::Plan &plan) {
            player.batch.upload(plan, image, player.stream.get());
            other.batch.upload(plan, image, other.stream.get());
            std::string difference = alone(player, plan, image, repeats - repeats / 2);
            std::int64_t held = 0;
            if (difference.empty()) {
                difference = in_company(player, other, plan, image, repeats / 2, held);
            }
            context.note(std::string(hostile.name) + " " + device::name(plan.first.strategy) + " " +
                         std::to_string(plan.first.ctas) + ": the SMs were held to the end of " +
                         std::to_string(held) + " of " + std::to_string(repeats / 2) + " repeats in company");
            return difference;
        });
    }
}

} // namespace exactk::device_tests
