// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "wire-crossing.h"

#include "ns3/byte-image.h"
#include "ns3/domain-outbox.h"
#include "ns3/fabric-simulator-impl.h"
#include "ns3/input-error.h"
#include "ns3/mpi-messages.h"
#include "ns3/node.h"
#include "ns3/packet-image.h"
#include "ns3/simulator.h"
#include "ns3/thread-domain.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
WireCrossing::Cross(const WireDirection& direction,
                    WireLane& lane,
                    EventDomain& sender,
                    FabricPacketPtr packet)
{
    EventDomain& to = *sender.peers[direction.domain];
    if (to.worker == sender.worker)
    {
        Append(direction, lane, to, std::move(packet));
        return;
    }
    const int64_t ticks = direction.clock.ToTicks(packet->readyPs);
    sender.outboxes[to.worker].Post({direction.crossing, &to, packet.release()},
                                    static_cast<uint64_t>(ticks));
}

void
WireCrossing::SetRanks(bool isSenderHere, bool isReceiverHere)
{
    m_direction.isBetweenRanks = !isSenderHere || !isReceiverHere;
    m_leaves = isSenderHere && !isReceiverHere;
    m_isForeign = !isSenderHere;
    if (!isReceiverHere)
    {
        // All processes have the packets that were sent before; one of them receives them.
        m_direction.data.packets.Clear();
        m_direction.control.packets.Clear();
        if (m_direction.unchecked)
        {
            m_direction.unchecked->packets.Clear();
            m_direction.unchecked->awaited.Clear();
        }
    }
}

void
WireCrossing::SetMessages(const NetDevice& sender,
                          bool isSenderHere,
                          NetDevice& receiver,
                          bool isReceiverHere)
{
    m_direction.isBetweenRanks = true;
    m_isForeign = !isSenderHere;
    m_sender = &sender;
    m_receiver = &receiver;
    if (!isSenderHere && isReceiverHere)
    {
        MpiMessages::Receive(receiver, [this](const char* bytes) { ReceiveMessage(bytes); });
    }
}

void
WireCrossing::Keep(const FabricPacket& packet)
{
    if (!m_leaves)
    {
        return; // its own process sends it
    }
    if (m_packets++ == 0)
    {
        ThreadDomain::Get()->mail.push_back(this);
    }
    // Written while it is in the cache; the next packet reuses its memory.
    m_firstTicks =
        std::min(m_firstTicks, static_cast<uint64_t>(m_direction.clock.ToTicks(packet.readyPs)));
    SavePacket(m_images, packet);
}

void
WireCrossing::SendMessage(const FabricPacket& packet, int64_t ticks) const
{
    const Node& node = *m_sender->GetNode();
    if (m_isForeign)
    {
        throw InputError("node " + std::to_string(node.GetId()) + ": sends in rank " +
                         std::to_string(Simulator::GetSystemId()) + " and belongs to rank " +
                         std::to_string(node.GetSystemId()) +
                         "; expected events of this node only in its own rank");
    }
    // Its first bit arrives at that time or later, and has no earlier effect.
    std::string bytes;
    SavePacket(bytes, packet);
    MpiMessages::Send(bytes, ticks, *m_receiver);
}

void
WireCrossing::ReceiveMessage(const char* bytes)
{
    FabricPacketPtr packet = LoadPacket(bytes);
    WireLane& lane = IsLinkControl(packet->kind) ? m_direction.control : m_direction.data;
    PacketList later; // messages of one time come in any order
    if (!lane.packets.IsEmpty() && lane.packets.GetLast()->readyPs > packet->readyPs)
    {
        PacketList sooner;
        while (!lane.packets.IsEmpty())
        {
            const bool isSooner = lane.packets.Front().readyPs < packet->readyPs;
            (isSooner ? sooner : later).Push(lane.packets.Pop());
        }
        while (!sooner.IsEmpty())
        {
            lane.packets.Push(sooner.Pop());
        }
    }
    const bool first = lane.packets.IsEmpty();
    const int64_t ticks = m_direction.clock.ToTicks(packet->readyPs);
    lane.packets.Push(std::move(packet));
    while (!later.IsEmpty())
    {
        lane.packets.Push(later.Pop());
    }
    if (first)
    {
        lane.arrival->Schedule(ticks);
    }
}

void
WireCrossing::Append(const WireDirection& direction,
                     WireLane& lane,
                     EventDomain& to,
                     FabricPacketPtr&& packet)
{
    const bool first = lane.packets.IsEmpty();
    const int64_t ticks = direction.clock.ToTicks(packet->readyPs);
    lane.packets.Push(std::move(packet));
    if (first)
    {
        EventDomain* const home = ThreadDomain::Get();
        ThreadDomain::Set(&to);
        lane.arrival->Schedule(ticks);
        ThreadDomain::Set(home);
        to.nextTicks = std::min(to.nextTicks, static_cast<uint64_t>(ticks));
    }
}

void
WireCrossing::Deliver(EventDomain& to, void* item)
{
    FabricPacketPtr packet(static_cast<FabricPacket*>(item));
    WireLane& lane = m_direction.GetLane(packet->kind);
    Append(m_direction, lane, to, std::move(packet));
}

uint64_t
WireCrossing::Save(std::string& to)
{
    to += m_images;
    m_images.clear();
    m_packets = 0;
    return std::exchange(m_firstTicks, UINT64_MAX);
}

void
WireCrossing::Load(EventDomain& to, const char* from, const char* end)
{
    while (from != end)
    {
        FabricPacketPtr packet = LoadPacket(from);
        WireLane& lane = m_direction.GetLane(packet->kind);
        Append(m_direction, lane, to, std::move(packet));
    }
}

void
WireCrossing::PutInFlight(const std::string& images)
{
    for (const char* from = images.data(); from != images.data() + images.size();)
    {
        FabricPacketPtr packet = LoadPacket(from);
        m_direction.GetLane(packet->kind).packets.Push(std::move(packet));
    }
}

} // namespace ns3
