// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lane-loss.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LaneLoss");

NS_OBJECT_ENSURE_REGISTERED(LaneLoss);

TypeId
LaneLoss::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LaneLoss")
                            .SetParent<DirectedFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<LaneLoss>()
                            .AddAttribute("Lanes",
                                          "Lanes of a link: 4 for InfiniBand 4X and for 400 Gb/s "
                                          "with 100G optics, 8 with 50G optics.",
                                          UintegerValue(4),
                                          MakeUintegerAccessor(&LaneLoss::m_lanes),
                                          MakeUintegerChecker<uint32_t>(2, 16))
                            .AddAttribute("Lost",
                                          "Number of lanes that fail, less than Lanes.",
                                          UintegerValue(1),
                                          MakeUintegerAccessor(&LaneLoss::m_lost),
                                          MakeUintegerChecker<uint32_t>(1, 15));
    return tid;
}

uint64_t
LaneLoss::GetLeftbps(uint64_t wholebps) const
{
    return wholebps / m_lanes * (m_lanes - m_lost) +
           wholebps % m_lanes * (m_lanes - m_lost) / m_lanes;
}

void
LaneLoss::DoCheckEach(const FabricTopology& topology, const std::vector<uint32_t>& links) const
{
    if (m_lost >= m_lanes)
    {
        throw InputError("ns3::LaneLoss Lost: is " + std::to_string(m_lost) +
                         "; expected fewer than the " + std::to_string(m_lanes) +
                         " Lanes, or ns3::LinkFailure");
    }
    for (const uint32_t link : links)
    {
        if (GetLeftbps(topology.links[link].ratebps) < FabricTopology::MIN_RATE_BPS)
        {
            throw InputError("ns3::LaneLoss Lost: leaves less than " +
                             std::to_string(FabricTopology::MIN_RATE_BPS) +
                             "bps; expected fewer lanes lost, or faster links");
        }
    }
}

void
LaneLoss::DoChangeSides(const FabricNetwork& network,
                        uint32_t link,
                        const LinkImpairments::Sides& sides,
                        bool begins) const
{
    NS_LOG_FUNCTION(this << link << sides[0] << sides[1] << begins);
    const uint64_t leftbps = GetLeftbps(network.topology.links[link].ratebps);
    LinkImpairments::ChangeLimit(network, link, sides, leftbps, begins);
}

} // namespace ns3
