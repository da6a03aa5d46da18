// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "slow-gpu.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SlowGpu");

NS_OBJECT_ENSURE_REGISTERED(SlowGpu);

TypeId
SlowGpu::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SlowGpu")
                            .SetParent<FabricFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<SlowGpu>()
                            .AddAttribute("Host",
                                          "Index of the host whose GPU is slow.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&SlowGpu::m_host),
                                          MakeUintegerChecker<uint32_t>())
                            .AddAttribute("Factor",
                                          "Factor on the duration of all work of this GPU, in "
                                          "addition to the Slowdown of ns3::Gpu.",
                                          DoubleValue(2),
                                          MakeDoubleAccessor(&SlowGpu::m_factor),
                                          MakeDoubleChecker<double>(0.001, 1000));
    return tid;
}

void
SlowGpu::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    CheckHost(topology, m_host);
}

bool
SlowGpu::DoNeedsPackets() const
{
    return false;
}

void
SlowGpu::DoBegin(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    const auto& gpu = network.gpus[m_host];
    gpu->SetSlowdown(gpu->GetSlowdown() * m_factor);
}

void
SlowGpu::DoEnd(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    const auto& gpu = network.gpus[m_host];
    gpu->SetSlowdown(gpu->GetSlowdown() / m_factor);
}

FabricFault
SlowGpu::DoDescribe(const FabricNetwork& network) const
{
    return {{}, network.topology.nodes[network.topology.hosts[m_host]].name, {}, {m_host}};
}

} // namespace ns3
