// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scheduled-box-stage.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ScheduledBoxStage);

TypeId
ScheduledBoxStage::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ScheduledBoxStage")
                            .SetParent<CreditedVoqStage>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<ScheduledBoxStage>();
    return tid;
}

ScheduledBoxStage::Output::Output(ScheduledBoxStage* stage, uint16_t number)
    : owner(stage),
      port(number),
      event(MakeFabricEvent<Output, &Output::Turn>(this))
{
}

void
ScheduledBoxStage::Output::Turn()
{
    owner->Grant(*this, turnPs);
}

ScheduledBoxStage::~ScheduledBoxStage()
{
    StopEvents();
}

void
ScheduledBoxStage::DoDispose()
{
    StopEvents();
    CreditedVoqStage::DoDispose();
}

/** The list of events may outlive the stage. */
void
ScheduledBoxStage::StopEvents()
{
    m_local.Stop();
    for (const auto& output : m_outputs)
    {
        output->event->Clear();
    }
}

void
ScheduledBoxStage::DoStart()
{
    CreditedVoqStage::DoStart();
    const uint32_t node = GetNodeId();
    m_local.SetContext(node);
    m_outputs.clear();
    for (uint16_t port = 0; port < GetPortCount(); ++port)
    {
        m_outputs.push_back(std::make_unique<Output>(this, port));
        m_outputs.back()->event->SetContext(node);
        m_outputs.back()->turns.SetLanes(GetPort(port).GetLaneCount());
    }
}

bool
ScheduledBoxStage::DoRestoresOrder() const
{
    return false;
}

/** A packet comes to its virtual output queue. */
bool
ScheduledBoxStage::DoHold(FabricPacketPtr& packet, uint16_t egress)
{
    const int64_t nowPs = packet->readyPs;
    const uint32_t number = m_voqs.Find({packet->ingressPort, egress, packet->lane});
    Voq& voq = m_voqs[number];
    if (!Admit(packet, voq.fill, voq.packets.GetBytes(), egress))
    {
        return true;
    }
    if (voq.queuedBytes == 0)
    {
        voq.queuedBytes = DrawBegin(voq.key);
        voq.sentBytes = voq.queuedBytes;
    }
    voq.queuedBytes += packet->wireBytes;
    NoteQueued(packet->frameBytes);
    GetSwitch().MarkHeld(*packet, egress, voq.packets.GetBytes(), true, nowPs);
    voq.packets.Push(std::move(packet));
    SendAll(number, nowPs);
    RequestIfDue(number, nowPs);
    return true;
}

/** @return the first packet of a queue, which leaves it */
FabricPacketPtr
ScheduledBoxStage::Take(Voq& voq)
{
    FabricPacketPtr packet = voq.packets.Pop();
    voq.sentBytes += packet->wireBytes;
    NoteUnqueued(packet->frameBytes);
    NoteRoom(voq.fill, voq.packets.GetBytes());
    return packet;
}

/** A queue sends what its credits allow. */
void
ScheduledBoxStage::SendAll(uint32_t number, int64_t nowPs)
{
    Voq& voq = m_voqs[number];
    const auto egress = static_cast<uint16_t>(voq.key.destHost);
    while (!voq.packets.IsEmpty() && voq.sentBytes < voq.grantedBytes)
    {
        FabricPacketPtr packet = Take(voq);
        GetSwitch().MarkHeld(*packet, egress, voq.packets.GetBytes(), false, nowPs);
        voq.toldBytes = voq.queuedBytes;
        LearnQueued(number, voq.queuedBytes, nowPs); // the packet says so
        Release(std::move(packet), egress, nowPs);
    }
}

void
ScheduledBoxStage::RequestIfDue(uint32_t number, int64_t nowPs)
{
    Voq& voq = m_voqs[number];
    if (!voq.packets.IsEmpty() && IsRequestDue(voq.queuedBytes, voq.toldBytes, voq.grantedBytes))
    {
        NoteRequest();
        voq.toldBytes = voq.queuedBytes;
        m_local.Tell({nowPs + GetLocalDelayPs(), number, false, voq.queuedBytes});
    }
}

/** The output of a queue hears that so many bytes ever came to it. */
void
ScheduledBoxStage::LearnQueued(uint32_t number, uint64_t queuedBytes, int64_t nowPs)
{
    Voq& voq = m_voqs[number];
    voq.knownBytes = std::max(voq.knownBytes, queuedBytes);
    if (!voq.waits && voq.givenBytes < voq.knownBytes)
    {
        voq.waits = true;
        Output& output = *m_outputs[voq.key.destHost];
        output.turns.Push(voq.key.lane, number);
        Grant(output, nowPs);
    }
}

/** A port is asked for its turn then, with that very time, which need not be a tick. */
void
ScheduledBoxStage::ArmTurn(Output& output, int64_t ps) const
{
    if (!output.event->IsPending() || ps < output.turnPs)
    {
        output.turnPs = ps;
        Arm(*output.event, ps);
    }
}

/** A port grants a credit, or is asked again when it may. */
void
ScheduledBoxStage::Grant(Output& output, int64_t nowPs)
{
    if (output.turns.IsEmpty())
    {
        return;
    }
    if (nowPs < output.nextPs)
    {
        ArmTurn(output, output.nextPs);
        return;
    }
    const FabricNetDevice& port = GetPort(output.port);
    const auto [lane, waitingBytes] = output.turns.GetNext(port);
    if (const int64_t restPs = GetRestPs(waitingBytes, port.GetRatebps()); restPs > 0)
    {
        ArmTurn(output, nowPs + restPs);
        return;
    }
    const uint32_t number = output.turns.Pop(lane);
    Voq& voq = m_voqs[number];
    voq.givenBytes += GetCreditBytes();
    voq.waits = voq.givenBytes < voq.knownBytes;
    if (voq.waits)
    {
        output.turns.Push(lane, number);
    }
    output.nextPs = nowPs + GetCreditPs(waitingBytes, port.GetRatebps());
    if (!output.turns.IsEmpty())
    {
        ArmTurn(output, output.nextPs);
    }
    NoteGrant(voq.key, voq.givenBytes);
    m_local.Tell({nowPs + GetLocalDelayPs(), number, true, voq.givenBytes});
}

void
ScheduledBoxStage::HearLocal(const Word& word)
{
    if (word.isGrant)
    {
        m_voqs[word.queue].grantedBytes = word.totalBytes;
        SendAll(word.queue, word.atPs);
        RequestIfDue(word.queue, word.atPs);
    }
    else
    {
        LearnQueued(word.queue, word.totalBytes, word.atPs);
    }
}

PacketFifo
ScheduledBoxStage::DoTakeHeld(uint16_t egress, uint8_t lane)
{
    PacketFifo taken;
    for (Voq& voq : m_voqs.GetAll())
    {
        while (voq.key.destHost == egress && voq.key.lane == lane && !voq.packets.IsEmpty())
        {
            taken.Push(Take(voq));
        }
    }
    return taken;
}

} // namespace ns3
