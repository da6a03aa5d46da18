// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PORTS_TEST_H
#define AI_FABRIC_PORTS_TEST_H

#include "mrc-test.h"

#include "ns3/rdma-queue-pair.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** Hosts with several ports of 100 Gb/s, each on a network of its own. */
class PortsTest : public MrcTest
{
  protected:
    static constexpr double LINK_PS = 80; //!< of a byte on one link

    /** @param parts of a fabric of Ultra Ethernet @return parts for BuildPorts() */
    static Attributes MakeUetParts(const Attributes& parts)
    {
        Attributes all = {
            {"Transport", "ns3::UltraEthernetTransport"},
            {"Framing", "ns3::UetFraming"},
            {"PathSelector", "ns3::EcmpPathSelector"},
            {"EntropyPolicy", "ns3::RepsEntropyPolicy[Entropies=256]"},
            {"RetransmissionTimer", "ns3::AdaptiveTimer[InitialTimeout=100us|InitialRange=0ns]"}};
        all.insert(all.end(), parts.begin(), parts.end());
        return all;
    }

    /** @return the network of a plane */
    const FabricNetwork& GetPlane(uint32_t plane) const
    {
        return plane == 0 ? m_network : *m_network.planes[plane - 1];
    }

    /** All links of a plane lose everything, or nothing. */
    void SetDead(uint32_t plane, bool dead)
    {
        for (const auto& channel : GetPlane(plane).channels)
        {
            channel->SetErrorRate(0, dead ? 1 : 0);
            channel->SetErrorRate(1, dead ? 1 : 0);
        }
    }

    /** @return the link of a host in a plane */
    FabricChannel& GetHostLink(uint32_t plane, uint32_t host) const
    {
        const auto& port = GetPlane(plane).nics[host]->GetPort();
        return static_cast<FabricChannel&>(*port.GetChannel());
    }

    /** The link of a host goes down or up now. */
    void SetPortDown(uint32_t plane, uint32_t host, bool down)
    {
        GetHostLink(plane, host).SetDown(down, Simulator::Now().GetPicoSeconds());
    }

    /** Runs until a time. */
    static void RunTo(int64_t ps)
    {
        Simulator::Stop(PicoSeconds(ps) - Simulator::Now());
        Simulator::Run();
    }

    /** @return length on the wire of a full packet within a message, in bytes */
    uint32_t GetFullWireBytes() const
    {
        const auto& transport = *m_network.transports[0];
        const auto runs =
            transport.GetPackets(uint64_t{1000} * transport.GetNic()->GetMtuBytes(), 1);
        return std::max_element(runs.begin(),
                                runs.end(),
                                [](const auto& a, const auto& b) { return a.packets < b.packets; })
            ->bytes;
    }

    /** @return payload of a channel that is acknowledged now */
    static uint64_t GetAcknowledgedBytes(const MessageChannel& channel)
    {
        const auto activity = channel.GetActivity(Simulator::Now().GetPicoSeconds());
        uint64_t bytes = activity ? activity->acknowledgedBytes : 0;
        for (const auto& sender : channel.GetSenders())
        {
            const auto queuePair = DynamicCast<const RdmaQueuePair>(sender);
            bytes += queuePair ? queuePair->GetAcknowledgedBytes() : 0;
        }
        return bytes;
    }

    /** @return links that the acknowledged payload of all channels fills in that time */
    double MeasureLinks(int64_t fromPs, int64_t toPs)
    {
        std::vector<uint64_t> bytes;
        for (const int64_t ps : {fromPs, toPs})
        {
            RunTo(ps);
            bytes.push_back(0);
            for (const auto& channel : m_channels)
            {
                bytes.back() += GetAcknowledgedBytes(*channel);
            }
        }
        const uint64_t mtuBytes = m_network.nics[0]->GetMtuBytes();
        const auto wireBytes = GetFullWireBytes();
        return static_cast<double>(bytes[1] - bytes[0]) / static_cast<double>(mtuBytes) *
               static_cast<double>(wireBytes) * LINK_PS / static_cast<double>(toPs - fromPs);
    }

