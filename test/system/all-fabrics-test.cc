// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Hand-made bounds for an incast, a permutation and a dead uplink, under every fabric of
// all-fabrics.

#include "run-program.h"
#include "temporary-folder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

constexpr size_t COMPARED = 17;

/** Preamble, SFD and gap of an Ethernet frame; InfiniBand has less. */
constexpr double GAP_BYTES = 20;

struct Result
{
    std::map<std::string, double> endUs; //!< of jobs, by their names
    double atLeastUs{0};                 //!< the bytes of the busiest link at its rate
    double atMostUs{0};                  //!< the same, with preambles and gaps
};

/** By fabric. */
using Results = std::map<std::string, Result>;

/**
 * Runs the four leaves, four spines and sixteen hosts of all-fabrics at 100 Gb/s.
 *
 * @param workload jobs as JSON
 * @param failureStart when an uplink of the first leaf goes down
 * @param cable delay of each
 * @param seed of all draws
 */
Results
Compare(const std::string& workload,
        const std::string& failureStart,
        const std::string& cable,
        int seed)
{
    const TemporaryFolder folder;
    const auto outcome =
        RunScenario(std::string(AI_FABRIC_SOURCE_DIR) +
                    "/examples/scenarios/all-fabrics.json --quiet --no-figure --no-lint --set "
                    "fabric.5.name=IRN "
                    "--seed " +
                    std::to_string(seed) + " --set topology.hostDelay=" + cable +
                    " --set topology.uplinkDelay=" + cable +
                    " --set until=5s --set failures.start=" + failureStart +
                    " --set 'workload=" + workload + "' --output " + folder.GetPath());
    // An audit that finds a byte lost or twice there, a lossless drop or a stall makes it 1.
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    Results results;
    for (auto& row : ReadRows(folder.GetPath() + "/summary.csv"))
    {
        EXPECT_EQ(row["complete"], "1") << row["fabric"];
        results[row["fabric"]].endUs[row["job"]] = std::stod(row["completion_ns"]) / 1000;
    }
    for (auto& row : ReadRows(folder.GetPath() + "/links.csv"))
    {
        auto& result = results[row["fabric"]];
        const double bytes = std::stod(row["frame_bytes"]);
        const double usPerByte = 8e6 / std::stod(row["rate_bps"]);
        result.atLeastUs = std::max(result.atLeastUs, bytes * usPerByte);
        result.atMostUs =
            std::max(result.atMostUs, (bytes + GAP_BYTES * std::stod(row["packets"])) * usPerByte);
    }
    EXPECT_EQ(results.size(), COMPARED);
    return results;
}

/**
 * @param busyUs how long what limits a job is busy
 * @param cableUs delay of each cable
 * @return what it may take where that is never idle for long: 2 % more, and six round trips of
 *         four cables and 1 us in switches and on the wire each way, to start, to find a rate and
 *         to acknowledge
 */
double
WithinUs(double busyUs, double cableUs)
{
    return 1.02 * busyUs + 6 * 2 * (4 * cableUs + 1);
}

/** Of a cable. */
struct Cable
{
    std::string name;
    double us;
};

const Cable CABLES[] = {{"10ns", 0.01}, {"2us", 2}};

} // namespace

/**
 * Eight hosts of three leaves send 2 MB each to one, and a ninth to another one of its leaf. The
 * last link is busy from the first packet to the last, but where congestion control works by rates:
 * it cuts too deep, or aims below the rate. With fixed paths and credits the neighbour's 2 MB may
 * be in the way of the last of the eight as well.
 */
