// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-outage.h"

#include "cut-host.h"
#include "fabric-fault.h"

#include "ns3/assert.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/object.h"

#include <array>

namespace ns3
{

namespace
{

/** Number of black holes at each end of a link; aggregated to its channel at the first one. */
class BlackHoleCounts final : public Object
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::BlackHoleCounts").SetParent<Object>().SetGroupName("AiFabric");
        return tid;
    }

    std::array<uint32_t, 2> sides{}; //!< number of black holes
};

/** Makes the switch at an end of a link drop all packets for it, or ends that. */
void
SetDiscard(FabricChannel& channel, uint32_t side, DropReason reason, int64_t nowPs)
{
    const auto port = StaticCast<FabricNetDevice>(channel.GetDevice(side));
    const auto fabricSwitch = port->GetNode()->GetObject<FabricSwitch>();
    for (uint8_t lane = 0; fabricSwitch && lane < port->GetLaneCount(); ++lane)
    {
        fabricSwitch->SetDiscard(port->GetPortNumber(), lane, reason, nowPs);
    }
}

} // namespace

void
SetLinkDown(const FabricNetwork& network, uint32_t link, bool down)
{
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    FabricChannel& channel = *network.channels[link];
    const bool wasDown = channel.IsDown();
    for (uint32_t side = 0; side < 2 && down && !wasDown; ++side)
    {
        SetDiscard(channel, side, DropReason::LINK_DOWN, nowPs);
    }
    channel.SetDown(down, nowPs);
    if (channel.IsDown() == wasDown)
    {
        return;
    }
    const auto holes = channel.GetObject<BlackHoleCounts>();
    for (uint32_t side = 0; side < 2 && !down; ++side)
    {
        if (!holes || holes->sides[side] == 0)
        {
            SetDiscard(channel, side, DropReason::NONE, nowPs);
        }
    }
    if (network.UsesLaw())
    {
        UpdateCutHosts(network, link, down);
    }
    else if (network.routeManager)
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

bool
HasEverFailed(const FabricChannel& channel)
{
    return channel.HasFailed() || channel.GetObject<BlackHoleCounts>();
}

void
SetBlackHole(const FabricNetwork& network, uint32_t link, uint32_t side, bool begins)
{
    FabricChannel& channel = *network.channels[link];
    uint32_t& count = GetPartOf<BlackHoleCounts>(channel).sides[side];
    NS_ASSERT_MSG(begins || count > 0, "the end of a black hole without its beginning");
    begins ? ++count : --count;
    if (!channel.IsDown() && count == (begins ? 1 : 0))
    {
        SetDiscard(channel,
                   side,
                   begins ? DropReason::LINK_DOWN : DropReason::NONE,
                   TickClock().ToPs(NowTicks()));
    }
}

} // namespace ns3
