// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REROUTE_TEST_H
#define AI_FABRIC_REROUTE_TEST_H

#include "network-test.h"

#include "ns3/route-manager.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** Messages on a network whose routes change. */
class RerouteTest : public NetworkTest
{
  protected:
    /** @return the sending queue pair of a message that is posted now */
    Ptr<RdmaQueuePair> Send(uint32_t source, uint32_t dest, uint64_t bytes)
    {
        const auto pair = RdmaNic::Connect(m_network.nics[source], m_network.nics[dest], 3);
        pair.first->SetCompletionCallback(MakeCallback(&RerouteTest::Complete, this));
        pair.first->PostWrite(bytes, 0);
        return pair.first;
    }

    /** @param us since the beginning */
    static void RunUntil(int64_t us)
    {
        Simulator::Stop(MicroSeconds(us) - Simulator::Now());
        Simulator::Run();
    }

    /** @return the port of a switch to another one; switches count leaves first */
    Ptr<FabricNetDevice> PortTo(uint32_t fabricSwitch, uint32_t peer) const
    {
        for (const auto& port : m_network.fabricSwitches[fabricSwitch]->GetPorts())
        {
            if (port->GetPeer()->GetNode() == m_network.switches.Get(peer))
            {
                return port;
            }
        }
        return nullptr;
    }

    /** @return packets with payload that a switch has sent to another one */
    uint64_t SentTo(uint32_t fabricSwitch, uint32_t peer) const
    {
        return PortTo(fabricSwitch, peer)->GetCounters(0).dataPackets;
    }

    /** @return packets that a switch has dropped, for whatever reason */
    uint64_t CountDrops(uint32_t fabricSwitch) const
    {
        uint64_t sum = 0;
        const auto& it = *m_network.fabricSwitches[fabricSwitch];
        for (uint16_t port = 0; port < it.GetPorts().size(); ++port)
        {
            for (uint8_t lane = 0; lane < it.GetPorts()[port]->GetLaneCount(); ++lane)
            {
                for (const uint64_t drops : it.GetBuffer().GetAccount(port, lane).drops)
                {
                    sum += drops;
                }
            }
        }
        return sum;
    }

    const std::vector<RouteManager::Reroute>& Reroutes() const
    {
        return m_network.routeManager->GetReroutes();
    }

    std::vector<RdmaStatus> m_statuses; //!< of messages, in the order of their ends

  private:
    void Complete(const RdmaCompletion& completion)
    {
        m_statuses.push_back(completion.status);
    }
};

} // namespace ns3

#endif // AI_FABRIC_REROUTE_TEST_H
