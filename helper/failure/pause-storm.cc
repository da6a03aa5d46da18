// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pause-storm.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/priority-flow-control.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PauseStorm");

NS_OBJECT_ENSURE_REGISTERED(PauseStorm);

TypeId
PauseStorm::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PauseStorm")
                            .SetParent<FabricFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<PauseStorm>()
                            .AddAttribute("Host",
                                          "Index of the host whose NIC sends pauses all the time.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&PauseStorm::m_host),
                                          MakeUintegerChecker<uint32_t>())
                            .AddAttribute("Priority",
                                          "Priority that the NIC pauses.",
                                          UintegerValue(3),
                                          MakeUintegerAccessor(&PauseStorm::m_priority),
                                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1));
    return tid;
}

void
PauseStorm::DoCheck(const FabricTopology& topology, const FabricProfile& profile) const
{
    CheckHost(topology, m_host);
    if (profile.flowControl.GetTypeId() != PriorityFlowControl::GetTypeId())
    {
        throw InputError("ns3::PauseStorm: a fabric with " +
                         profile.flowControl.GetTypeId().GetName() +
                         " has no pauses; expected a fabric with ns3::PriorityFlowControl");
    }
}

PriorityFlowControl&
PauseStorm::GetFlowControl(const FabricNetwork& network) const
{
    return static_cast<PriorityFlowControl&>(network.nics[m_host]->GetPort().GetFlowControl());
}

void
PauseStorm::DoBegin(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    GetFlowControl(network).BeginStorm(m_priority, TickClock().ToPs(NowTicks()));
}

void
PauseStorm::DoEnd(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    GetFlowControl(network).EndStorm(m_priority, TickClock().ToPs(NowTicks()));
}

FabricFault
PauseStorm::DoDescribe(const FabricNetwork& network) const
{
    return {{}, network.topology.nodes[network.topology.hosts[m_host]].name, {}, {m_host}};
}

} // namespace ns3
