// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "wire-ranks.h"

#include "fabric-net-device.h"

#include "ns3/node.h"
#include "ns3/rank-link.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

void
TellAcross(const Channel& channel,
           const std::function<void(uint32_t side, std::string& to)>& save,
           const std::function<void(uint32_t side, const std::string& from)>& load)
{
    RankLink* const link = RankLink::GetActive();
    const std::array<uint32_t, 2> ranks{channel.GetDevice(0)->GetNode()->GetSystemId(),
                                        channel.GetDevice(1)->GetNode()->GetSystemId()};
    if (!link || ranks[0] == ranks[1])
    {
        return;
    }
    std::vector<std::string> out(link->GetCount());
    for (const uint32_t side : {0U, 1U})
    {
        if (ranks[side] == link->GetRank())
        {
            save(side, out[ranks[1 - side]]);
        }
    }
    const auto& in = link->Exchange(std::move(out));
    for (const uint32_t side : {0U, 1U})
    {
        if (ranks[1 - side] == link->GetRank())
        {
            load(side, in[ranks[side]]);
        }
    }
}

void
ShareEnds(const Channel& channel)
{
    const auto getFlowControl = [&channel](uint32_t side) -> LinkFlowControl& {
        return StaticCast<FabricNetDevice>(channel.GetDevice(side))->GetFlowControl();
    };
    TellAcross(
        channel,
        [&](uint32_t side, std::string& to) { getFlowControl(side).SaveForPeer(to); },
        [&](uint32_t side, const std::string& image) {
            const char* from = image.data();
            getFlowControl(side).LoadForPeer(from);
        });
}

} // namespace ns3
