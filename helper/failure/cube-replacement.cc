// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "cube-replacement.h"

#include "cube-members.h"
#include "link-outage.h"
#include "optical-plan.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CubeReplacement");

NS_OBJECT_ENSURE_REGISTERED(CubeReplacement);

TypeId
CubeReplacement::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CubeReplacement")
                            .SetParent<OpticalSwitching>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<CubeReplacement>()
                            .AddAttribute("Cube",
                                          "Number of the cube that a spare cube replaces.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&CubeReplacement::m_cube),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
CubeReplacement::DoPlan(OpticalPlan& plan)
{
    plan.TakeSpareCube();
}

void
CubeReplacement::DoCheckPlan(const FabricTopology& topology, const FabricProfile&) const
{
    CheckCube(topology, m_cube, "ns3::CubeReplacement Cube");
}

FabricFault
CubeReplacement::DoDescribe(const FabricNetwork& network) const
{
    return {{}, "cube " + std::to_string(m_cube), GetLinksOfCube(network.topology, m_cube)};
}

void
CubeReplacement::DoDarken(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    ShutCube(network, m_cube);
    EndFaults(network, [&](const FabricFault& fault) {
        return !fault.type.IsChildOf(OpticalSwitching::GetTypeId()) &&
               IsInCube(network.topology, m_cube, fault);
    });
}

void
CubeReplacement::DoLight(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetLinksDown(network, GetLinksOfCube(network.topology, m_cube), false);
    const auto gpus = GetGpusOfCube(network, m_cube);
    for (const auto& gpu : gpus)
    {
        gpu->Replace();
    }
    for (const auto& gpu : gpus)
    {
        gpu->SetHung(false);
    }
}

} // namespace ns3
