// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-adapter.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricAdapter");

NS_OBJECT_ENSURE_REGISTERED(FabricAdapter);

TypeId
FabricAdapter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FabricAdapter").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

FabricAdapter::FabricAdapter()
    : m_event(MakeFabricEvent<FabricAdapter, &FabricAdapter::Run>(this))
{
}

FabricAdapter::~FabricAdapter()
{
    m_event->Clear();
}

void
FabricAdapter::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_event->Clear();
    m_agenda.clear();
    Object::DoDispose();
}

void
FabricAdapter::Attach(uint32_t node)
{
    NS_LOG_FUNCTION(this << node);
    m_event->SetContext(node);
}

std::unique_ptr<AdapterQueue>
FabricAdapter::MakeQueue(AdapterQueue::Client& client,
                         PacketOutlet& outlet,
                         uint32_t mtuBytes,
                         uint64_t ratebps)
{
    NS_LOG_FUNCTION(this << m_queues);
    DoAdd(m_queues);
    AdapterQueue::Timing& timing = *this;
    return std::make_unique<AdapterQueue>(timing, client, outlet, m_queues++, mtuBytes, ratebps);
}

bool
FabricAdapter::IsLater(const Entry& a, const Entry& b)
{
    return a.ps != b.ps ? a.ps > b.ps : a.order > b.order;
}

void
FabricAdapter::Plan(int64_t ps, AdapterQueue& queue, AdapterStep step, uint32_t generation)
{
    m_agenda.push_back({ps, m_planned++, &queue, step, generation});
    std::push_heap(m_agenda.begin(), m_agenda.end(), IsLater);
    if (!m_running)
    {
        m_event->Schedule(m_clock.ToTicks(m_agenda.front().ps));
    }
}

void
FabricAdapter::Run()
{
    const int64_t nowPs = GetNowPs();
    m_running = true;
    while (!m_agenda.empty() && m_agenda.front().ps <= nowPs)
    {
        const Entry entry = m_agenda.front();
        std::pop_heap(m_agenda.begin(), m_agenda.end(), IsLater);
        m_agenda.pop_back();
        entry.queue->Do(entry.step, entry.generation, entry.ps);
    }
    m_running = false;
    if (!m_agenda.empty())
    {
        m_event->Schedule(m_clock.ToTicks(m_agenda.front().ps));
    }
}

int64_t
FabricAdapter::GetNowPs() const
{
    return m_clock.ToPs(NowTicks());
}

bool
FabricAdapter::DoIsNeeded() const
{
    return true;
}

void
FabricAdapter::DoAdd(uint32_t)
{
}

int64_t
FabricAdapter::GetStartPs(const AdapterQueue&, int64_t nowPs)
{
    return nowPs;
}

int64_t
FabricAdapter::GetReadyPs(const AdapterQueue&, uint64_t, int64_t nowPs)
{
    return nowPs;
}

int64_t
FabricAdapter::GetAnswerPs(const AdapterQueue&, uint64_t, int64_t nowPs)
{
    return nowPs;
}

int64_t
FabricAdapter::DoGetAckDelayPs() const
{
    return 0;
}

int64_t
FabricAdapter::GetAckPs(const AdapterQueue&, int64_t nowPs)
{
    return nowPs;
}

int64_t
FabricAdapter::GetSeenPs(int64_t nowPs) const
{
    return nowPs;
}

} // namespace ns3
