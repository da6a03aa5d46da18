// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"

#include "ns3/hpcc.h"
#include "ns3/path-load.h"
#include "ns3/power-tcp.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/** One switch port of 100 Gb/s that stands for a path; another number is another port. */
TelemetryStack
Report(uint64_t port, int64_t timePs, uint64_t sentBytes)
{
    TelemetryStack stack;
    stack.Add(port, {timePs, sentBytes, 0, 100 * GBPS});
    return stack;
}

AckEvent
AckOf(const TelemetryStack& stack)
{
    AckEvent event = Ack(stack.hops[0].timePs);
    event.telemetry = &stack;
    return event;
}

/**
 * Packets of a flow in turns over two ports, each once in 8 us = T, in which it sends 50,000 B:
 * half of its rate. The second one has sent 10^12 B before: if the two were taken for one port, it
 * would send 10^12 B in 4 us, 20 million times the rate.
 */
template <typename Algorithm>
void
Spray(RdmaCongestionControl& control, const Algorithm& check)
{
    for (int64_t round = 0; round < 10; ++round)
    {
        for (int64_t port : {0, 1})
        {
            const auto stack = Report(port,
                                      (8 * round + 4 * port + 1) * US,
                                      port * 1'000'000'000'000ULL + 50'000 * round);
            control.NotifyAck(AckOf(stack));
            check(round);
        }
    }
}

} // namespace

TEST(PathLoad, HpccComparesAPortWithItself)
{
    const auto hpcc = CreateObject<Hpcc>();
    hpcc->Start(PATH_100G);
    // u = 0.5 and tau = T: U is u, whatever it was.
    Spray(*hpcc, [&](int64_t round) {
        EXPECT_DOUBLE_EQ(hpcc->GetUtilization(), round == 0 ? 1 : 0.5);
        EXPECT_EQ(hpcc->GetWindowBytes(), 100'000u); // never above its initial value
    });
}

TEST(PathLoad, PowerTcpComparesAPortWithItself)
{
    const auto power = CreateObject<PowerTcp>();
    power->Start(PATH_100G);
    Spray(*power, [&](int64_t round) {
        EXPECT_DOUBLE_EQ(power->GetPower(), round == 0 ? 1 : 0.5);
        EXPECT_EQ(power->GetWindowBytes(), 100'000u);
    });
}

TEST(PathLoad, RemembersEachPathOnce)
{
    PathLoad load;
    double average = 0;
    const auto rate = [](const TelemetryHop& hop, const TelemetryHop& last, int64_t timePs) {
        return static_cast<double>(hop.sentBytes - last.sentBytes) / timePs;
    };
    EXPECT_TRUE(load.IsEmpty());
    EXPECT_FALSE(load.Update(TelemetryStack(), 8 * US, rate, average)); // of no switch
    EXPECT_TRUE(load.IsEmpty());
    for (int64_t timePs : {8 * US, 16 * US, 24 * US})
    {
        for (uint64_t port = 0; port < 100; ++port)
        {
            EXPECT_EQ(load.Update(Report(port, timePs, timePs * port), 8 * US, rate, average),
                      timePs > 8 * US);
            EXPECT_EQ(average, timePs > 8 * US ? port : 0);
        }
    }
    EXPECT_EQ(load.GetPathCount(), 100u);
    load.Reset();
    EXPECT_TRUE(load.IsEmpty());
}

TEST(PathLoad, AnOvertakenAcknowledgementTeachesNothing)
{
    PathLoad load;
    double average = 0;
    const auto rate = [](const TelemetryHop& hop, const TelemetryHop& last, int64_t timePs) {
        return static_cast<double>(hop.sentBytes - last.sentBytes) / timePs;
    };
    load.Update(Report(0, 8 * US, 0), 8 * US, rate, average);
    EXPECT_TRUE(load.Update(Report(0, 24 * US, 32 * US), 8 * US, rate, average));
    EXPECT_EQ(average, 2);
    EXPECT_FALSE(load.Update(Report(0, 16 * US, 16 * US), 8 * US, rate, average));
    EXPECT_EQ(average, 2);
    // The one before is that of 24 us: (48 - 32) / (32 - 24).
    EXPECT_TRUE(load.Update(Report(0, 32 * US, 48 * US), 8 * US, rate, average));
    EXPECT_EQ(average, 2);
}

/** The order of ports matters, and so does their number. */
TEST(PathLoad, PathsDifferByTheirPorts)
{
    const auto pathOf = [](std::initializer_list<uint64_t> ports) {
        TelemetryStack stack;
        for (const uint64_t port : ports)
        {
            stack.Add(port, {});
        }
        return stack.path;
    };
    EXPECT_EQ(pathOf({1, 2, 3}), pathOf({1, 2, 3}));
    EXPECT_NE(pathOf({1, 2, 3}), pathOf({3, 2, 1}));
    EXPECT_NE(pathOf({1, 2, 3}), pathOf({1, 2}));
    EXPECT_NE(pathOf({0, 0}), pathOf({0}));
}
