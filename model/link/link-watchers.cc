// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-watchers.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinkWatchers);

TypeId
LinkWatchers::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinkWatchers").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
LinkWatchers::Add(Object& channel, Watcher& watcher)
{
    auto watchers = channel.GetObject<LinkWatchers>();
    if (!watchers)
    {
        watchers = CreateObject<LinkWatchers>();
        channel.AggregateObject(watchers);
    }
    watchers->m_watchers.push_back(&watcher);
}

void
LinkWatchers::Notify(int64_t nowPs) const
{
    for (Watcher* const watcher : m_watchers)
    {
        watcher->OnLink(nowPs);
    }
}

} // namespace ns3
