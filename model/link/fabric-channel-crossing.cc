// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Transfer of packets of a FabricChannel to another domain, process or rank; the rest is in
// fabric-channel.cc. The separation also keeps the path within a domain fast.

#include "fabric-channel.h"
#include "fabric-net-device.h"
#include "port-name.h"
#include "wire-ranks.h"

#include "ns3/byte-image.h"
#include "ns3/domain-outbox.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/mpi-messages.h"
#include "ns3/packet-image.h"
#include "ns3/rank-link.h"
#include "ns3/thread-domain.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricChannelCrossing");

void
FabricChannel::SetDomains(std::array<uint32_t, 2> domains)
{
    NS_LOG_FUNCTION(this << domains[0] << domains[1]);
    for (uint32_t side : {0U, 1U})
    {
        m_directions[side].crossing = std::make_unique<Crossing>(*this, side);
        m_directions[side].domain = domains[1 - side];
    }
}

std::array<DomainMail*, 2>
FabricChannel::SetRanks(std::array<bool, 2> isHere)
{
    NS_LOG_FUNCTION(this << isHere[0] << isHere[1]);
    std::array<DomainMail*, 2> mails;
    for (uint32_t side : {0U, 1U})
    {
        Direction& direction = m_directions[side];
        Crossing& crossing = *direction.crossing;
        direction.isBetweenRanks = !isHere[0] || !isHere[1];
        crossing.leaves = isHere[side] && !isHere[1 - side];
        crossing.isForeign = !isHere[side];
        if (!isHere[1 - side])
        {
            // All processes have the packets that were sent before; one of them receives them.
            direction.data.packets.Clear();
            direction.control.packets.Clear();
            if (direction.unchecked)
            {
                direction.unchecked->packets.Clear();
                direction.unchecked->awaited.Clear();
            }
        }
        mails[side] = &crossing;
    }
    return mails;
}

void
FabricChannel::Cross(Direction& direction, Lane& lane, EventDomain& sender, FabricPacketPtr packet)
{
    EventDomain& to = *sender.peers[direction.domain];
    if (to.worker == sender.worker)
    {
        Append(lane, to, std::move(packet));
        return;
    }
    const int64_t ticks = m_clock.ToTicks(packet->readyPs);
    sender.outboxes[to.worker].Post({direction.crossing.get(), &to, packet.release()},
                                    static_cast<uint64_t>(ticks));
}

void
FabricChannel::CrossRanks(Direction& direction, FabricPacketPtr packet)
{
    Crossing& crossing = *direction.crossing;
    if (crossing.byNs3)
    {
        SendMessage(direction, std::move(packet));
        return;
    }
    if (!crossing.leaves)
    {
        return; // its own process sends it
    }
    if (crossing.packets++ == 0)
    {
        ThreadDomain::Get()->mail.push_back(&crossing);
    }
    // Written while it is in the cache; the next packet reuses its memory.
    crossing.firstTicks =
        std::min(crossing.firstTicks, static_cast<uint64_t>(m_clock.ToTicks(packet->readyPs)));
    SavePacket(crossing.images, *packet);
}

void
FabricChannel::StartMessages()
{
    NS_LOG_FUNCTION(this);
    std::array<bool, 2> isHere;
    for (uint32_t side : {0U, 1U})
    {
        isHere[side] = IsOfThisRank(*m_directions[side].sender->GetNode());
    }
    if (isHere[0] && isHere[1])
    {
        return;
    }
    const bool connectsRanks = m_directions[0].sender->GetNode()->GetSystemId() !=
                               m_directions[1].sender->GetNode()->GetSystemId();
    const auto refuse = [this](const std::string& problem) {
        throw InputError("link of " + PortName(*m_directions[0].sender) + " to " +
                         PortName(*m_directions[1].sender) + ": " + problem +
                         " between ranks of ns3::MpiInterface");
    };
    if (connectsRanks && GetDelay() <= Time(0))
    {
        refuse("has no delay; expected a delay above 0");
    }
    if (connectsRanks && m_directions[0].unchecked)
    {
        refuse("has a link retry; expected none");
    }
    for (uint32_t side : {0U, 1U})
    {
        Direction& direction = m_directions[side];
        direction.isBetweenRanks = true;
        direction.crossing = std::make_unique<Crossing>(*this, side);
        direction.crossing->byNs3 = true;
        direction.crossing->leaves = isHere[side] && !isHere[1 - side];
        direction.crossing->isForeign = !isHere[side];
        if (!isHere[side] && isHere[1 - side])
        {
            MpiMessages::Receive(*direction.receiver, [this, &direction](const char* bytes) {
                ReceiveMessage(direction, bytes);
            });
        }
    }
}

void
FabricChannel::SendMessage(const Direction& direction, FabricPacketPtr packet)
{
    const Crossing& crossing = *direction.crossing;
    const Node& node = *direction.sender->GetNode();
    if (crossing.isForeign)
    {
        throw InputError("node " + std::to_string(node.GetId()) + ": sends in rank " +
                         std::to_string(Simulator::GetSystemId()) + " and belongs to rank " +
                         std::to_string(node.GetSystemId()) +
                         "; expected events of this node only in its own rank");
    }
    // Its first bit arrives at that time or later, and has no earlier effect.
    std::string bytes;
    SavePacket(bytes, *packet);
    MpiMessages::Send(bytes, NowTicks() + GetDelay().GetTimeStep(), *direction.receiver);
}

void
FabricChannel::ReceiveMessage(Direction& direction, const char* bytes)
{
    FabricPacketPtr packet = LoadPacket(bytes);
    Lane& lane = IsLinkControl(packet->kind) ? direction.control : direction.data;
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
    const int64_t ticks = m_clock.ToTicks(packet->readyPs);
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
FabricChannel::Append(Lane& lane, EventDomain& to, FabricPacketPtr&& packet)
{
    const bool first = lane.packets.IsEmpty();
    const int64_t ticks = m_clock.ToTicks(packet->readyPs);
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
FabricChannel::Crossing::Deliver(EventDomain& to, void* item)
{
    FabricPacketPtr packet(static_cast<FabricPacket*>(item));
    Direction& direction = channel.m_directions[side];
    Lane& lane = GetLane(direction, packet->kind);
    channel.Append(lane, to, std::move(packet));
}

uint64_t
FabricChannel::Crossing::Save(std::string& to)
{
    to += images;
    images.clear();
    packets = 0;
    return std::exchange(firstTicks, UINT64_MAX);
}

void
FabricChannel::Crossing::Load(EventDomain& to, const char* from, const char* end)
{
    Direction& direction = channel.m_directions[side];
    while (from != end)
    {
        FabricPacketPtr packet = LoadPacket(from);
        Lane& lane = GetLane(direction, packet->kind);
        channel.Append(lane, to, std::move(packet));
    }
}

void
FabricChannel::ShareInFlight()
{
    TellAcross(
        *this,
        [this](uint32_t side, std::string& to) { m_directions[side].crossing->Save(to); },
        [this](uint32_t side, const std::string& images) {
            for (const char* from = images.data(); from != images.data() + images.size();)
            {
                FabricPacketPtr packet = LoadPacket(from);
                GetLane(m_directions[side], packet->kind).packets.Push(std::move(packet));
            }
        });
}

} // namespace ns3
