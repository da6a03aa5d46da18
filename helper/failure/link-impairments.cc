// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-impairments.h"

#include "channel-part.h"

#include "ns3/assert.h"
#include "ns3/double.h"

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

/** One of a set begins or ends. */
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
    NS_ASSERT_MSG(found != set.end(), "an impairment ends that has not begun");
    set.erase(found);
}

void
LinkImpairments::ChangeLimit(const FabricNetwork& network,
                             uint32_t link,
                             uint64_t ratebps,
                             bool begins)
{
    auto& all = GetPartOf<LinkImpairments>(*network.channels[link]);
    Change(all.m_limits, ratebps, begins);
    all.SetRate(network, link);
}

void
LinkImpairments::ChangeErrors(const FabricNetwork& network,
                              uint32_t link,
                              const Errors& errors,
                              bool begins)
{
    auto& all = GetPartOf<LinkImpairments>(*network.channels[link]);
    Change(all.m_errors, {errors.bit, errors.frame}, begins);
    all.SetErrors(network, link, errors.frame > 0);
}

void
LinkImpairments::SetRate(const FabricNetwork& network, uint32_t link) const
{
    const uint64_t whole = network.topology.links[link].ratebps;
    FabricChannel& channel = *network.channels[link];
    channel.SetRate(m_limits.empty() ? whole : std::min(whole, *m_limits.begin()));
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
LinkImpairments::SetErrors(const FabricNetwork& network, uint32_t link, bool ofFrames) const
{
    double bits = 0;
    double frames = network.topology.links[link].errorRate;
    for (const auto& [bit, frame] : m_errors)
    {
        bits += bit * (1 - bits);
        frames += frame * (1 - frames);
    }
    network.channels[link]->SetBitErrorRate(bits);
    if (ofFrames)
    {
        network.channels[link]->SetAttribute("ErrorRate", DoubleValue(frames));
    }
}

} // namespace ns3
