// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-impairments.h"

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

LinkImpairments&
LinkImpairments::Get(const FabricNetwork& network, uint32_t link)
{
    FabricChannel& channel = *network.channels[link];
    if (const auto known = channel.GetObject<LinkImpairments>())
    {
        return *known;
    }
    const auto added = CreateObject<LinkImpairments>();
    channel.AggregateObject(added);
    return *added;
}

void
LinkImpairments::BeginLimit(const FabricNetwork& network, uint32_t link, uint64_t ratebps)
{
    LinkImpairments& all = Get(network, link);
    all.m_limits.insert(ratebps);
    all.SetRate(network, link);
}

void
LinkImpairments::EndLimit(const FabricNetwork& network, uint32_t link, uint64_t ratebps)
{
    LinkImpairments& all = Get(network, link);
    const auto found = all.m_limits.find(ratebps);
    NS_ASSERT_MSG(found != all.m_limits.end(), "a limit ends that has not begun");
    all.m_limits.erase(found);
    all.SetRate(network, link);
}

void
LinkImpairments::BeginErrors(const FabricNetwork& network, uint32_t link, const Errors& errors)
{
    LinkImpairments& all = Get(network, link);
    all.m_errors.emplace(errors.bit, errors.frame);
    all.SetErrors(network, link, errors.frame > 0);
}

void
LinkImpairments::EndErrors(const FabricNetwork& network, uint32_t link, const Errors& errors)
{
    LinkImpairments& all = Get(network, link);
    const auto found = all.m_errors.find({errors.bit, errors.frame});
    NS_ASSERT_MSG(found != all.m_errors.end(), "errors end that have not begun");
    all.m_errors.erase(found);
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
