// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "wire-ranks.h"

#include "fabric-channel.h"
#include "fabric-net-device.h"

#include "ns3/node.h"
#include "ns3/rank-link.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

void
ShareEnds(const FabricChannel& channel)
{
    RankLink* const link = RankLink::GetActive();
    const std::array<Ptr<FabricNetDevice>, 2> ports{
        StaticCast<FabricNetDevice>(channel.GetDevice(0)),
        StaticCast<FabricNetDevice>(channel.GetDevice(1))};
    const std::array<uint32_t, 2> ranks{ports[0]->GetNode()->GetSystemId(),
                                        ports[1]->GetNode()->GetSystemId()};
    if (!link || ranks[0] == ranks[1])
    {
        return;
    }
    std::vector<std::string> out(link->GetCount());
    for (const uint32_t side : {0U, 1U})
    {
        if (ranks[side] == link->GetRank())
        {
            ports[side]->GetFlowControl().SaveForPeer(out[ranks[1 - side]]);
        }
    }
    const auto& in = link->Exchange(out);
    for (const uint32_t side : {0U, 1U})
    {
        if (ranks[1 - side] == link->GetRank())
        {
            const char* from = in[ranks[side]].data();
            ports[side]->GetFlowControl().LoadForPeer(from);
        }
    }
}

} // namespace ns3
