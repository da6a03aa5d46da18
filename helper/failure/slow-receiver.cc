// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "slow-receiver.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SlowReceiver");

NS_OBJECT_ENSURE_REGISTERED(SlowReceiver);

TypeId
SlowReceiver::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SlowReceiver")
            .SetParent<FabricFailure>()
            .SetGroupName("AiFabric")
            .AddConstructor<SlowReceiver>()
            .AddAttribute("Host",
                          "Index of the host whose memory is slow.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SlowReceiver::m_host),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "Rate",
                "Largest payload rate that the host takes from each NIC; 0bps: it takes nothing.",
                DataRateValue(DataRate(0)),
                MakeDataRateAccessor(&SlowReceiver::m_rate),
                MakeDataRateChecker());
    return tid;
}

void
SlowReceiver::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    CheckHost(topology, m_host);
}

void
SlowReceiver::DoBegin(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    network.nics[m_host]->AddReceiveLimit(m_rate.GetBitRate());
    for (const auto& plane : network.planes)
    {
        plane->nics[m_host]->AddReceiveLimit(m_rate.GetBitRate());
    }
}

void
SlowReceiver::DoEnd(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    network.nics[m_host]->RemoveReceiveLimit(m_rate.GetBitRate());
    for (const auto& plane : network.planes)
    {
        plane->nics[m_host]->RemoveReceiveLimit(m_rate.GetBitRate());
    }
}

FabricFault
SlowReceiver::DoDescribe(const FabricNetwork& network) const
{
    const uint32_t node = network.topology.hosts[m_host];
    return {{}, network.topology.nodes[node].name, {}, {m_host}};
}

} // namespace ns3
