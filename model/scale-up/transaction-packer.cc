// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "transaction-packer.h"

#include "packed-packets.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/rdma-header.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/** @return true for an acknowledgement without additions */
bool
IsPlainAnswer(const FabricPacket& packet)
{
    return packet.kind == PacketKind::TRANSPORT && !packet.extras &&
           packet.As<RdmaHeader>().opcode == RdmaOpcode::ACKNOWLEDGE;
}

} // namespace

TransactionPacker::TransactionPacker(RdmaNic& nic, const TransactionFraming& framing)
    : m_nic(nic),
      m_framing(framing),
      m_mostBytes(framing.GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, nic.GetMtuBytes())),
      m_alarm(MakeFabricEvent<TransactionPacker, &TransactionPacker::LookAtHeld>(this))
{
    m_alarm->SetContext(nic.GetPort().GetNode()->GetId());
}

TransactionPacker::~TransactionPacker()
{
    m_alarm->Clear();
}

void
TransactionPacker::Add(RdmaQueuePair& queuePair)
{
    RdmaQueuePair::Context& context = *this;
    queuePair.MoveTo(m_nic.GetHost(),
                     queuePair.GetRemoteHost(),
                     context,
                     context,
                     &m_notificationPs);
    PacketSource& source = queuePair;
    m_members.push_back({&source, false});
}

/** Members have ascending numbers. */
TransactionPacker::Member&
TransactionPacker::Find(uint32_t number)
{
    const auto found = std::lower_bound(
        m_members.begin(),
        m_members.end(),
        number,
        [](const Member& member, uint32_t wanted) { return member.source->GetNumber() < wanted; });
    NS_ASSERT_MSG(found != m_members.end() && found->source->GetNumber() == number,
                  "a queue pair of another destination or class");
    return *found;
}

bool
TransactionPacker::CanSend() const
{
    return m_next || !m_answers.empty() || !m_ready.empty();
}

/** Asks the NIC for a turn, unless more may come at this instant. */
void
TransactionPacker::Wake(int64_t nowPs)
{
    if (!m_unpacks)
    {
        m_nic.Activate(*this, nowPs);
    }
}

void
TransactionPacker::Enqueue(FabricPacketPtr&& packet)
{
    if (packet->lane != GetLane() || !IsPlainAnswer(*packet))
    {
        m_nic.Enqueue(std::move(packet));
        return;
    }
    const int64_t nowPs = packet->readyPs;
    m_answers.push_back(std::move(packet));
    Wake(nowPs);
}

void
TransactionPacker::Activate(PacketSource& source, int64_t nowPs)
{
    Prepare(Find(source.GetNumber()), nowPs);
    if (!m_ready.empty())
    {
        Wake(nowPs);
    }
}

/** Makes a queue pair wait for its turn, or for the time at which its rate allows a packet. */
void
TransactionPacker::Prepare(Member& member, int64_t nowPs)
{
    if (member.ready || !member.source->CanSend())
    {
        return;
    }
    SendPacer& pacer = member.source->GetPacer();
    if (pacer.Owes(nowPs))
    {
        pacer.Plan(nowPs);
    }
    if (pacer.GetDuePs() > nowPs)
    {
        const int64_t ticks = m_nic.GetPort().GetClock().ToTicks(pacer.GetNextLookPs(nowPs));
        m_alarm->Schedule(m_alarm->IsPending() ? std::min(ticks, m_alarm->GetDeadline()) : ticks);
        return;
    }
    member.ready = true;
    m_ready.push_back(static_cast<uint32_t>(&member - m_members.data()));
}

void
TransactionPacker::LookAtHeld()
{
    const int64_t nowPs = m_nic.GetPort().GetClock().ToPs(NowTicks());
    for (Member& member : m_members)
    {
        Prepare(member, nowPs);
    }
    if (!m_ready.empty())
    {
        Wake(nowPs);
    }
}

/** @return next packet of the queue pairs; null: none may send */
FabricPacketPtr
TransactionPacker::TakeData(int64_t nowPs)
{
    if (m_next)
    {
        return std::move(m_next);
    }
    while (!m_ready.empty())
    {
        Member& member = m_members[m_ready.front()];
        m_ready.pop_front();
        member.ready = false;
        FabricPacketPtr packet = member.source->MakeNextPacket(nowPs);
        if (packet)
        {
            Prepare(member, nowPs);
            return packet;
        }
    }
    return nullptr;
}