TEST(AllFabrics, AnIncastFillsItsPortAndItsNeighbourGetsBy)
{
    const std::set<std::string> aimBelow = {"RoCE DCQCN",
                                            "RoCE tuned",
                                            "RoCE adaptive",
                                            "RoCE HPCC",
                                            "Spectrum-X-like"};
    const std::set<std::string> staticPaths = {"InfiniBand static", "RoCE PFC alone"};
    const std::set<std::string> isolate = {"scheduled", "UET NSCC", "UET credits", "SRD-like"};
    for (const auto& cable : CABLES)
    {
        SCOPED_TRACE(cable.name);
        auto results =
            Compare(R"([{"type": "incast", "name": "incast", "hosts": "0-6,10", )"
                    R"("target": 8, "bytes": "2MB"}, {"type": "incast", )"
                    R"("name": "neighbour", "hosts": "7", "target": 9, "bytes": "2MB"}])",
                    "4s",
                    cable.name,
                    3);
        for (auto& [fabric, result] : results)
        {
            SCOPED_TRACE(fabric);
            const double incastUs = result.endUs["incast"];
            const double neighbourUs = result.endUs["neighbour"];
            const double besideUs = staticPaths.count(fabric) > 0 ? result.atMostUs / 8 : 0;
            EXPECT_GE(incastUs, result.atLeastUs);
            EXPECT_LE(incastUs,
                      aimBelow.count(fabric) > 0 ? 1.8 * result.atMostUs
                                                 : WithinUs(result.atMostUs + besideUs, cable.us));
            // A ninth host's bytes are an eighth of those of the last link.
            EXPECT_GE(neighbourUs, result.atLeastUs / 8 * 0.99);
            EXPECT_LE(neighbourUs,
                      isolate.count(fabric) > 0 ? WithinUs(result.atMostUs / 8, cable.us)
                                                : 1.01 * incastUs);
        }
    }
}

/**
 * Each of 16 hosts sends 4 MB to one other. No fabric is faster than its busiest link, and those
 * that choose links by what waits there, packet by packet, and cut no rates are as fast.
 */
TEST(AllFabrics, APermutationTakesAsLongAsItsBusiestLink)
{
    for (const auto& cable : CABLES)
    {
        SCOPED_TRACE(cable.name);
        auto results = Compare(R"([{"type": "permutation", "bytes": "4MB"}])", "4s", cable.name, 5);
        for (auto& [fabric, result] : results)
        {
            SCOPED_TRACE(fabric);
            EXPECT_GE(result.atLeastUs, 320);
            EXPECT_GE(result.endUs["all"], result.atLeastUs);
            if (fabric == "scheduled")
            {
                EXPECT_LE(result.endUs["all"], WithinUs(result.atMostUs, cable.us));
            }
            // A fourth of the links would be left to each leaf if all its flows met on one.
            EXPECT_LE(result.endUs["all"], 1.5 * 4 * 340);
        }
    }
}

/**
 * Each host sends 4 MB to the next leaf, where one of four uplinks has been dead for 20 ms: 16 MB
 * over three links, in one direction and in the other. Who takes all of them takes 4/3 of the time
 * of one flow; who has a path per flow, the time of two or more.
 */
TEST(AllFabrics, ADeadUplinkLeavesTheOthers)
{
    const std::set<std::string> fill = {"InfiniBand",
                                        "InfiniBand static",
                                        "RoCE PFC alone",
                                        "scheduled",
                                        "UET NSCC",
                                        "UET credits",
                                        "UET lossless"};
    for (const auto& cable : CABLES)
    {
        SCOPED_TRACE(cable.name);
        auto results =
            Compare(R"([{"type": "shift", "shift": 4, "bytes": "4MB", "start": "20ms"}])",
                    "1us",
                    cable.name,
                    2);
        for (auto& [fabric, result] : results)
        {
            SCOPED_TRACE(fabric);
            EXPECT_GE(result.atLeastUs, 4.0 / 3 * 320);
            EXPECT_GE(result.endUs["ShiftWorkload"], result.atLeastUs);
            if (fill.count(fabric) > 0)
            {
                EXPECT_LE(result.endUs["ShiftWorkload"], WithinUs(result.atMostUs, cable.us));
            }
        }
        EXPECT_LE(results["scheduled"].atMostUs, 4.0 / 3 * 340);
        EXPECT_GE(results["InfiniBand static"].atLeastUs, 2 * 320);
        EXPECT_GE(results["IRN"].atLeastUs, 2 * 320);
    }
}

#endif // AI_FABRIC_RUN
