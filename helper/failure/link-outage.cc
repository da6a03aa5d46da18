// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-outage.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"

namespace ns3
{

namespace
{

/** Has the switches at both ends throw away what is for this link, or stop doing so. */
void
SetDiscard(FabricChannel& channel, DropReason reason, int64_t nowPs)
{
    for (uint32_t side : {0U, 1U})
    {
        const auto port = StaticCast<FabricNetDevice>(channel.GetDevice(side));
        const auto fabricSwitch = port->GetNode()->GetObject<FabricSwitch>();
        for (uint8_t lane = 0; fabricSwitch && lane < port->GetLaneCount(); ++lane)
        {
            fabricSwitch->SetDiscard(port->GetPortNumber(), lane, reason, nowPs);
        }
    }
}

} // namespace

void
SetLinkDown(const FabricNetwork& network, uint32_t link, bool down)
{
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    FabricChannel& channel = *network.channels[link];
    const bool wasDown = channel.IsDown();
    if (down && !wasDown)
    {
        SetDiscard(channel, DropReason::LINK_DOWN, nowPs);
    }
    channel.SetDown(down, nowPs);
    if (channel.IsDown() == wasDown)
    {
        return;
    }
    if (!down)
    {
        SetDiscard(channel, DropReason::NONE, nowPs);
    }
    if (network.routeManager)
    {
        network.routeManager->NotifyLink(link, down);
    }
}

void
SetLinksDown(const FabricNetwork& network, const std::vector<uint32_t>& links, bool down)
{
    for (const uint32_t link : links)
    {
        SetLinkDown(network, link, down);
    }
}

} // namespace ns3
