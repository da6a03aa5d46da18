// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pcie-adapter.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PcieAdapter);

TypeId
PcieAdapter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PcieAdapter")
            .SetParent<FabricAdapter>()
            .SetGroupName("AiFabric")
            .AddConstructor<PcieAdapter>()
            .AddAttribute("PostTime",
                          "Software time for each work request, to post it and to poll its "
                          "completion; in sequence for all queue pairs of the adapter.",
                          TimeValue(NanoSeconds(143)),
                          MakeTimeAccessor(&PcieAdapter::m_postTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DoorbellLatency",
                          "Time from the write of a doorbell until the adapter acts upon it.",
                          TimeValue(NanoSeconds(534)),
                          MakeTimeAccessor(&PcieAdapter::m_doorbellLatency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("BlueFlame",
                          "Whether the doorbell brings the work request with it if the queue "
                          "pair has begun all earlier ones; false: every work request is fetched.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&PcieAdapter::m_blueFlame),
                          MakeBooleanChecker())
            .AddAttribute("ReadLatency",
                          "Time of a PCIe read: of work requests, of the first bytes of a "
                          "payload, of the context of a queue pair.",
                          TimeValue(NanoSeconds(650)),
                          MakeTimeAccessor(&PcieAdapter::m_readLatency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("FetchBatch",
                          "Largest number of work requests per read.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&PcieAdapter::m_fetchBatch),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("QueuePairInterval",
                          "Least time between two work requests of one queue pair.",
                          TimeValue(NanoSeconds(83)),
                          MakeTimeAccessor(&PcieAdapter::m_queuePairInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MessageInterval",
                          "Least time between two work requests of all queue pairs: the reciprocal "
                          "of the adapter's message rate.",
                          TimeValue(NanoSeconds(3)),
                          MakeTimeAccessor(&PcieAdapter::m_messageInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("InlineBytes",
                          "Longest payload that is part of its work request and needs no read of "
                          "its own.",
                          UintegerValue(220),
                          MakeUintegerAccessor(&PcieAdapter::m_inlineBytes),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("StoreRate",
                          "Rate at which the first packet of a payload is stored before it is "
                          "sent; 0bps: no delay.",
                          DataRateValue(DataRate(252'000'000'000)),
                          MakeDataRateAccessor(&PcieAdapter::m_storeRate),
                          MakeDataRateChecker())
            .AddAttribute("ReadBytes",
                          "Largest payload that a queue pair has requested by PCIe reads and not "
                          "received: ReadBytes / ReadLatency bounds its rate. 0: no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PcieAdapter::m_readBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "CachedQueuePairs",
                "Number of queue pair contexts in the adapter; the last used ones stay, and a "
                "new one enters if there is room. 0: all.",
                UintegerValue(5592),
                MakeUintegerAccessor(&PcieAdapter::m_cachedQueuePairs),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("ContextReads",
                          "Contexts that are read at the same time: the adapter begins at most "
                          "one work request with a miss per ReadLatency / ContextReads.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&PcieAdapter::m_contextReads),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "AckDelay",
                "Time from the arrival of a packet until its acknowledgement may be sent.",
                TimeValue(NanoSeconds(640)),
                MakeTimeAccessor(&PcieAdapter::m_ackDelay),
                MakeTimeChecker(Time(0)))
            .AddAttribute("WriteLatency",
                          "Time from the arrival of the last byte of a message, or of its "
                          "acknowledgement, until software sees it in memory.",
                          TimeValue(NanoSeconds(534)),
                          MakeTimeAccessor(&PcieAdapter::m_writeLatency),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
PcieAdapter::DoAdd(uint32_t index)
{
    m_pipelines.emplace_back();
    if (m_contexts.size() < m_cachedQueuePairs)
    {
        Cache(index);
    }
}

int64_t
PcieAdapter::GetStartPs(const AdapterQueue& queue, int64_t nowPs)
{
    Pipeline& pipeline = m_pipelines[queue.GetIndex()];
    m_softwareFreePs = std::max(nowPs, m_softwareFreePs) + ToPs(m_postTime);
    const int64_t rungPs = m_softwareFreePs + ToPs(m_doorbellLatency);
    int64_t fetchedPs = rungPs;
    if (!m_blueFlame || pipeline.startPs > rungPs)
    {
        if (rungPs > pipeline.fetchStartPs || pipeline.fetched == m_fetchBatch)
        {
            pipeline.fetchStartPs = std::max(rungPs, pipeline.fetchEndPs);
            pipeline.fetchEndPs = pipeline.fetchStartPs + ToPs(m_readLatency);
            pipeline.fetched = 0;
        }
        ++pipeline.fetched;
        fetchedPs = pipeline.fetchEndPs;
    }
    pipeline.startPs = std::max(fetchedPs, pipeline.nextStartPs);
    pipeline.nextStartPs = pipeline.startPs + ToPs(m_queuePairInterval);
    return pipeline.startPs;
}

int64_t
PcieAdapter::GetReadyPs(const AdapterQueue& queue, uint64_t payloadBytes, int64_t nowPs)
{
    int64_t readyPs = std::max(nowPs, m_engineFreePs);
    m_engineFreePs = readyPs + ToPs(m_messageInterval);
    if (Misses(queue.GetIndex()))
    {
        m_engineFreePs = std::max(m_engineFreePs, readyPs + ToPs(m_readLatency) / m_contextReads);
        readyPs += ToPs(m_readLatency);
    }
    return payloadBytes <= m_inlineBytes ? readyPs : ReadPayload(queue, payloadBytes, readyPs);
}

int64_t
PcieAdapter::ReadPayload(const AdapterQueue& queue, uint64_t bytes, int64_t nowPs)
{
    const uint64_t first = std::min<uint64_t>(bytes, queue.GetMtuBytes());
    const int64_t readPs = ToPs(m_readLatency);
    const uint64_t storebps = m_storeRate.GetBitRate();
    int64_t readyPs = nowPs + readPs + (storebps > 0 ? SerializationPs(first, storebps) : 0);
    if (m_readBytes > 0)
    {
        // Packets leave at the rate of the port, without a gap until the last one is read.
        int64_t& freePs = m_pipelines[queue.GetIndex()].payloadFreePs;
        freePs =
            std::max(nowPs, freePs) + static_cast<int64_t>(Uint128{bytes} * readPs / m_readBytes);
        readyPs =
            std::max(readyPs, freePs + readPs - SerializationPs(bytes - first, queue.GetRatebps()));
    }
    return readyPs;
}

bool
PcieAdapter::Misses(uint32_t index)
{
    if (m_cachedQueuePairs == 0)
    {
        return false;
    }
    Pipeline& pipeline = m_pipelines[index];
    if (pipeline.cached)
    {
        m_contexts.splice(m_contexts.begin(), m_contexts, pipeline.place);
        return false;
    }
    ++m_misses;
    m_pipelines[m_contexts.back()].cached = false;
    m_contexts.pop_back();
    Cache(index);
    return true;
}

void
PcieAdapter::Cache(uint32_t index)
{
    m_contexts.push_front(index);
    m_pipelines[index].place = m_contexts.begin();
    m_pipelines[index].cached = true;
}

int64_t
PcieAdapter::GetAnswerPs(const AdapterQueue& queue, uint64_t bytes, int64_t nowPs)
{
    return ReadPayload(queue, bytes, nowPs);
}

int64_t
PcieAdapter::DoGetAckDelayPs() const
{
    return ToPs(m_ackDelay);
}

int64_t
PcieAdapter::GetAckPs(const AdapterQueue& queue, int64_t nowPs)
{
    return nowPs + ToPs(m_ackDelay) + (Misses(queue.GetIndex()) ? ToPs(m_readLatency) : 0);
}

int64_t
PcieAdapter::GetSeenPs(int64_t nowPs) const
{
    return nowPs + ToPs(m_writeLatency);
}

} // namespace ns3
