// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Hosts with several ports on as many planes: queue pairs are pinned to a port, and leave it when
// it dies.

#include "ports-test.h"
#include "units.h"

#include "ns3/fabric-statistics.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** A fabric of queue pairs. */
struct PinnedFabric
{
    const char* name;
    const char* profile;
    Attributes parts;
    int64_t stillPs; //!< time from the loss of a port until its connection sends again
};

constexpr int64_t FAILOVER_PS = 250 * US;

const Attributes COMMON = {{"Transport", "ns3::ReliableConnectionTransport[FailoverTime=250us]"},
                           {"CongestionControl", "ns3::NoCongestionControl"},
                           {"RetransmissionTimer", "ns3::LocalAckTimer"},
                           {"Nic", "ns3::RdmaNic[AckTimeout=100us|RetryCount=20]"}};

// A sender without a window goes on as soon as it has moved. With one, its window is lost, and it
// waits for the next timeout: the third.
const std::vector<PinnedFabric> FABRICS = {
    {"lossless RoCE", "RoceFabric", COMMON, FAILOVER_PS},
    {"lossy RoCE", "RoceFabric", COMMON + "FlowControl=ns3::NoFlowControl", FAILOVER_PS},
    {"selective RoCE",
     "RoceFabric",
     COMMON + "FlowControl=ns3::NoFlowControl LossRecovery=ns3::SelectiveRepeat",
     3 * 100 * US},
    {"RoCE with a receiver's half",
     "RoceFabric",
     COMMON + "CongestionControl=ns3::DcqcnPlus Marker=ns3::RedMarker",
     FAILOVER_PS},
    {"InfiniBand", "InfiniBandFabric", COMMON, FAILOVER_PS}};

class PinnedPortsTest : public PortsTest
{
  protected:
    /** Calls a test with each fabric, 2 and 3 ports and two lengths of cables. */
    template <typename Test>
    void ForAll(const Test& test)
    {
        for (const auto& fabric : FABRICS)
        {
            m_stillPs = fabric.stillPs;
            for (const uint32_t ports : {2U, 3U})
            {
                for (const char* const cable : {"10ns", "2us"})
                {
                    SCOPED_TRACE(std::string(fabric.name) + ", " + std::to_string(ports) +
                                 " ports, " + cable);
                    Restart();
                    BuildPortsOf(fabric.profile, fabric.parts, Star(2, "100Gbps", cable), ports);
                    test(ports);
                }
            }
        }
    }

    /** @return new channel between two hosts whose home is a port */
    MessageChannel& OpenAt(uint32_t port, uint32_t from = 0, uint32_t to = 1)
    {
        const auto& plane = GetPlane(port);
        auto& sender = *plane.transports[from];
        const auto channel = sender.Open(*plane.transports[to],
                                         sender.GetNic()->GetDefaultServiceLevel(),
                                         {m_channels.size()});
        channel->SetClient(&m_client);
        m_channels.push_back(channel);
        return *channel;
    }

    /** A channel at each port, and a message on each. */
    void PostAtAll(uint32_t ports, uint64_t bytes)
    {
        for (uint32_t port = 0; port < ports; ++port)
        {
            OpenAt(port).Post(bytes, port);
        }
    }

    /** @return links that the acknowledged payload of one channel fills in that time */
    double MeasureChannel(uint32_t channel, int64_t fromPs, int64_t toPs)
    {
        std::vector<uint64_t> bytes;
        for (const int64_t ps : {fromPs, toPs})
        {
            RunTo(ps);
            bytes.push_back(GetAcknowledgedBytes(*m_channels[channel]));
        }
        return static_cast<double>(bytes[1] - bytes[0]) * GetBytePs() /
               static_cast<double>(toPs - fromPs);
    }

    /** @return time that a byte of payload takes on a link, in ps */
    double GetBytePs() const
    {
        return GetFullWireBytes() / static_cast<double>(m_network.nics[0]->GetMtuBytes()) * LINK_PS;
    }

    /** @return payload that all ports of host 1 have taken, in bytes */
    uint64_t GetDeliveredBytes(uint32_t ports) const
    {
        uint64_t bytes = 0;
        for (uint32_t port = 0; port < ports; ++port)
        {
            bytes += GetPlane(port).nics[1]->GetCounters().deliveredBytes;
        }
        return bytes;
    }

