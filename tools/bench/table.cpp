// Writes the table of a suite: one line a variant.
// Spec: contract/C15 C17. Layer: tools/bench.
#include "table.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>

#include "commit.hpp"
#include "read_floor.hpp"

namespace exactk::bench {

namespace {

/// The driver's version as its own tool says it.
std::string driver_version() {
    std::FILE *tool =
        popen("nvidia-smi --query-gpu=driver_version --format=csv,noheader,nounits --id=0 2>&1", "r");
    if (tool == nullptr) {
        return "unknown";
    }
    char line[128] = "";
    const bool said = std::fgets(line, sizeof line, tool) != nullptr;
    const bool good = pclose(tool) == 0;
    std::string version(line);
    version.erase(std::remove(version.begin(), version.end(), '\n'), version.end());
    return said && good ? version : "unknown";
}

std::string now() {
    const std::time_t seconds = std::time(nullptr);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&seconds));
    return text;
}

const Variant *find(const std::vector<Variant> &cell, const std::string &name) {
    for (const Variant &variant : cell) {
        if (variant.request.name == name) {
            return &variant;
        }
    }
    return nullptr;
}

/// Whether its time may be set beside others.
bool timed(const Variant &variant) { return variant.status == "ok"; }

} // namespace

Table::Table(const std::string &path, const std::string &suite, Session &session, int replays,
             float launch_gap_us)
    : file_(std::fopen(path.c_str(), "w")), suite_(suite) {
    if (file_ == nullptr) {
        std::fprintf(stderr, "error: %s cannot be written\n", path.c_str());
        std::exit(2);
    }
    const device::Profile &profile = session.profile();
    std::fprintf(file_, "# suite: %s\n# commit: %s\n# exactk: %s, contract %s\n# date: %s\n", suite.c_str(),
                 commit, library_version(), contract_version(), now().c_str());
    std::fprintf(file_, "# device: %s, compute capability %d, %d SMs\n", session.device_name().c_str(),
                 profile.compute_capability, profile.sms);
    std::fprintf(file_, "# driver: %s, CUDA %d; runtime CUDA %d\n", driver_version().c_str(),
                 session.driver_api(), CUDART_VERSION);
    std::fprintf(
        file_,
        "# method: cold, in-graph event pair / calls, up to %d calls on slices of a pool of %zu MiB, "
        "%zu MiB read before; median of %d replays in turn; floor: fastest of %d kernels that read\n",
        slices_max, pool_bytes >> 20, flush_bytes >> 20, replays, floor_count);
    std::fprintf(file_, "# launch_gap_us: %.2f\n", static_cast<double>(launch_gap_us));
    std::fprintf(file_, "rows,n,k,strategy,ctas,threads,floor_us,exactk_us,ratio,min_us,max_us,replays,calls,"
                        "suite,variant,base,to_base,type,dist,width,pitch,lengths,ties,groups,sample,whole,"
                        "list,status,weight\n");
    std::fflush(file_);
}

Table::~Table() { std::fclose(file_); }

void Table::add(const std::vector<Variant> &cell) {
    for (const Variant &variant : cell) {
        const Request &request = variant.request;
        const device::Form &form = variant.plan.first;
        std::fprintf(file_, "%lld,%lld,%lld,%s,%d,%d,", static_cast<long long>(request.rows),
                     static_cast<long long>(request.n), static_cast<long long>(request.k),
                     device::name(form.strategy), form.ctas, form.threads);
        std::string to_base;
        not_ok_ += timed(variant) ? 0 : 1;
        if (variant.has_times()) {
            std::vector<float> us = variant.timed->kept();
            const auto [low, high] = std::minmax_element(us.begin(), us.end());
            const double ratio = static_cast<double>(variant.us / variant.floor_us);
            std::fprintf(file_, "%.2f,%.2f,%.3f,%.2f,%.2f,%zu,%d", static_cast<double>(variant.floor_us),
                         static_cast<double>(variant.us), ratio, static_cast<double>(*low),
                         static_cast<double>(*high), us.size(), variant.timed->calls());
            const Variant *base = find(cell, request.base);
            if (timed(variant) && base != nullptr && timed(*base)) {
                const float against = variant.us / base->us;
                if (suite_ != "plans") { // hundreds of forms: the table has them, and the regret sums them up
                    to_base_[request.name + " / " + request.base].push_back(against);
                }
                char text[32];
                std::snprintf(text, sizeof text, "%.3f", static_cast<double>(against));
                to_base = text;
            }
        } else {
            std::fprintf(file_, ",,,,,0,0");
        }
        std::string status = variant.status;
        std::replace(status.begin(), status.end(), ',', ';');
        std::fprintf(file_, ",%s,%s,%s,%s,%s,%s,%lld,%lld,%s,%s,%lld,%lld,%lld,%lld,%s,%.6g\n",
                     suite_.c_str(), request.name.c_str(), request.base.c_str(), to_base.c_str(),
                     exactk::name(request.type), name(request.distribution),
                     static_cast<long long>(request.width), static_cast<long long>(request.pitch),
                     request.lengths_name.c_str(), exactk::name(request.ties),
                     static_cast<long long>(form.groups), static_cast<long long>(form.sample),
                     static_cast<long long>(form.whole), static_cast<long long>(form.list_entries),
                     status.c_str(), request.weight);
    }
    std::fflush(file_);
    if (suite_ == "plans") {
        add_regret(cell);
    }
}

void Table::add_regret(const std::vector<Variant> &cell) {
    const Variant &automatic = cell.front();
    const Variant *best = &automatic;
    for (const Variant &variant : cell) {
        if (timed(variant) && variant.us < best->us) {
            best = &variant;
        }
    }
    regrets_.push_back(automatic.us / best->us);
    const Request &request = automatic.request;
    std::printf("rows %lld n %lld k %lld: automatic %s %d x %d %.2f us, best %s %.2f us, regret %.3f\n",
                static_cast<long long>(request.rows), static_cast<long long>(request.n),
                static_cast<long long>(request.k), device::name(automatic.plan.first.strategy),
                automatic.plan.first.ctas, automatic.plan.first.threads, static_cast<double>(automatic.us),
                best->request.name.c_str(), static_cast<double>(best->us),
                static_cast<double>(regrets_.back()));
    std::fflush(stdout);
}

void Table::print_summary() const {
    const auto print = [](const std::string &what, std::vector<float> values) {
        std::sort(values.begin(), values.end());
        std::printf("%-56s %7.3f %7.3f %7.3f  of %zu\n", what.c_str(), static_cast<double>(values.front()),
                    static_cast<double>(values[values.size() / 2]), static_cast<double>(values.back()),
                    values.size());
    };
    if (!to_base_.empty() || !regrets_.empty()) {
        std::printf("%-56s %7s %7s %7s\n", "time against", "min", "median", "max");
    }
    for (const auto &[what, values] : to_base_) {
        print(what, values);
    }
    if (!regrets_.empty()) {
        print("automatic / best", regrets_);
    }
    if (not_ok_ > 0) {
        std::printf("%d variants have no time like the others; their lines say why\n", not_ok_);
    }
}

} // namespace exactk::bench
