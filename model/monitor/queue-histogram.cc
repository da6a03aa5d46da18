// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "queue-histogram.h"

#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("QueueHistogram");

NS_OBJECT_ENSURE_REGISTERED(QueueHistogram);

TypeId
QueueHistogram::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::QueueHistogram")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<QueueHistogram>()
            .AddAttribute("Interval",
                          "Sampling interval of the queues.",
                          TimeValue(NanoSeconds(100)),
                          MakeTimeAccessor(&QueueHistogram::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Start",
                          "Simulated time of the first sample.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&QueueHistogram::m_start),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Stop",
                          "Simulated time of the last sample; 0: the end of the run.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&QueueHistogram::m_stop),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DumpInterval",
                          "The counts are written at multiples of this time, and at the end.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&QueueHistogram::m_dumpInterval),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

QueueHistogram::~QueueHistogram()
{
    NS_LOG_FUNCTION(this);
    m_event.Cancel();
}

void
QueueHistogram::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_event.Cancel();
    m_parts = {};
    Object::DoDispose();
}

void
QueueHistogram::Validate() const
{
    if (m_stop > Time(0) && m_stop <= m_start)
    {
        throw InputError("QueueHistogram Stop must be after Start, or 0 for the end of the run");
    }
}

void
QueueHistogram::Start(const FabricParts& parts, const FabricTopology& topology)
{
    NS_LOG_FUNCTION(this);
    Validate();
    m_event.Cancel();
    m_parts = parts;
    m_record = {};
    for (uint32_t link = 0; link < topology.links.size(); ++link)
    {
        const uint32_t ends[] = {topology.links[link].a, topology.links[link].b};
        for (uint32_t side = 0; side < 2; ++side)
        {
            if (topology.nodes[ends[side]].kind == TopologyNode::Kind::SWITCH)
            {
                m_record.ports.push_back({ends[side], link, side});
            }
        }
    }
    std::stable_sort(m_record.ports.begin(),
                     m_record.ports.end(),
                     [](const Port& a, const Port& b) { return a.node < b.node; });
    m_counts.assign(m_record.ports.size(), {});
    m_isNew = false;
    m_event = Simulator::Schedule(std::max(Time(0), m_start - Simulator::Now()),
                                  &QueueHistogram::Look,
                                  this);
}

QueueHistogram::Record
QueueHistogram::Finish()
{
    NS_LOG_FUNCTION(this);
    m_event.Cancel();
    m_parts = {};
    if (m_isNew)
    {
        TakeSnapshot(m_lastPs);
    }
    m_counts.clear();
    return std::move(m_record);
}

void
QueueHistogram::Look()
{
    for (size_t i = 0; i < m_record.ports.size(); ++i)
    {
        const auto& port = m_record.ports[i];
        const auto device =
            StaticCast<FabricNetDevice>(m_parts.channels[port.link]->GetDevice(port.side));
        uint64_t bytes = 0;
        for (uint8_t lane = 0; lane < device->GetLaneCount(); ++lane)
        {
            bytes += device->GetQueueBytes(lane);
        }
        auto& counts = m_counts[i];
        const uint64_t bin = bytes / BIN_BYTES;
        if (counts.size() <= bin)
        {
            counts.resize(bin + 1);
        }
        ++counts[bin];
    }
    const Time now = Simulator::Now();
    m_lastPs = TickClock().ToPs(NowTicks());
    m_isNew = true;
    if (now.GetTimeStep() % m_dumpInterval.GetTimeStep() == 0)
    {
        TakeSnapshot(m_lastPs);
    }
    if (m_stop == Time(0) || now < m_stop)
    {
        m_event = Simulator::Schedule(m_interval, &QueueHistogram::Look, this);
    }
}

void
QueueHistogram::TakeSnapshot(int64_t nowPs)
{
    m_record.snapshots.push_back({nowPs, m_counts});
    m_isNew = false;
}

} // namespace ns3