    /** @return end of the message with that immediate, in ps */
    int64_t GetEndPs(uint32_t immediate) const
    {
        for (const auto& ended : m_client.ends)
        {
            if (ended.immediate == immediate)
            {
                EXPECT_EQ(ended.end.failure, nullptr);
                return ended.end.finishedPs;
            }
        }
        ADD_FAILURE() << "message " << immediate << " has not ended";
        return 0;
    }

    int64_t m_stillPs{0}; //!< of the fabric of ForAll()
};

} // namespace

TEST_F(PinnedPortsTest, AMessageOfADeadPortEndsOnALivePort)
{
    // Each message alone takes w on its link. Port 1 dies at t. Until t + s its connection B stands
    // still, then it shares a live port with its connection A, half and half. A has w - t - s left
    // there and takes twice as long for it:
    //     end(A) = t + s + 2 (w - t - s) = 2 w - t - s
    // The live port is busy all the time, and port 1 until t, so
    //     end(B) = 2 w - t
    // Others end at w. An end may be some round trips of up to 10 us later.
    constexpr uint64_t BYTES = 25'000'000;
    constexpr int64_t DIES_PS = 500 * US;
    for (const uint32_t host : {0U, 1U})
    {
        ForAll([this, host](uint32_t ports) {
            PostAtAll(ports, BYTES);
            RunTo(DIES_PS);
            SetPortDown(1, host, true);
            Simulator::Run();
            ExpectOnce(ports);
            EXPECT_EQ(GetDeliveredBytes(ports), ports * BYTES);
            const double alonePs = static_cast<double>(BYTES) * GetBytePs();
            constexpr double MOST_PS = 40 * US;
            EXPECT_NEAR(static_cast<double>(GetEndPs(1)), 2 * alonePs - DIES_PS, MOST_PS);
            uint32_t shared = 0;
            for (uint32_t port = 0; port < ports; ++port)
            {
                const auto endPs = static_cast<double>(GetEndPs(port));
                const double sharedPs = 2 * alonePs - DIES_PS - m_stillPs;
                shared += port != 1 && std::abs(endPs - sharedPs) < MOST_PS;
                if (port != 1 && std::abs(endPs - sharedPs) >= MOST_PS)
                {
                    EXPECT_NEAR(endPs, alonePs, MOST_PS);
                }
            }
            EXPECT_EQ(shared, 1u);
        });
    }
}

TEST_F(PinnedPortsTest, TheReceiversHalfMovesToo)
{
    // Two senders, each with a connection at its own port, have a link each at host 2. Port 0 dies
    // there: both share port 1. The receiver's half of that port must tell them, or the switch,
    // which does not pause, loses a half of what they send.
    BuildPortsOf("RoceFabric",
                 COMMON + "FlowControl=ns3::NoFlowControl CongestionControl=ns3::DcqcnPlus "
                          "Marker=ns3::RedMarker LossRecovery=ns3::SelectiveRepeat",
                 Star(3),
                 2);
    OpenAt(0, 0, 2).Post(uint64_t{1} << 40, 0);
    OpenAt(1, 1, 2).Post(uint64_t{1} << 40, 1);
    EXPECT_NEAR(MeasureLinks(200 * US, 500 * US), 2, 0.02);
    SetPortDown(0, 2, true);
    RunTo(2000 * US);
    const auto getDrops = [this] {
        return FabricStatistics::Collect(GetPlane(1).GetOwnParts(), 1).drops;
    };
    const uint64_t drops = getDrops();
    EXPECT_NEAR(MeasureLinks(2000 * US, 6000 * US), 1, 0.1);
    EXPECT_EQ(getDrops(), drops);
    EXPECT_GT(MeasureChannel(0, 6000 * US, 7000 * US), 0.2);
}