/** Adds the acknowledgements that fit to a frame. */
void
TransactionPacker::TakeAnswers(TransactionFraming::Contents& contents,
                               std::vector<FabricPacketPtr>& packets)
{
    auto answer = m_answers.begin();
    for (; answer != m_answers.end(); ++answer)
    {
        ++contents.answers;
        if (!packets.empty() && m_framing.GetSharedFrameBytes(contents) > m_mostBytes)
        {
            --contents.answers;
            break;
        }
        packets.push_back(std::move(*answer));
    }
    m_answers.erase(m_answers.begin(), answer);
}

FabricPacketPtr
TransactionPacker::MakeNextPacket(int64_t nowPs)
{
    TransactionFraming::Contents contents;
    std::vector<FabricPacketPtr> packets;
    TakeAnswers(contents, packets);
    while (FabricPacketPtr packet = TakeData(nowPs))
    {
        const auto with = m_framing.Add(contents, packet->payloadBytes);
        const bool fits = !packet->extras && m_framing.GetSharedFrameBytes(with) <= m_mostBytes;
        if (!packets.empty() && !fits)
        {
            m_next = std::move(packet);
            break;
        }
        contents = with;
        packets.push_back(std::move(packet));
        if (!fits)
        {
            break;
        }
    }
    return packets.empty() ? nullptr : MakeFrame(contents, packets);
}

/** Makes one packet of all, on the path of all frames. */
FabricPacketPtr
TransactionPacker::MakeFrame(const TransactionFraming::Contents& contents,
                             std::vector<FabricPacketPtr>& packets)
{
    // Data in front: their port writes the time of sending into the packet that it sees, and
    // acknowledgements keep that of their request.
    std::stable_partition(packets.begin(), packets.end(), [](const FabricPacketPtr& packet) {
        return packet->payloadBytes > 0;
    });
    FabricPacketPtr frame = std::move(packets.front());
    if (!m_entropy)
    {
        m_entropy = frame->entropy;
    }
    frame->entropy = *m_entropy;
    if (packets.size() > 1)
    {
        auto packed = std::make_unique<PackedPackets>();
        packed->ownPayloadBytes = frame->payloadBytes;
        packed->ownEndpoint = frame->destEndpoint;
        packets.erase(packets.begin());
        for (const auto& packet : packets)
        {
            frame->payloadBytes += packet->payloadBytes;
        }
        packed->others = std::move(packets);
        frame->extras = std::move(packed);
        frame->destEndpoint = m_peer;
        frame->frameBytes = m_framing.GetSharedFrameBytes(contents);
        frame->wireBytes = frame->frameBytes + m_framing.GetGapBytes();
    }
    return frame;
}

void
TransactionPacker::Receive(FabricPacket& packet)
{
    const std::unique_ptr<PacketExtras> extras = std::move(packet.extras);
    auto& packed = static_cast<PackedPackets&>(*extras);
    packet.payloadBytes = packed.ownPayloadBytes;
    packet.destEndpoint = packed.ownEndpoint;
    m_unpacks = true;
    Find(packet.destEndpoint).source->Receive(packet);
    for (const auto& other : packed.others)
    {
        other->readyPs = packet.readyPs;
        other->tailPs = packet.tailPs;
        other->lane = packet.lane;
        other->hops = packet.hops;
        other->ecn = packet.ecn;
        if (other->payloadBytes > 0)
        {
            other->sentPs = packet.sentPs;
        }
        Find(other->destEndpoint).source->Receive(*other);
    }
    m_unpacks = false;
    Wake(packet.readyPs);
}

RdmaPolicies
TransactionPacker::MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw)
{
    return m_nic.GetConnectionFactory().MakePolicies(settings, draw);
}

void
TransactionPacker::AddSendPolicies(const RdmaQueuePair::Settings& settings,
                                   uint64_t draw,
                                   int64_t startPs,
                                   RdmaPolicies& policies)
{
    m_nic.GetConnectionFactory().AddSendPolicies(settings, draw, startPs, policies);
}

RdmaQueuePair::Needs
TransactionPacker::GetNeeds(const RdmaPolicies& /* policies */) const
{
    return m_nic.GetConnectionFactory().GetNeeds();
}

uint64_t&
TransactionPacker::GetWord(uint64_t /* address */)
{
    NS_ABORT_MSG("channels of a PackingTransport have no atomic operations");
}

RdmaCounters&
TransactionPacker::GetQueuePairCounters()
{
    return m_nic.GetCounters();
}

std::string
TransactionPacker::DescribeBlock(uint8_t lane) const
{
    return m_nic.GetPort().GetFlowControl().DescribeBlock(lane);
}

} // namespace ns3
