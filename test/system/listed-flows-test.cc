// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Flows that a scenario lists: their limits hold on every transport, and results show their names.

#include "simulated-run.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

#ifdef AI_FABRIC_RUN

namespace
{

constexpr double FLOW_PACKETS = 200; //!< of a limited flow
constexpr double LIMIT_BPNS = 3.0;   //!< limit in bit/ns

/**
 * Runs a limited flow on an idle star of links of 100 Gb/s, behind a packet to another host that
 * tells how long the last packet travels.
 *
 * @param fabric fabric in JSON
 * @param delay delay of each cable
 * @param more further keys of the scenario
 */
SimulatedRun
RunLimited(const std::string& fabric, const std::string& delay, const std::string& more = "")
{
    return Simulate(R"({"topology": {"type": "star", "hosts": 4, "rate": "100Gbps", "delay": ")" +
                    delay + R"("}, "fabric": )" + fabric + more +
                    R"(, "workload": {"type": "flows", "flows": [)" +
                    R"({"from": 0, "to": 1, "bytes": 819200, "rate": "3Gbps", "name": "slow"},)" +
                    R"({"from": 2, "to": 3, "bytes": 4096, "name": "one packet"}]}})");
}

double
GetNumber(const SimulatedRun& run, size_t message, const std::string& column)
{
    return std::stod(run.messages.at(message).at(column));
}

/**
 * The last packet starts when the limit has been paid for all others, and then needs the time of a
 * packet alone.
 *
 * @param run result of RunLimited() @param wireBytes bytes of a full packet on the wire
 */
void
ExpectLimit(const SimulatedRun& run, double wireBytes)
{
    ASSERT_EQ(run.messages.size(), 2u) << run.outcome.text;
    const double paidNs = (FLOW_PACKETS - 1) * wireBytes * 8 / LIMIT_BPNS;
    const double expectedNs = paidNs + GetNumber(run, 1, "fct_ns");
    EXPECT_NEAR(GetNumber(run, 0, "fct_ns"), expectedNs, 0.001 * expectedNs);
    EXPECT_GE(GetNumber(run, 0, "slowdown"), 1);
    EXPECT_LE(GetNumber(run, 0, "slowdown"), 1.01);
    EXPECT_EQ(run.messages[0].at("flow"), "slow");
    EXPECT_EQ(run.messages[1].at("flow"), "one packet");
    EXPECT_EQ(run.messages[0].at("max_rate_bps"), "3000000000");
    EXPECT_EQ(run.messages[1].at("max_rate_bps"), "");
}

} // namespace

TEST(ListedFlows, ALimitHoldsOnEveryTransport)
{
    // Frames of 4096 B: Ethernet's 8 + 14 + 4 + 12, IP's 20 and UDP's 8, and then RoCE's BTH and
    // ICRC of 12 + 4, Ultra Ethernet's 56, MRC's 100. InfiniBand's LRH, BTH, ICRC and VCRC of 8 +
    // 12 + 4 + 2, and 4 of delimiters.
    for (const std::string delay : {"10ns", "2us"})
    {
        ExpectLimit(RunLimited(R"("roce")", delay), 4178);
        ExpectLimit(RunLimited(R"({"type": "roce", "congestionControl": "swift"})", delay), 4178);
        ExpectLimit(RunLimited(R"({"preset": "infiniband-hdr"})", delay), 4126);
        ExpectLimit(RunLimited(R"({"preset": "ultra-ethernet"})", delay), 4218);
        ExpectLimit(RunLimited(R"({"preset": "mrc"})", delay), 4262);
    }
}

TEST(ListedFlows, ALimitIsThatOfAllPortsAndQueuePairs)
{
    const std::string ports =
        R"(, "server": {"type": "custom", "gpusPerServer": 1, "nicsPerGpu": 3, "oneAdapter": true})";
    ExpectLimit(RunLimited(R"({"preset": "ultra-ethernet"})", "10ns", ports), 4218);
    ExpectLimit(RunLimited(R"({"preset": "mrc", "entropyPolicy": {"values": 120, "spares": 30}})",
                           "10ns",
                           ports),
                4262);
    // NICs that share a message: parts of whole units of 128 B, a third of the limit each. So the
    // last packets of all parts start when the limit has paid for all but three packets.
    const auto split =
        RunLimited(R"("roce")",
                   "10ns",
                   R"(, "server": {"type": "custom", "gpusPerServer": 1, "nicsPerGpu": 3})");
    ASSERT_EQ(split.messages.size(), 2u) << split.outcome.text;
    EXPECT_NEAR(GetNumber(split, 0, "fct_ns"),
                (FLOW_PACKETS - 3) * 4178 * 8 / LIMIT_BPNS,
                0.02 * 2.2e6);
    EXPECT_GE(GetNumber(split, 0, "slowdown"), 1);
}

TEST(ListedFlows, OthersGetWhatALimitLeaves)
{
    // In the ideal network: 100 - 3 of 100 Gb/s. The limited flow lasts 2.2 ms, the other one 0.4.
    const auto run = Simulate(
        R"({"topology": {"type": "star", "hosts": 3, "rate": "100Gbps", "delay": "10ns"},
            "fabric": {"type": "roce", "transport": "ideal"}, "workload": {"type": "flows", "flows": [
            {"from": 0, "to": 2, "bytes": 819200, "rate": "3Gbps"},
            {"from": 1, "to": 2, "bytes": 4096000}]}})");
    ASSERT_EQ(run.messages.size(), 2u) << run.outcome.text;
    EXPECT_EQ(run.messages[0].count("flow"), 0u); // no flow has a name
    EXPECT_NEAR(GetNumber(run, 1, "fct_ns"), 1000 * 4178 * 8 / 97.0, 0.005 * 344600);
}

#endif // AI_FABRIC_RUN
