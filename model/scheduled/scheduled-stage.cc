// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scheduled-stage.h"

#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ScheduledStage);

TypeId
ScheduledStage::GetTypeId()
{
    using Self = ScheduledStage;
    const auto time = [](Time Self::*member) { return ReadOnce(MakeTimeAccessor(member)); };
    static TypeId tid =
        TypeId("ns3::ScheduledStage")
            .SetParent<CreditedVoqStage>()
            .SetGroupName("AiFabric")
            .AddConstructor<ScheduledStage>()
            .AddAttribute(
                "CellBytes",
                "Bytes of a frame per cell, at least 64; 0: packets are not cut. At most 256 in "
                "Jericho.",
                UintegerValue(0),
                ReadOnce(MakeUintegerAccessor(&Self::m_cellBytes)),
                MakeUintegerChecker<uint32_t>(0, 65'535))
            .AddAttribute("CellHeaderBytes",
                          "Header of a cell in bytes.",
                          UintegerValue(8),
                          ReadOnce(MakeUintegerAccessor(&Self::m_cellHeaderBytes)),
                          MakeUintegerChecker<uint32_t>(0, 256))
            .AddAttribute("ReassemblyTime",
                          "Longest wait for a packet that others of its queue have overtaken.",
                          TimeValue(MicroSeconds(100)),
                          time(&Self::m_reassemblyTime),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("RepeatTime",
                          "A queue requests again after this time without a grant.",
                          TimeValue(MicroSeconds(100)),
                          time(&Self::m_repeatTime),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("CreditWatchdog",
                          "A queue is emptied after this time without a grant; 0: never. SAI: "
                          "500 ms.",
                          TimeValue(MilliSeconds(500)),
                          time(&Self::m_watchdogTime),
                          MakeTimeChecker(Time(0), Seconds(100)))
            .AddAttribute("ControlPriority",
                          "Priority of the fabric's own packets of 64 B; it must not be lossless.",
                          UintegerValue(7),
                          ReadOnce(MakeUintegerAccessor(&Self::m_controlPriority)),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1));
    return tid;
}

ScheduledStage::ScheduledStage() = default;

ScheduledStage::~ScheduledStage()
{
    StopEvents();
}

bool
ScheduledStage::DoArrive(FabricPacket& packet, uint16_t egress)
{
    if (packet.transport != GetTransport() || packet.kind != PacketKind::TRANSPORT ||
        !IsOutput(egress))
    {
        return false;
    }
    const auto& header = packet.As<Header>();
    VoqKey key{packet.sourceHost, packet.destHost, header.lane};
    if (header.word == Word::CELL)
    {
        HearCell(key, static_cast<uint32_t>(header.totalBytes), egress, packet.readyPs);
        return true;
    }
    if (header.word == Word::GRANT)
    {
        std::swap(key.sourceHost, key.destHost); // it comes from the destination
    }
    Hear(key, header.word, header.totalBytes, packet.readyPs);
    return true;
}

bool
ScheduledStage::DoHold(FabricPacketPtr& packet, uint16_t egress)
{
    if (packet->transport == GetTransport() && packet->kind == PacketKind::TRANSPORT)
    {
        return false;
    }
    if (IsOutput(packet->ingressPort))
    {
        Queue(std::move(packet), egress);
        return true;
    }
    return IsOutput(egress) && packet->pathTag != 0 && Reorder(packet, egress);
}

void
ScheduledStage::Hear(const VoqKey& key, Word word, uint64_t totalBytes, int64_t nowPs)
{
    if (word == Word::GRANT)
    {
        LearnGranted(key, totalBytes, nowPs);
        return;
    }
    LearnQueued(key, totalBytes, nowPs);
    const uint64_t grantedBytes = word == Word::AGAIN ? GetGranted(key) : 0;
    if (grantedBytes > 0) // the grant may have been lost
    {
        Tell(key, Word::GRANT, grantedBytes, GetPortsTo(key.destHost).front(), nowPs);
    }
}

} // namespace ns3
