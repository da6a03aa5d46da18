// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scheduled-box-path-selector.h"

#include "ns3/create-part.h"
#include "ns3/detour-path-selector.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/input-error.h"
#include "ns3/part-checker.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ScheduledBoxPathSelector);

TypeId
ScheduledBoxPathSelector::GetTypeId()
{
    ObjectFactory ecmp;
    ecmp.SetTypeId(EcmpPathSelector::GetTypeId());
    static TypeId tid =
        TypeId("ns3::ScheduledBoxPathSelector")
            .SetParent<GrantingPathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<ScheduledBoxPathSelector>()
            .AddAttribute(
                "PathSelector",
                "Path selector of a packet before it waits; it must not hold or send packets, or "
                "take detours.",
                ObjectFactoryValue(ecmp),
                ReadOnce(MakeObjectFactoryAccessor(&ScheduledBoxPathSelector::m_pathsFactory)),
                MakePartChecker(EcmpPathSelector::GetTypeId()));
    return tid;
}

ScheduledBoxPathSelector::Output::Output(ScheduledBoxPathSelector* selector, uint16_t number)
    : owner(selector),
      port(number),
      event(MakeFabricEvent<Output, &Output::Turn>(this))
{
}

void
ScheduledBoxPathSelector::Output::Turn()
{
    owner->Grant(*this, turnPs);
}

ScheduledBoxPathSelector::~ScheduledBoxPathSelector()
{
    ScheduledBoxPathSelector::DoDispose();
}

void
ScheduledBoxPathSelector::DoDispose()
{
    m_local.Stop();
    for (const auto& output : m_outputs)
    {
        output->event->Clear();
    }
    m_paths = nullptr;
    GrantingPathSelector::DoDispose();
}

/** @return a new PathSelector, which names the ports */
Ptr<PathSelector>
ScheduledBoxPathSelector::CreatePaths() const
{
    const std::string attribute = GetInstanceTypeId().GetName() + " PathSelector";
    auto paths = CreatePart<PathSelector>(m_pathsFactory, attribute);
    if (paths->SeesEveryPacket() || DynamicCast<DetourPathSelector>(paths))
    {
        throw InputError(attribute + ": is " + m_pathsFactory.GetTypeId().GetName() +
                         "; expected a path selector that does not hold or send packets and "
                         "takes no detours");
    }
    return paths;
}

void
ScheduledBoxPathSelector::DoStart()
{
    GrantingPathSelector::DoStart();
    m_paths = CreatePaths();
    m_paths->SetSalt(MakeSalt(0));
    m_paths->SetPorts(GetPorts());
    m_paths->Start();
    const uint32_t node = GetPort(0).GetNode()->GetId();
    m_local.SetContext(node);
    m_outputs.clear();
    for (uint16_t port = 0; port < GetPortCount(); ++port)
    {
        m_outputs.push_back(std::make_unique<Output>(this, port));
        m_outputs.back()->event->SetContext(node);
        m_outputs.back()->turns.SetLanes(GetPort(port).GetLaneCount());
    }
}

uint16_t
ScheduledBoxPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    return m_paths->Select(packet, ports);
}

bool
ScheduledBoxPathSelector::DoKeepsOrder() const
{
    return CreatePaths()->KeepsOrder();
}

int64_t
ScheduledBoxPathSelector::DoAssignStreams(int64_t stream)
{
    return m_paths->AssignStreams(stream);
}

bool
ScheduledBoxPathSelector::DoRestoresOrder() const
{
    return false;
}

bool
ScheduledBoxPathSelector::DoConsume(const FabricPacket&, uint16_t)
{
    return false;
}

/** A packet comes to its virtual output queue. */
bool
ScheduledBoxPathSelector::DoHold(FabricPacketPtr& packet, uint16_t egress)
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
    MarkComing(*packet, egress, voq.packets.GetBytes());
    voq.packets.Push(std::move(packet));
    SendAll(number, nowPs);
    RequestIfDue(number, nowPs);
    return true;
}

/** @return the first packet of a queue, which leaves it */
FabricPacketPtr
ScheduledBoxPathSelector::Take(Voq& voq)
{
    FabricPacketPtr packet = voq.packets.Pop();
    voq.sentBytes += packet->wireBytes;
    NoteUnqueued(packet->frameBytes);
    NoteRoom(voq.fill, voq.packets.GetBytes());
    return packet;
}

/** A queue sends what its credits allow. */
void
ScheduledBoxPathSelector::SendAll(uint32_t number, int64_t nowPs)
{
    Voq& voq = m_voqs[number];
    const auto egress = static_cast<uint16_t>(voq.key.destHost);
    while (!voq.packets.IsEmpty() && voq.sentBytes < voq.grantedBytes)
    {
        FabricPacketPtr packet = Take(voq);
        MarkLeaving(*packet, egress, voq.packets.GetBytes(), nowPs);
        voq.toldBytes = voq.queuedBytes;
        LearnQueued(number, voq.queuedBytes, nowPs); // the packet says so
        Release(std::move(packet), egress, nowPs);
    }
}

void
ScheduledBoxPathSelector::RequestIfDue(uint32_t number, int64_t nowPs)
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
ScheduledBoxPathSelector::LearnQueued(uint32_t number, uint64_t queuedBytes, int64_t nowPs)
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
ScheduledBoxPathSelector::ArmTurn(Output& output, int64_t ps) const
{
    if (!output.event->IsPending() || ps < output.turnPs)
    {
        output.turnPs = ps;
        Arm(*output.event, ps);
    }
}

/** A port grants a credit, or is asked again when it may. */
void
ScheduledBoxPathSelector::Grant(Output& output, int64_t nowPs)
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
ScheduledBoxPathSelector::HearLocal(const Word& word)
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
ScheduledBoxPathSelector::DoTakeHeld(uint16_t egress, uint8_t lane)
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