    /**
     * A port of one end of a connection dies at 500 us, and comes back at 1 ms.
     *
     * @param ports of each host
     * @param host 0: the sender, 1: the receiver
     * @param settledPs time that the sender may take to leave the port
     */
    void ExpectShareOfTheOtherPorts(uint32_t ports, uint32_t host, int64_t settledPs)
    {
        Open(0, 1).Post(uint64_t{1} << 40, 0);
        EXPECT_NEAR(MeasureLinks(200 * US, 500 * US), ports, 0.01 * ports);
        SetPortDown(1, host, true);
        EXPECT_NEAR(MeasureLinks(500 * US + settledPs, 1000 * US), ports - 1, 0.01 * (ports - 1));
        SetPortDown(1, host, false);
        EXPECT_NEAR(MeasureLinks(1200 * US, 1600 * US), ports, 0.01 * ports);
    }

    /**
     * The same with 3 and 5 ports, short and long cables, and either end.
     *
     * @param parts parts of the fabric
     * @param settledPs see ExpectShareOfTheOtherPorts()
     */
    void ExpectShareWhicheverPortDies(const Attributes& parts, int64_t settledPs)
    {
        for (const uint32_t ports : {3U, 5U})
        {
            for (const char* const cable : {"10ns", "2us"})
            {
                for (const uint32_t host : {0U, 1U})
                {
                    SCOPED_TRACE(std::to_string(ports) + " ports, " + cable + ", host " +
                                 std::to_string(host));
                    Restart();
                    BuildPorts(parts, Star(2, "100Gbps", cable), ports);
                    ExpectShareOfTheOtherPorts(ports, host, settledPs);
                }
            }
        }
    }

    /** A plane dies at 500 us, and comes back at 1.5 ms. @param parts of the fabric */
    void ExpectShareOfTheOtherPlanes(const Attributes& parts, uint32_t ports)
    {
        BuildPorts(parts, Leaves(1), ports);
        Open(0, 1).Post(uint64_t{1} << 40, 0);
        EXPECT_NEAR(MeasureLinks(100 * US, 500 * US), ports, 0.01 * ports);
        SetDead(2, true);
        EXPECT_NEAR(MeasureLinks(700 * US, 1500 * US), ports - 1, 0.01 * (ports - 1));
        SetDead(2, false);
        EXPECT_NEAR(MeasureLinks(1800 * US, 2200 * US), ports, 0.01 * ports);
    }

    /** Messages of many lengths with losses on all links. @param parts of the fabric */
    void ExpectEachMessageOnce(const Attributes& parts, uint32_t ports, double loss)
    {
        Restart();
        BuildPorts(parts, Lossy(Leaves(2), loss), ports);
        auto& first = Open(0, 3);
        auto& second = Open(2, 1);
        const uint64_t sum = PostSixtyMessages(first, second, 150'000);
        Simulator::Run();
        ExpectOnce(SIXTY);
        uint64_t delivered = 0;
        for (uint32_t plane = 0; plane < ports; ++plane)
        {
            for (const auto& nic : GetPlane(plane).nics)
            {
                delivered += nic->GetCounters().deliveredBytes;
            }
        }
        EXPECT_EQ(delivered, sum);
    }

    /** A long message alone takes an equal share of each port. @param parts of the fabric */
    void ExpectAMessageOnAllPorts(const Attributes& parts, uint32_t ports)
    {
        Restart();
        BuildPorts(parts, Star(2), ports);
        const uint64_t packets = 40'000 / ports * ports;
        const uint64_t bytes = packets * m_network.nics[0]->GetMtuBytes();
        Open(0, 1).Post(bytes, 0);
        Simulator::Run();
        ExpectOnce(1);
        uint64_t delivered = 0;
        const double share = static_cast<double>(bytes) / ports;
        for (uint32_t plane = 0; plane < ports; ++plane)
        {
            const uint64_t there = GetPlane(plane).nics[1]->GetCounters().deliveredBytes;
            EXPECT_NEAR(static_cast<double>(there), share, share / 100);
            delivered += there;
        }
        EXPECT_EQ(delivered, bytes);
        const auto wireBytes = m_network.transports[0]->GetPackets(bytes, 1).front().bytes;
        const double alonePs = static_cast<double>(packets * wireBytes) * LINK_PS / ports;
        EXPECT_LT(static_cast<double>(GetLastArrivalPs()), 1.01 * alonePs);
    }
};

} // namespace ns3

#endif // AI_FABRIC_PORTS_TEST_H
