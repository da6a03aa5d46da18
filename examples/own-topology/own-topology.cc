// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/topology-generator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

/**
 * Multi-layer full mesh (Kathareios et al., SC'15): h + 1 columns of h leaves with h hosts each,
 * and for each pair of columns a spine, which joins all their leaves.
 */
class OwnTopology : public TopologyGenerator
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::OwnTopology")
                                .SetParent<TopologyGenerator>()
                                .AddConstructor<OwnTopology>()
                                .AddAttribute("Layers",
                                              "Number of leaves in a column, and of their hosts.",
                                              UintegerValue(2),
                                              MakeUintegerAccessor(&OwnTopology::m_h),
                                              MakeUintegerChecker<uint32_t>(1, 64));
        return tid;
    }

  private:
    FabricTopology DoGenerate() const override
    {
        FabricTopology topology;
        AddHosts(topology, m_h * m_h * (m_h + 1));
        AddSwitches(topology, "leaf", m_h * (m_h + 1));
        AddSwitches(topology, "spine", m_h * (m_h + 1) / 2);
        const uint32_t firstLeaf = topology.GetHostCount();
        const uint32_t firstSpine = firstLeaf + m_h * (m_h + 1);
        for (uint32_t host = 0; host < firstLeaf; ++host)
        {
            const uint32_t leaf = firstLeaf + host / m_h;
            const uint32_t column = host / (m_h * m_h);
            const uint32_t other = host % m_h + (host % m_h < column ? 0 : 1); // another column
            const auto [low, high] = std::minmax({column, other});
            topology.AddLink({host, leaf, RATE_BPS, DELAY_PS});
            topology.AddLink({leaf, firstSpine + high * (high - 1) / 2 + low, RATE_BPS, DELAY_PS});
        }
        return topology;
    }

    static constexpr uint64_t RATE_BPS = 100'000'000'000;
    static constexpr int64_t DELAY_PS = 500'000;
    uint32_t m_h; //!< layers
};

NS_OBJECT_ENSURE_REGISTERED(OwnTopology);

} // namespace ns3
