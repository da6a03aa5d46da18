// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "cube-failure.h"

#include "cube-members.h"
#include "link-outage.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CubeFailure");

NS_OBJECT_ENSURE_REGISTERED(CubeFailure);

TypeId
CubeFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CubeFailure")
                            .SetParent<FabricFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<CubeFailure>()
                            .AddAttribute("Cube",
                                          "Number of the cube that fails, counted from 0.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&CubeFailure::m_cube),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
CubeFailure::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    CheckCube(topology, m_cube, "ns3::CubeFailure Cube");
}

FabricFault
CubeFailure::DoDescribe(const FabricNetwork& network) const
{
    return {{}, "cube " + std::to_string(m_cube), GetLinksOfCube(network.topology, m_cube)};
}

void
CubeFailure::DoBegin(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    ShutCube(network, m_cube);
}

void
CubeFailure::DoEnd(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetLinksDown(network, GetLinksOfCube(network.topology, m_cube), false);
    for (const auto& gpu : GetGpusOfCube(network, m_cube))
    {
        gpu->SetHung(false);
    }
}

} // namespace ns3
