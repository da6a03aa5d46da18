// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFINI_BAND_QOS_TEST_H
#define AI_FABRIC_INFINI_BAND_QOS_TEST_H

#include "network-test.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** Queue pairs of several service levels on InfiniBand. */
class InfiniBandQosTest : public NetworkTest
{
  protected:
    /** @return a part of the fabric, whole */
    static std::pair<std::string, std::string> Arbiter(const std::string& high,
                                                       const std::string& low,
                                                       uint32_t limit)
    {
        return {"Arbiter",
                "ns3::VlArbiter[HighTable=" + high + "|LowTable=" + low +
                    "|HighLimit=" + std::to_string(limit) + "]"};
    }

    void BuildStar(uint32_t hosts, const Attributes& parts)
    {
        Build(
            "InfiniBandFabric",
            parts,
            Topology("StarTopology",
                     {{"Hosts", std::to_string(hosts)}, {"Rate", "100Gbps"}, {"Delay", "100ns"}}));
    }

    /**
     * A message.
     *
     * @param source host
     * @param dest host
     * @return the receiving queue pair
     */
    Ptr<RdmaQueuePair> Send(uint32_t source, uint32_t dest, uint8_t level, uint64_t bytes)
    {
        const auto pair = RdmaNic::Connect(m_network.nics[source], m_network.nics[dest], level);
        pair.first->PostWrite(bytes, 0);
        m_senders.push_back(pair.first);
        return pair.second;
    }

    /** Expects what is received while all are backlogged to be in proportion, within 2 %. */
    static void ExpectShares(const std::vector<Ptr<RdmaQueuePair>>& receivers,
                             const std::vector<double>& shares)
    {
        Simulator::Stop(MilliSeconds(3));
        Simulator::Run();
        double sum = 0;
        double received = 0;
        for (std::size_t i = 0; i < receivers.size(); ++i)
        {
            sum += shares[i];
            received += receivers[i]->GetDeliveredBytes();
        }
        EXPECT_GT(received * 8 / 3e-3, 98e9); // no capacity is lost: 4096 of 4126 B are payload
        for (std::size_t i = 0; i < receivers.size(); ++i)
        {
            const double share = shares[i] / sum;
            EXPECT_NEAR(receivers[i]->GetDeliveredBytes() / received, share, 0.02 * share) << i;
        }
    }

    /** Expects that all that was sent has been acknowledged, and every invariant to hold. */
    void ExpectAllSent() const
    {
        for (const auto& sender : m_senders)
        {
            EXPECT_FALSE(sender->HasWork()) << sender->DescribeWait();
        }
        ExpectLosslessEnd();
    }

    /** Notes the lanes of what leaves each port, by the service level. */
    void TraceLanes()
    {
        for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
        {
            const auto device = StaticCast<FabricNetDevice>(m_network.devices.Get(i));
            device->TraceConnectWithoutContext(
                "Transmit",
                Callback<void, const FabricPacket&, int64_t>(
                    [this, name = Name(*device)](const FabricPacket& packet, int64_t) {
                        if (IsForwarded(packet.kind))
                        {
                            m_lanes[name][packet.serviceLevel].insert(packet.lane);
                        }
                    }));
        }
    }

    /** @return name of a node in the topology */
    std::string Name(const Node& node) const
    {
        uint32_t host = 0;
        uint32_t number = 0;
        for (const auto& of : m_network.topology.nodes)
        {
            const bool isHost = of.kind == TopologyNode::Kind::HOST;
            if (PeekPointer(isHost ? m_network.hosts.Get(host++)
                                   : m_network.switches.Get(number++)) == &node)
            {
                return of.name;
            }
        }
        return "none";
    }

    /** @return "host0 to left", where a port leads */
    std::string Name(const FabricNetDevice& device) const
    {
        return Name(*device.GetNode()) + " to " + Name(*device.GetPeer()->GetNode());
    }

    /** @return the number of the port of a switch that leads to a node */
    uint16_t PortTo(const FabricSwitch& fabricSwitch, const std::string& peer) const
    {
        for (const auto& port : fabricSwitch.GetPorts())
        {
            if (Name(*port->GetPeer()->GetNode()) == peer)
            {
                return port->GetPortNumber();
            }
        }
        ADD_FAILURE() << "no port to " << peer;
        return 0;
    }

    using LanesOfLevel = std::map<uint8_t, std::set<uint8_t>>; //!< lanes seen, by service level

    std::map<std::string, LanesOfLevel> m_lanes; //!< by Name() of the port
    std::vector<Ptr<RdmaQueuePair>> m_senders;
};

} // namespace ns3

#endif // AI_FABRIC_INFINI_BAND_QOS_TEST_H
