// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "gpu-failure.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GpuFailure");

NS_OBJECT_ENSURE_REGISTERED(GpuFailure);

TypeId
GpuFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GpuFailure")
                            .SetParent<FabricFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<GpuFailure>()
                            .AddAttribute("Host",
                                          "Index of the host whose GPU hangs.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&GpuFailure::m_host),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
GpuFailure::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    CheckHost(topology, m_host);
}

bool
GpuFailure::DoNeedsPackets() const
{
    return false;
}

void
GpuFailure::DoBegin(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    network.gpus[m_host]->SetHung(true);
    network.gpus[m_host]->Crash();
}

void
GpuFailure::DoEnd(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    network.gpus[m_host]->SetHung(false);
}

FabricFault
GpuFailure::DoDescribe(const FabricNetwork& network) const
{
    const FabricTopology& topology = network.topology;
    return {{}, "GPU of " + topology.nodes[topology.hosts[m_host]].name, {}, {m_host}};
}

} // namespace ns3
