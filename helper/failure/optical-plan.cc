// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "optical-plan.h"

#include "ns3/input-error.h"

#include <algorithm>

namespace ns3
{

OpticalPlan::OpticalPlan(const TopologyGenerator& generator, FabricTopology& topology)
    : m_optical(dynamic_cast<const OpticalTopology*>(&generator)),
      m_topology(topology),
      m_spareCubes(topology.spareCubes),
      m_isLit(topology.links.size(), true)
{
    for (uint32_t link = 0; link < topology.links.size(); ++link)
    {
        m_linkOf[{topology.links[link].a, topology.links[link].b}] = link;
    }
}

void
OpticalPlan::TakeSpareCube()
{
    if (m_topology.spareCubes == 0)
    {
        throw InputError("Cube: no spare cube is left to replace it; expected SpareCubes of the "
                         "topology to be more than " +
                         std::to_string(m_spareCubes));
    }
    --m_topology.spareCubes;
}

OpticalPlan::Change
OpticalPlan::Rewire(Time dark, Time light, const std::string& cubes, bool twisted)
{
    if (!m_optical)
    {
        throw InputError("Cubes: the topology has no optical switches; expected "
                         "ns3::CubeTorusTopology");
    }
    if (dark < m_light)
    {
        throw InputError("Start: the mirrors are still turning for the previous wiring; expected "
                         "light to be lost at " +
                         std::to_string(m_light.GetNanoSeconds()) + "ns or later");
    }
    const auto before = m_isLit;
    for (const auto& link : m_optical->GetWiring().links)
    {
        m_isLit[GetLink(link)] = false;
    }
    std::fill(m_isLit.begin() + static_cast<std::ptrdiff_t>(m_topology.links.size()),
              m_isLit.end(),
              false);
    auto wiring = m_optical->Arrange(cubes, twisted);
    for (const auto& link : wiring.links)
    {
        m_isLit[GetLink(link)] = true;
    }
    Change change{{}, {}, m_isLit, std::move(wiring.grid)};
    for (uint32_t link = 0; link < m_isLit.size(); ++link)
    {
        const bool wasLit = link < before.size() && before[link];
        if (wasLit != m_isLit[link])
        {
            (wasLit ? change.off : change.on).push_back(link);
        }
    }
    if (change.on.empty())
    {
        throw InputError("Cubes: the wiring is already the same; expected another torus");
    }
    m_light = light;
    return change;
}

uint32_t
OpticalPlan::GetLink(const TopologyLink& link)
{
    const auto next = static_cast<uint32_t>(m_isLit.size());
    const auto [found, isNew] = m_linkOf.try_emplace({link.a, link.b}, next);
    if (isNew)
    {
        m_topology.darkLinks.push_back(link);
        m_isLit.push_back(false);
    }
    return found->second;
}

} // namespace ns3
