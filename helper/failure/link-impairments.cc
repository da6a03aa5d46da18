// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-impairments.h"

#include "channel-part.h"

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

/** Adds a value to a set or removes it. */
template <typename T>
void
LinkImpairments::Change(std::multiset<T>& set, const T& one, bool begins)
{
    if (begins)
    {
        set.insert(one);
        return;
    }
    const auto found = set.find(one);
    NS_ASSERT_MSG(found != set.end(), "the end of an impairment without its beginning");
    set.erase(found);
}

void
LinkImpairments::ChangeLimit(const FabricNetwork& network,
                             uint32_t link,
                             const Sides& sides,
                             uint64_t ratebps,
                             bool begins)
{
    auto& all = GetPartOf<LinkImpairments>(*network.channels[link]);
    for (uint32_t side : {0U, 1U})
    {
        if (sides[side])
        {
            Change(all.m_directions[side].limits, ratebps, begins);
        }
    }
    all.SetRates(network, link);
}

void
LinkImpairments::ChangeErrors(const FabricNetwork& network,
                              uint32_t link,
                              const Sides& sides,
                              const Errors& errors,
                              bool begins)
{
    auto& all = GetPartOf<LinkImpairments>(*network.channels[link]);
    for (uint32_t side : {0U, 1U})
    {
        if (sides[side])
        {
            Change(all.m_directions[side].errors, {errors.bit, errors.frame}, begins);
            all.SetErrors(network, link, side, errors.frame > 0);
        }
    }
}

void
LinkImpairments::SetRates(const FabricNetwork& network, uint32_t link) const
{
    const uint64_t whole = network.topology.links[link].ratebps;
    std::array<uint64_t, 2> ratesbps{};
    for (uint32_t side : {0U, 1U})
    {
        const auto& limits = m_directions[side].limits;
        ratesbps[side] = limits.empty() ? whole : std::min(whole, *limits.begin());
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
    for (const auto& [bit, frame] : m_directions[side].errors)
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
