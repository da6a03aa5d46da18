// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// When links that optical switches move are drained, and what a run says of its ideal times then.

#include "run-program.h"
#include "simulated-run.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/** A fabric, and how long its routes take to leave links that are to be drained, in us. */
struct DrainedFabric
{
    std::string fabric;
    double routesUs;
};

/** Of forwarding tables 18 switches are written, four at a time, a block each. */
const std::vector<DrainedFabric> DRAINED_FABRICS = {
    {R"({"type": "roce", "routeManager": {"detectionTime": "20us", "routingTime": "40us"}})", 60},
    {R"({"type": "infiniband", "routing": "min-hop",
         "subnetManager": {"trapDelay": "20us", "routingTime": "100us", "smpTime": "1us"}})",
     125}};

/**
 * Two squares of 3x3 chips become twisted from 5 us on while each chip sends to the one 12 further
 * on; mirrors turn for 30 us.
 */
std::string
RewireDrained(const std::string& fabric, const std::string& more)
{
    return R"({"topology": {"type": "cube-torus", "cubes": "1x2", "cubeSize": 3,
                            "hostRate": "100Gbps", "rate": "100Gbps"},
               "deadlockCheck": "off", "fabric": )" +
           fabric + R"(, "workload": {"type": "shift", "shift": 12, "bytes": "3MB"},
               "failures": {"type": "optical-rewiring", "twisted": true, "start": "5us",
                            "drain": true, "switchingTime": "30us")" +
           more + "}}";
}

double
GetLightUs(const SimulatedRun& run)
{
    return run.failures.size() == 1 ? std::stod(run.failures.front().at("end_ns")) / 1e3 : 0;
}

} // namespace

/**
 * Light is there 30 us after the second look in a row that finds links without routes and packets,
 * which is two intervals after the routes have left them and the queues of three flows each have
 * gone, with another interval at the most.
 */
TEST(OpticalDrain, EndsWhenLinksAreEmpty)
{
    for (const auto& [fabric, routesUs] : DRAINED_FABRICS)
    {
        SCOPED_TRACE(fabric);
        const auto scenario =
            RewireDrained(fabric, R"(, "controlTime": "10s", "drainInterval": "10us")");
        const auto run = Simulate(scenario);
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        EXPECT_GE(GetLightUs(run), 5 + routesUs + 10 + 30);
        EXPECT_LE(GetLightUs(run), 5 + routesUs + 40 + 30);
        for (const std::string column :
             {"lost_packets", "dropped_packets", "retransmitted_packets", "timeouts"})
        {
            EXPECT_EQ(run.failures.front().at(column), "0") << column;
        }
        const std::string options = Has(fabric, "roce") ? "--ranks 2" : "--threads 2";
        const auto other = Simulate(scenario, options);
        EXPECT_EQ(GetLightUs(other), GetLightUs(run)) << options;
        EXPECT_TRUE(other.flows == run.flows) << options;
    }
}

/** Routes that come later than ControlTime are not waited for, and no link is empty before. */
TEST(OpticalDrain, EndsWithControlTimeAtTheLatest)
{
    for (const auto& [fabric, routesUs] : DRAINED_FABRICS)
    {
        SCOPED_TRACE(fabric);
        const auto run =
            Simulate(RewireDrained(fabric, R"(, "controlTime": "51us", "drainInterval": "10us")"));
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        EXPECT_DOUBLE_EQ(GetLightUs(run), 5 + 51 + 30);
        EXPECT_NE(run.failures.front().at("lost_packets"), "0");
    }
}

/** Somebody who looks seldom turns the mirrors late: at the second of looks 100 us apart. */
TEST(OpticalDrain, WaitsForTheNextLook)
{
    const auto run = Simulate(RewireDrained(DRAINED_FABRICS.front().fabric,
                                            R"(, "controlTime": "10s", "drainInterval": "100us")"));
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
    EXPECT_DOUBLE_EQ(GetLightUs(run), 5 + 200 + 30);
}

/** What has another wiring behind it than the one that its ideal times are of is told so. */
TEST(OpticalDrain, OldIdealTimesAreSaidToBe)
{
    const std::string note =
        "job ShiftWorkload: ideal times and slowdowns are of the wiring before "
        "optical switches turned, at ";
    const auto drained =
        Simulate(RewireDrained(DRAINED_FABRICS.front().fabric,
                               R"(, "controlTime": "10s", "drainInterval": "100us")"));
    EXPECT_NE(drained.outcome.text.find(note + "235000ns"), std::string::npos)
        << drained.outcome.text;
    auto later = RewireDrained(DRAINED_FABRICS.front().fabric, R"(, "controlTime": "10s")");
    later.replace(later.find("\"5us\""), 5, "\"5s\"");
    const auto before = Simulate(later);
    EXPECT_EQ(before.outcome.text.find("ideal times"), std::string::npos) << before.outcome.text;
}

#endif // AI_FABRIC_RUN
