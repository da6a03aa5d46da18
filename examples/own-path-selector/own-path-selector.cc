// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/path-selector.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <unordered_map>

namespace ns3
{

/**
 * Gives each new flow the port with the shortest queue, and among equal ports the one with the
 * fewest flows; the flow keeps its port while that leads to the destination.
 */
class OwnPathSelector : public PathSelector
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::OwnPathSelector")
                                .SetParent<PathSelector>()
                                .AddConstructor<OwnPathSelector>()
                                .AddAttribute("Seed",
                                              "Seed of the choice among equal ports.",
                                              UintegerValue(0),
                                              MakeUintegerAccessor(&OwnPathSelector::m_seed),
                                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

  private:
    void DoStart() override
    {
        m_flows.assign(GetPortCount(), 0);
    }

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override
    {
        const uint64_t flow = uint64_t{packet.destHost} << 32 | packet.entropy;
        uint16_t& port = m_portOfFlow.try_emplace(flow, NO_PORT).first->second;
        if (!std::binary_search(ports.begin(), ports.end(), port)) // new, or a link has failed
        {
            port = FindLeast(ports, packet.entropy, MakeSalt(m_seed), [&](uint16_t one) {
                return std::pair(GetPort(one).GetQueueBytes(packet.lane), m_flows[one]);
            });
            ++m_flows[port];
        }
        return port;
    }

    uint32_t m_seed;
    std::vector<uint32_t> m_flows;                       //!< by port: flows that were given it
    std::unordered_map<uint64_t, uint16_t> m_portOfFlow; //!< by destination and entropy
};

NS_OBJECT_ENSURE_REGISTERED(OwnPathSelector);

} // namespace ns3
