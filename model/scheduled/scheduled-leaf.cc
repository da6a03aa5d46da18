// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scheduled-leaf.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

ScheduledLeaf::ScheduledLeaf()
    : m_paths(CreateObject<ScheduledPathSelector>()),
      m_forgotten(RegisterDropReason("no credit for CreditWatchdog", DropMeaning::RULE)),
      m_broken(RegisterDropReason("a cell is missing", DropMeaning::RULE))
{
}

void
ScheduledLeaf::DoDispose()
{
    StopEvents();
    m_paths = nullptr;
    CreditedVoqStage::DoDispose();
}

void
ScheduledLeaf::StopEvents()
{
    for (const auto& event : m_timers)
    {
        event->Clear();
    }
    m_local.Stop();
}

void
ScheduledLeaf::DoStart()
{
    CreditedVoqStage::DoStart();
    RequireLossy(m_controlPriority);
    if (m_cellBytes > 0 && m_cellBytes < 64)
    {
        throw InputError("ns3::ScheduledStage CellBytes: is " + std::to_string(m_cellBytes) +
                         "; expected at least 64, or 0");
    }
    const uint32_t longestBytes =
        GetPort(0).GetMaxWireBytes() - (CONTROL_WIRE_BYTES - CONTROL_FRAME_BYTES);
    if (GetQueueLimitBytes() > 0 && GetQueueLimitBytes() < longestBytes)
    {
        throw InputError("ns3::ScheduledStage QueueBytes: is " +
                         std::to_string(GetQueueLimitBytes()) + ", and the longest packet has " +
                         std::to_string(longestBytes) + "; expected at least that, or 0");
    }
    for (const auto& event : m_timers)
    {
        event->SetContext(GetNodeId());
    }
    m_local.SetContext(GetNodeId());
}

PathSelector*
ScheduledLeaf::DoGetPathSelector()
{
    return PeekPointer(m_paths);
}

uint64_t
ScheduledLeaf::GetCarriedBytes(uint64_t wireBytes) const
{
    return m_cellBytes == 0
               ? wireBytes
               : wireBytes + (wireBytes + m_cellBytes - 1) / m_cellBytes * m_cellHeaderBytes;
}

void
ScheduledLeaf::Tell(const VoqKey& key,
                    Word word,
                    uint64_t totalBytes,
                    uint16_t ingress,
                    int64_t nowPs)
{
    const uint32_t host = word == Word::GRANT ? key.sourceHost : key.destHost;
    const uint32_t from = word == Word::GRANT ? key.destHost : key.sourceHost;
    if (LeadsTo(host))
    {
        m_local.Tell({nowPs + GetLocalDelayPs(), key, word, totalBytes});
        return;
    }
    FabricPacketPtr told = MakePacket(from, host, m_controlPriority, GetTransport(), nowPs);
    told->As<Header>() = {totalBytes, key.lane, word};
    GetSwitch().Originate(std::move(told), ingress);
}

void
ScheduledLeaf::HearLocal(const LocalWord& word)
{
    Hear(word.key, word.word, word.totalBytes, word.atPs);
}

} // namespace ns3
