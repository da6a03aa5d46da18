// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-impairments.h"

#include "fabric-fault.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinkImpairments);

TypeId
LinkImpairments::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinkImpairments").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
LinkImpairments::Change(const FabricNetwork& network,
                        uint32_t link,
                        const Sides& sides,
                        const Impairment& impairment,
                        bool begins)
{
    auto& all = GetPartOf<LinkImpairments>(*network.channels[link]);
    const auto& [limitbps, bit, frame] = impairment;
    for (uint32_t side : {0U, 1U})
    {
        if (!sides[side])
        {
            continue;
        }
        auto& direction = all.m_directions[side];
        if (begins)
        {
            direction.emplace(bit, frame, limitbps);
        }
        else
        {
            const auto found = direction.find({bit, frame, limitbps});
            NS_ASSERT_MSG(found != direction.end(), "the end of an impairment that did not begin");
            direction.erase(found);
        }
        if (bit > 0 || frame > 0)
        {
            all.SetErrors(network, link, side, frame > 0);
        }
    }
    if (limitbps != UINT64_MAX)
    {
        all.SetRates(network, link);
    }
}

void
LinkImpairments::SetRates(const FabricNetwork& network, uint32_t link) const
{
    const uint64_t whole = network.topology.links[link].ratebps;
    std::array<uint64_t, 2> ratesbps{};
    for (uint32_t side : {0U, 1U})
    {
        ratesbps[side] = whole;
        for (const auto& [bit, frame, limitbps] : m_directions[side])
        {
            ratesbps[side] = std::min(ratesbps[side], limitbps);
        }
    }
    FabricChannel& channel = *network.channels[link];
    channel.SetRates(ratesbps);
    for (uint32_t side : {0U, 1U})
    {
        const auto node = channel.GetDevice(side)->GetNode();
        if (const auto fabricSwitch = node->GetObject<FabricSwitch>())
        {
            fabricSwitch->NotifyRate();
        }
    }
}

void
LinkImpairments::SetErrors(const FabricNetwork& network,
                           uint32_t link,
                           uint32_t side,
                           bool ofFrames) const
{
    double bits = 0;
    double frames = network.topology.links[link].errorRate;
    for (const auto& [bit, frame, limitbps] : m_directions[side])
    {
        bits += bit * (1 - bits);
        frames += frame * (1 - frames);
    }
    network.channels[link]->SetBitErrorRate(side, bits);
    if (ofFrames)
    {
        network.channels[link]->SetErrorRate(side, frames);
    }
}

} // namespace ns3
