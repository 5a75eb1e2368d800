// Fewer places on the device than CTAs: who is stuck, who is refused, and who does not care.
// Spec: algorithm/B1 B2 B3, contract/C15. Layer: proptests/schedule.
#include <string>

#include <boost/test/unit_test.hpp>

#include <exactk/schedule.hpp>

#include "pairs.hpp"

using namespace exactk::schedule;

BOOST_AUTO_TEST_CASE(the_exhibit_is_stuck_with_fewer_places_than_ctas_in_every_schedule) {
    for (int ctas = 2; ctas <= 5; ++ctas) {
        for (int resident = 1; resident <= ctas; ++resident) {
            Setup setup = pairs::setup_of(Form::spin, ctas, 2);
            setup.resident = resident;
            BOOST_TEST(!launch_refused(setup));
            const Machine machine(setup);
            const Exploration found = explore(machine);
            BOOST_TEST_CONTEXT(pairs::text(setup)) {
                BOOST_TEST(found.complete);
                BOOST_TEST(found.stuck == (resident < ctas ? found.ends : 0u));
                BOOST_TEST(found.wrong == 0u);
                if (resident < ctas) {
                    Runner runner(machine);
                    const RunResult &run = runner.follow(found.fault);
                    BOOST_TEST(run.stuck);
                    BOOST_TEST(fault_text(machine, run).find("no place on the device gets free") !=
                               std::string::npos);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(kernel_boundaries_never_wait_for_a_cta_without_a_place) {
    for (int ctas = 2; ctas <= 4; ++ctas) {
        for (int resident = 1; resident < ctas; ++resident) {
            Setup setup = pairs::setup_of(Form::kernel, ctas, 3, 4);
            setup.resident = resident;
            BOOST_TEST(!launch_refused(setup));
            const Exploration found = explore(Machine(setup));
            BOOST_TEST_CONTEXT(pairs::text(setup)) {
                BOOST_TEST(found.complete);
                BOOST_TEST(found.stuck + found.wrong == 0u);
                BOOST_TEST(found.outcomes.size() == 1u);
            }
        }
    }
    Setup large = pairs::setup_of(Form::kernel, 64, 3);
    large.resident = 5;
    BOOST_TEST(random_runs(Machine(large), 10, 3, 1, false).faulty == 0u);
}

BOOST_AUTO_TEST_CASE(clusters_and_cooperative_launches_are_refused_rather_than_stuck) {
    for (const Form form : {Form::cluster, Form::cooperative}) {
        Setup setup = pairs::setup_of(form, 4, 2);
        std::string why;
        setup.resident = 3;
        BOOST_TEST(launch_refused(setup, &why));
        BOOST_TEST(why.find("4 CTAs, 3 fit") != std::string::npos);
        for (const int enough : {0, 4}) {
            setup.resident = enough;
            BOOST_TEST(!launch_refused(setup));
            BOOST_TEST(explore(Machine(setup)).stuck == 0u);
        }
    }
}
