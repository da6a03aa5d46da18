// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "optical-drain.h"

#include "ns3/fabric-channel.h"
#include "ns3/fabric-net-device.h"
#include "ns3/rank-link.h"
#include "ns3/route-manager.h"

#include <utility>

namespace ns3
{

OpticalDrain::OpticalDrain(std::vector<uint32_t> links, Time interval)
    : m_links(std::move(links)),
      m_interval(interval)
{
}

bool
OpticalDrain::Look(const FabricNetwork& network)
{
    bool any = network.routeManager && network.routeManager->LeadsOver(m_links);
    uint64_t sentPackets = 0;
    for (const uint32_t link : m_links)
    {
        const FabricChannel& channel = *network.channels[link];
        for (const uint32_t side : {0U, 1U})
        {
            const auto port = StaticCast<FabricNetDevice>(channel.GetDevice(side));
            for (uint8_t lane = 0; lane < port->GetLaneCount(); ++lane)
            {
                any = any || port->GetQueueBytes(lane) > 0;
            }
            any = any || channel.GetInFlight(side) > 0;
            sentPackets += channel.GetCounters(side).sentPackets;
        }
    }
    any = RankLink::Any(any);
    sentPackets = RankLink::Sum(sentPackets);
    const bool isStill = !any && m_sentPackets == sentPackets;
    m_sentPackets = any ? std::nullopt : std::make_optional(sentPackets);
    return isStill;
}

} // namespace ns3
