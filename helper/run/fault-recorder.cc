// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fault-recorder.h"

#include "ns3/callback.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-net-device.h"
#include "ns3/fabric-statistics.h"
#include "ns3/fabric-units.h"
#include "ns3/rank-link.h"
#include "ns3/type-names.h"

#include <algorithm>
#include <utility>

namespace ns3
{

FaultRecorder::FaultRecorder(const FabricScenario& scenario, const FabricNetwork& network)
    : m_scenario(scenario),
      m_network(network)
{
    for (size_t i = 0; i < scenario.failures.size(); ++i)
    {
        const auto& failure = scenario.failures[i];
        const std::string origin = std::to_string(i);
        failure->TraceConnect("Begin", origin, MakeCallback(&FaultRecorder::OnBegin, this));
        failure->TraceConnect("End", origin, MakeCallback(&FaultRecorder::OnEnd, this));
    }
}

FaultRecorder::~FaultRecorder()
{
    for (size_t i = 0; i < m_scenario.failures.size(); ++i)
    {
        const auto& failure = m_scenario.failures[i];
        const std::string origin = std::to_string(i);
        failure->TraceDisconnect("Begin", origin, MakeCallback(&FaultRecorder::OnBegin, this));
        failure->TraceDisconnect("End", origin, MakeCallback(&FaultRecorder::OnEnd, this));
    }
}

FaultRecorder::Counts
FaultRecorder::GetCounts() const
{
    if (m_network.UsesLaw())
    {
        return {}; // it has no packets, and may have 100,000 ports to visit for each fault
    }
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    const auto sums = FabricStatistics::Collect(m_network.GetJoinedParts(), nowPs);
    return {RankLink::Sum(sums.dataPacketHops),
            RankLink::Sum(sums.dropsByReason[DropReason::LINK_DOWN]),
            RankLink::Sum(sums.retransmittedPackets),
            RankLink::Sum(sums.timeouts)};
}

FaultRecorder::Losses
FaultRecorder::GetLosses(const FabricFault& fault) const
{
    Losses losses;
    for (const auto& channel : fault.channels)
    {
        for (uint32_t side : {0U, 1U})
        {
            const auto& counters = channel->GetCounters(side);
            losses.packets += counters.lostPackets;
            losses.bytes += counters.lostBytes;
            const auto port = StaticCast<FabricNetDevice>(channel->GetDevice(side));
            losses.replayed +=
                port->GetRetry() ? port->GetRetry()->GetCounters().replayedFrames : 0;
        }
    }
    return {RankLink::Sum(losses.packets),
            RankLink::Sum(losses.bytes),
            RankLink::Sum(losses.replayed)};
}

bool
FaultRecorder::HasCarriedNothing(const FabricFault& fault) const
{
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    uint64_t packets = 0;
    for (const auto& channel : fault.channels)
    {
        for (uint32_t side : {0U, 1U})
        {
            packets += StaticCast<FabricNetDevice>(channel->GetDevice(side))
                           ->GetCounters(nowPs)
                           .dataPackets;
        }
    }
    return RankLink::Sum(packets) == 0 && !fault.channels.empty();
}

void
FaultRecorder::CloseLast()
{
    const Counts now = GetCounts();
    if (!m_results.empty())
    {
        auto& last = m_results.back();
        last.droppedPackets = now.dropped - m_before.dropped;
        last.retransmittedPackets = now.retransmitted - m_before.retransmitted;
        last.timeouts = now.timeouts - m_before.timeouts;
    }
    m_before = now;
}

void
FaultRecorder::AddLosses(const Open& open)
{
    const Losses now = GetLosses(open.fault);
    m_results[open.index].lostPackets = now.packets - open.before.packets;
    m_results[open.index].lostBytes = now.bytes - open.before.bytes;
    m_results[open.index].replayedFrames = now.replayed - open.before.replayed;
}

void
FaultRecorder::OnBegin(std::string origin, const FabricFault& fault)
{
    CloseLast();
    FaultResult result;
    result.failure = std::stoul(origin);
    m_open.push_back({m_results.size(), std::move(origin), fault, GetLosses(fault)});
    result.kind = SpellType(fault.type, "Failure");
    result.what = fault.what;
    result.beginPs = TickClock().ToPs(NowTicks());
    // Before any traffic the normal load of its links is unknown.
    if (HasCarriedNothing(fault) && m_before.dataPacketHops > 0)
    {
        m_idle.emplace_back(m_results.size(), fault);
    }
    m_results.push_back(result);
}

void
FaultRecorder::OnEnd(std::string origin, const FabricFault& fault)
{
    const auto open = std::find_if(m_open.begin(), m_open.end(), [&](const Open& other) {
        return other.origin == origin && other.fault.type == fault.type &&
               other.fault.what == fault.what;
    });
    if (open != m_open.end())
    {
        AddLosses(*open);
        m_results[open->index].endPs = TickClock().ToPs(NowTicks());
        m_open.erase(open);
    }
}

std::vector<FaultResult>
FaultRecorder::Finish()
{
    CloseLast();
    for (const auto& open : m_open)
    {
        AddLosses(open);
    }
    for (const auto& [number, fault] : m_idle)
    {
        m_results[number].carriedNothing = HasCarriedNothing(fault);
    }
    return m_results;
}

} // namespace ns3