TEST_F(PinnedPortsTest, AllRatesComeBackWithThePort)
{
    ForAll([this](uint32_t ports) {
        PostAtAll(ports, uint64_t{1} << 40);
        EXPECT_NEAR(MeasureLinks(200 * US, 500 * US), ports, 0.01 * ports);
        SetPortDown(1, 1, true);
        EXPECT_EQ(MeasureChannel(1, 520 * US, 500 * US + FAILOVER_PS), 0);
        // What the dead port lost takes 250 us of a whole link, so 500 us of a half.
        EXPECT_NEAR(MeasureLinks(1400 * US, 1700 * US), ports - 1, 0.01 * ports);
        EXPECT_NEAR(MeasureChannel(1, 1700 * US, 1900 * US),
                    0.5,
                    0.02); // acknowledged by 8 packets
        SetPortDown(1, 1, false);
        // It is not used before the time has passed.
        EXPECT_NEAR(MeasureLinks(1900 * US, 1900 * US + FAILOVER_PS), ports - 1, 0.01 * ports);
        EXPECT_NEAR(MeasureLinks(2000 * US + FAILOVER_PS, 2600 * US), ports, 0.01 * ports);
    });
}

TEST_F(PinnedPortsTest, AShortOutageMovesNobody)
{
    // The port is back before 250 us. Its connection repeats from a timer of 100 us.
    ForAll([this](uint32_t ports) {
        PostAtAll(ports, uint64_t{1} << 40);
        RunTo(500 * US);
        SetPortDown(1, 0, true);
        RunTo(600 * US);
        SetPortDown(1, 0, false);
        EXPECT_NEAR(MeasureLinks(900 * US, 1300 * US), ports, 0.01 * ports);
        for (uint32_t channel = 0; channel < ports; ++channel)
        {
            const int64_t fromPs = (13 + 3 * channel) * 100 * US;
            EXPECT_NEAR(MeasureChannel(channel, fromPs, fromPs + 300 * US), 1, 0.01);
        }
    });
}

TEST_F(PinnedPortsTest, ConnectionsOfADeadPortSpreadOverTheLiveOnes)
{
    // 60 connections at port 0 of 4, of which ports 0 and 2 die, one at each host: the others have
    // 30 each. Five standard deviations of a binomial distribution are 19.
    BuildPortsOf("RoceFabric", COMMON, Star(2), 4);
    SetPortDown(0, 0, true);
    SetPortDown(2, 1, true);
    for (int i = 0; i < 60; ++i)
    {
        OpenAt(0).Post(4096, i);
    }
    Simulator::Run();
    ExpectOnce(60);
    EXPECT_EQ(GetPlane(0).nics[1]->GetCounters().deliveredBytes, 0u);
    EXPECT_EQ(GetPlane(2).nics[1]->GetCounters().deliveredBytes, 0u);
    for (const uint32_t port : {1U, 3U})
    {
        const auto packets = GetPlane(port).nics[1]->GetCounters().deliveredBytes / 4096;
        EXPECT_NEAR(static_cast<double>(packets), 30, 19);
    }
}

TEST_F(PinnedPortsTest, EveryMessageComesOnceWhileAPortFlaps)
{
    // Ports of both hosts go down and up, each faster than connections move, and slower.
    for (const auto& fabric : FABRICS)
    {
        for (const int64_t periodPs : {70 * US, 700 * US})
        {
            SCOPED_TRACE(std::string(fabric.name) + ", " + std::to_string(periodPs / US) + " us");
            Restart();
            BuildPortsOf(fabric.profile, fabric.parts, Lossy(Star(2), 0.0001), 3);
            auto& first = OpenAt(0);
            auto& second = OpenAt(1);
            for (int flap = 1; flap <= 8; ++flap)
            {
                Simulator::Schedule(PicoSeconds(flap * periodPs), [this, flap] {
                    SetPortDown(0, 0, flap % 2 == 1);
                    SetPortDown(1, 1, flap % 4 == 1);
                });
            }
            const uint64_t sum = PostSixtyMessages(first, second, 1'000'000);
            Simulator::Run();
            ExpectOnce(SIXTY);
            EXPECT_EQ(GetDeliveredBytes(3), sum);
        }
    }
}

TEST_F(PinnedPortsTest, WithAllPortsDeadItFails)
{
    BuildPortsOf("RoceFabric", COMMON, Star(2), 2);
    PostAtAll(2, 1'000'000'000);
    RunTo(100 * US);
    SetPortDown(0, 0, true);
    SetPortDown(1, 1, true);
    Simulator::Run();
    ASSERT_EQ(m_client.ends.size(), 2u);
    for (const auto& ended : m_client.ends)
    {
        EXPECT_STREQ(ended.end.failure, "retry-exceeded");
    }
}
