// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Idempotent delivery (RUDI): each packet by itself, and carried out again when it comes again.

#include "error-message.h"
#include "has-text.h"
#include "uet-test.h"
#include "units.h"

#include "ns3/double.h"
#include "ns3/fabric-channel.h"
#include "ns3/input-error.h"
#include "ns3/uet-header.h"
#include "ns3/ultra-ethernet-transport.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class UetIdempotentTest : public UetTest
{
  protected:
    void BuildRudi(const FabricTopology& topology,
                   const Attributes& parts = {},
                   const std::string& mode = "rudi")
    {
        BuildUet("Transport=ns3::UltraEthernetTransport[Mode=" + mode + "]" + parts, topology);
    }

    /** @return counters of a host */
    const UetCounters& GetCounters(uint32_t host) const
    {
        return DynamicCast<UltraEthernetTransport>(m_network.transports[host])->GetCounters();
    }
};

} // namespace

TEST_F(UetIdempotentTest, AMessageAloneTakesItsPacketsAndTheAnswerToTheLast)
{
    for (const TimedLink& link : {TimedLink{"100Gbps", 80, "1us", US},
                                  {"400Gbps", 20, "2us", 2 * US},
                                  {"10Gbps", 800, "10ns", 10'000}})
    {
        for (const uint64_t bytes : {1UL, 4096UL, 4097UL, 40'961UL, 2'000'000UL})
        {
            SCOPED_TRACE(std::string(link.rate) + ", " + std::to_string(bytes) + " B");
            Restart();
            BuildRudi(Star(2, link.rate, link.delay));
            // 14 + 20 + 8 of Ethernet, IPv4 and UDP, 8 + 44 of UET, the FCS, preamble and gap.
            const auto wire = [](uint64_t payload) {
                return static_cast<int64_t>(
                    std::max<uint64_t>(64, 42 + 52 + (payload + 3) / 4 * 4 + 4) + 20);
            };
            // An answer is 42 + 8 + 12 + 4 B, and those before it are out of its way.
            ExpectAlone(link, bytes, 4096, wire, 86);
            EXPECT_EQ(GetCounters(1).repeatedPackets, 0u);
        }
    }
}

/**
 * With q the share of packets that cross the network in one direction, a packet of RUDI is sent
 * until it and its answer have come, 1 / q^2 times, and carried out 1 / q times. One of RUD is sent
 * until it has come, 1 / q times, as later acknowledgements tell of it too.
 */
TEST_F(UetIdempotentTest, ALostAnswerCostsAPacketAndIsCarriedOutAgain)
{
    constexpr uint64_t PACKETS = 20'000;
    for (const double loss : {0.01, 0.05})
    {
        for (const std::string mode : {"rudi", "rud"})
        {
            SCOPED_TRACE(mode + ", loss " + std::to_string(loss));
            Restart();
            BuildRudi(Lossy(Star(2), loss),
                      "CongestionControl=ns3::NoCongestionControl Nic=ns3::RdmaNic[RetryCount=30]",
                      mode);
            Open(0, 1).Post(PACKETS * 4096, 0);
            Simulator::Run();
            ExpectOnce(1);
            const double q = (1 - loss) * (1 - loss);
            const auto sums = Statistics();
            EXPECT_EQ(sums.deliveredBytes, PACKETS * 4096) << "each byte once";
            const double sent = 1 + static_cast<double>(sums.retransmittedPackets) / PACKETS;
            const auto& counters = GetCounters(1);
            const double carriedOut = 1 + static_cast<double>(counters.repeatedPackets) / PACKETS;
            EXPECT_NEAR(sent, mode == "rudi" ? 1 / (q * q) : 1 / q, 0.015);
            EXPECT_NEAR(carriedOut, mode == "rudi" ? 1 / q : 1, mode == "rudi" ? 0.01 : 0);
            EXPECT_EQ(counters.repeatedBytes, counters.repeatedPackets * 4096);
        }
    }
}

TEST_F(UetIdempotentTest, EveryMessageComesOnceWhateverIsLost)
{
    for (const double loss : {0.001, 0.02, 0.2})
    {
        for (const std::string delay : {"10ns", "2us"})
        {
            for (const std::string control :
                 {"ns3::Nscc", "ns3::Swift", "ns3::NoCongestionControl"})
            {
                SCOPED_TRACE(control + ", " + delay + ", loss " + std::to_string(loss));
                Restart();
                BuildRudi(Lossy(Star(3, "25Gbps", delay), loss),
                          {{"CongestionControl", control},
                           {"EntropyPolicy", "ns3::ObliviousEntropyPolicy"},
                           {"Nic", "ns3::RdmaNic[RetryCount=30]"}});
                RunSixtyMessages();
            }
        }
    }
}

/** The target's answers depend on nothing but the packet that they answer. */
TEST_F(UetIdempotentTest, AnswersTellOfTheirPacketAlone)
{
    BuildRudi(Lossy(Star(2), 0.1), {{"Nic", "ns3::RdmaNic[RetryCount=30]"}});
    Open(0, 1).Post(1'000'000, 0);
    uint64_t requests = 0;
    uint64_t responses = 0;
    m_network.nics[1]->GetPort().TraceConnectWithoutContext(
        "Receive",
        Callback<void, const FabricPacket&, int64_t>(
            [&requests](const FabricPacket&, int64_t) { ++requests; }));
    m_network.nics[1]->GetPort().TraceConnectWithoutContext(
        "Transmit",
        Callback<void, const FabricPacket&, int64_t>([&](const FabricPacket& packet, int64_t) {
            const auto& answer = packet.As<UetAnswer>();
            EXPECT_EQ(answer.type, UetType::RUDI_RESPONSE);
            EXPECT_EQ(answer.cumulative, 0u);
            EXPECT_EQ(answer.bitmap, 0u);
            EXPECT_EQ(answer.receivedBytes, 0u);
            ++responses;
        }));
    Simulator::Run();
    ExpectOnce(1);
    EXPECT_GT(requests, 245u);
    EXPECT_EQ(responses, requests) << "one for each, new or not";
}

TEST_F(UetIdempotentTest, ADeadLinkFailsAMessage)
{
    BuildRudi(
        Star(2),
        "RetransmissionTimer=ns3::AdaptiveTimer[InitialTimeout=250us|InitialRange=0ns|Tries=1] "
        "Nic=ns3::RdmaNic[RetryCount=3]");
    Open(0, 1).Post(4096, 0);
    m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
    EXPECT_EQ(RunToFailure(), 250 * (1 + 2 + 4 + 8) * US);
}

TEST_F(UetIdempotentTest, WhatNeedsMoreThanAnAnswerToEachPacketIsRefused)
{
    const auto refusal = [this](const std::string& more, const std::string& control) {
        Restart();
        return MessageOf<InputError>([&] {
            BuildUet({{"Transport", "ns3::UltraEthernetTransport[Mode=rudi" + more + "]"},
                      {"CongestionControl", control}},
                     Star(2));
        });
    };
    EXPECT_EQ(refusal("", "ns3::Nscc"), "no error");
    for (const std::string name : {"AckTime=8us", "BitmapPackets=64", "ProbeTime=3us"})
    {
        EXPECT_TRUE(Has(refusal("|" + name, "ns3::Nscc"), "expected 0")) << name;
    }
    EXPECT_TRUE(Has(refusal("", "ns3::Rccc"), "carry no demand"));
    EXPECT_TRUE(Has(refusal("", "ns3::Falcon"), "the receiver's half of a"));
}
