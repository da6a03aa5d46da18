// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "cube-failure.h"

#include "link-outage.h"

#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

/** @return true if an end of a link is in a cube */
bool
EndsIn(const FabricTopology& topology, uint32_t cube, uint32_t link)
{
    return topology.cubes[topology.links[link].a] == cube ||
           topology.cubes[topology.links[link].b] == cube;
}

} // namespace

void
CheckCube(const FabricTopology& topology, uint32_t cube, const std::string& attribute)
{
    if (topology.cubes.empty())
    {
        throw InputError(attribute +
                         ": the topology has no cubes; expected ns3::CubeTorusTopology");
    }
    const uint32_t last = GetCubes(topology).back();
    if (cube > last)
    {
        throw InputError(attribute + ": is " + std::to_string(cube) +
                         "; expected the number of a cube, 0 to " + std::to_string(last));
    }
}

std::vector<uint32_t>
GetCubes(const FabricTopology& topology)
{
    std::vector<uint32_t> cubes(1 +
                                *std::max_element(topology.cubes.begin(), topology.cubes.end()));
    std::iota(cubes.begin(), cubes.end(), 0U);
    return cubes;
}

std::vector<uint32_t>
GetLinksOfCube(const FabricTopology& topology, uint32_t cube)
{
    std::vector<uint32_t> links;
    for (uint32_t link = 0; link < topology.links.size(); ++link)
    {
        if (EndsIn(topology, cube, link))
        {
            links.push_back(link);
        }
    }
    return links;
}

std::vector<Ptr<FabricGpu>>
GetGpusOfCube(const FabricNetwork& network, uint32_t cube)
{
    std::vector<Ptr<FabricGpu>> gpus;
    for (uint32_t host = 0; host < network.gpus.size(); ++host)
    {
        if (network.topology.cubes[network.topology.hosts[network.GetNic(host)]] == cube)
        {
            gpus.push_back(network.gpus[host]);
        }
    }
    return gpus;
}

void
ShutCube(const FabricNetwork& network, uint32_t cube)
{
    const auto gpus = GetGpusOfCube(network, cube);
    for (const auto& gpu : gpus)
    {
        gpu->SetHung(true);
    }
    SetLinksDown(network, GetLinksOfCube(network.topology, cube), true);
    for (const auto& gpu : gpus)
    {
        gpu->Crash();
    }
}

bool
IsInCube(const FabricTopology& topology, uint32_t cube, const FabricFault& fault)
{
    const auto isLink = [&](uint32_t link) { return EndsIn(topology, cube, link); };
    const auto isHost = [&](uint32_t host) {
        return topology.cubes[topology.hosts[host / topology.gpusPerHost]] == cube;
    };
    return !(fault.links.empty() && fault.hosts.empty()) &&
           std::all_of(fault.links.begin(), fault.links.end(), isLink) &&
           std::all_of(fault.hosts.begin(), fault.hosts.end(), isHost);
}

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
CubeFailure::DoSet(const FabricNetwork& network, bool begins) const
{
    if (begins)
    {
        ShutCube(network, m_cube);
        return;
    }
    SetLinksDown(network, GetLinksOfCube(network.topology, m_cube), false);
    for (const auto& gpu : GetGpusOfCube(network, m_cube))
    {
        gpu->SetHung(false);
    }
}

} // namespace ns3
