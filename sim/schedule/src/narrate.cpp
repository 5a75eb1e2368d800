// A schedule in words.
// Spec: algorithm/S4 to S8 B1 B2 B3. Layer: sim.
#include <cstdio>

#include <exactk/schedule/races.hpp>
#include <exactk/schedule/run.hpp>
#include <exactk/schedule/token.hpp>

namespace exactk::schedule {
namespace {

std::string hex16(unsigned value) {
    char text[8];
    std::snprintf(text, sizeof text, "0x%04X", value & 0xFFFFu);
    return text;
}

std::string number(int value) { return std::to_string(value); }

std::string keys_text(const Machine &machine, int number) {
    const Instance &row = machine.instance();
    std::string text;
    for (int lane = 0; lane < machine.setup().ctas; ++lane) {
        text += lane == 0 ? "" : " |";
        const int first = row.chunks[static_cast<std::size_t>(lane)];
        const int last = row.chunks[static_cast<std::size_t>(lane) + 1];
        for (int i = first; i < last; ++i) {
            text += " " + hex16(row.keys[static_cast<std::size_t>(number * row.n + i)]);
        }
    }
    return text + "\n";
}

std::string row_text(const Machine &machine) {
    const Instance &row = machine.instance();
    std::string text = row.rows == 1 ? "row: " : "rows: " + number(row.rows) + " of ";
    text += number(row.n) + " float16 scores, k " + number(row.k) + ", ties " +
            (row.ties == Ties::low ? "low" : "high");
    text += row.listed ? ", threshold " + hex16(row.threshold) + "\n" : "\n";
    for (int one = 0; one < row.rows; ++one) {
        text += row.rows == 1 ? "keys:" : "keys of row " + number(one) + ":";
        text += keys_text(machine, one);
    }
    text += "bins:";
    for (std::size_t round = 0; round < row.bins.size(); ++round) {
        text += round == 0 ? "" : " |";
        for (const std::uint16_t digit : row.bins[round]) {
            text += " " + hex16(digit);
        }
    }
    return text + "\n";
}

std::string cells_text(const Machine &machine, const Event &event) {
    const Place place = machine.place(event.first);
    const std::string owner = " of CTA " + number(place.owner);
    if (place.kind == Place::Kind::list) {
        return "the list" + owner;
    }
    if (event.count <= 1) {
        return machine.place_text(event.first);
    }
    const bool all = event.count > machine.instance().stride;
    return all ? "the histograms" + owner : "histogram " + number(place.buffer) + owner;
}

std::string elements(int count) { return number(count) + (count == 1 ? " element" : " elements"); }

std::string in_round(const Event &event) { return " (round " + number(event.round) + ")"; }

/// What a state without a next step, or a right one, looks like.
std::string end_text(const Machine &machine, const RunResult &run) {
    std::string text;
    if (run.race) {
        text += "step " + number(run.race->step) + " races: " + describe(machine, *run.race) + "\n";
    }
    if (!run.stuck) {
        text += "slots:";
        for (const std::uint16_t slot : machine.slots(run.end)) {
            text += slot == UINT16_MAX ? " -" : " " + number(slot);
        }
        text += "\nmodel:";
        for (const std::uint16_t slot : machine.instance().slots) {
            text += " " + number(slot);
        }
        text += "\n";
    }
    const std::string fault = fault_text(machine, run);
    return text + (fault.empty() ? "verdict: passed\n" : "fault: " + fault + "\nverdict: failed\n");
}

} // namespace

std::string describe(const Machine &machine, const Event &event) {
    const std::string cta = "CTA " + number(event.lane);
    const std::string cell = cells_text(machine, event);
    if (event.flush) {
        const std::string visible = cta + "'s write to " + cell + " becomes visible";
        return event.count > 1 ? visible : visible + ", which holds " + number(event.value);
    }
    const std::string barrier = name(event.barrier);
    const std::string orders = event.orders ? "" : ", which orders nothing";
    switch (event.at) {
    case At::start: return cta + " gets a place on the device";
    case At::clear_first: return cta + " clears " + cell;
    case At::clear_next: return cta + " clears " + cell + in_round(event);
    case At::add:
        return event.access == Access::read
                   ? cta + " loads " + number(event.value) + " from " + cell + in_round(event)
                   : cta + " adds " + number(event.value) + " to " + cell + in_round(event);
    case At::store_sum: return cta + " stores " + number(event.value) + " to " + cell + in_round(event);
    case At::arrive:
        return cta + " arrives at " + barrier + orders + "; the counter holds " + number(event.value);
    case At::reset: return cta + " resets the barrier's counter";
    case At::publish: return cta + " publishes generation " + number(event.value) + " of the barrier";
    case At::wait: return cta + " passes " + barrier + orders;
    case At::read:
        return event.count > 1 ? cta + " reads " + cell + in_round(event)
                               : cta + " reads " + number(event.value) + " from " + cell + in_round(event);
    case At::share:
        return cta + " publishes its share: above " + number(event.value / 256) + ", equal " +
               number(event.value % 256);
    case At::read_share: return cta + " reads " + cell;
    case At::take_slot: return cta + " takes slot " + number(event.value) + " from the counter of slots";
    case At::slot:
        return event.access == Access::none ? cta + " has no slot to write for element " + number(event.item)
                                            : cta + " writes element " + number(event.value) + " to " + cell;
    case At::list: return cta + " lists " + elements(event.value);
    case At::number: return cta + " publishes that its list has " + elements(event.value);
    case At::read_number: return cta + " reads " + number(event.value) + " from " + cell;
    case At::read_list: return cta + " reads " + cell + " and copies " + elements(event.value);
    case At::count: return cta + " counts its copy in " + cell;
    case At::keep: return cta + " keeps keys where its list was";
    case At::leave: return cta + " leaves";
    case At::done: break;
    }
    return cta + " does nothing";
}

std::string narrate(const Machine &machine, const std::vector<Choice> &choices, bool *fault,
                    std::string &problem) {
    Runner runner(machine);
    std::size_t done = 0;
    const RunResult &run = runner.follow(choices, &done);
    if (done < choices.size()) {
        problem = "choice " + std::to_string(done) + " cannot be done: CTA " + number(choices[done].lane) +
                  (choices[done].flush >= 0 ? " has no such write to flush" : " cannot move there");
        return "";
    }
    problem.clear();
    std::string text = row_text(machine);
    State state = machine.initial();
    for (std::size_t step = 0; step < run.choices.size(); ++step) {
        Event event;
        machine.step(state, run.choices[step], &event);
        if (step == choices.size()) {
            text += "the token ends here; the rest lets the lowest CTA that can move move\n";
        }
        std::string line = std::to_string(step);
        line.insert(0, line.size() < 4 ? 4 - line.size() : 0, ' ');
        text += line + "  " + describe(machine, event) + "\n";
    }
    if (fault != nullptr) {
        *fault = run.faulty();
    }
    return text + end_text(machine, run);
}

} // namespace exactk::schedule
