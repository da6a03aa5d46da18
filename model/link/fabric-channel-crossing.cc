// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// How packets of a FabricChannel get to another domain or process; everything else is in
// fabric-channel.cc. Apart from it also so that what stays in a domain is not slower.

#include "fabric-channel.h"
#include "fabric-net-device.h"

#include "ns3/byte-image.h"
#include "ns3/domain-outbox.h"
#include "ns3/log.h"
#include "ns3/packet-image.h"

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
            // All have the packets that were sent before; one of them is to receive them.
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
    if (!direction.isBetweenRanks)
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
        return;
    }
    Crossing& crossing = *direction.crossing;
    if (!crossing.leaves)
    {
        return; // its own process sends it
    }
    if (crossing.data.IsEmpty() && crossing.control.IsEmpty())
    {
        sender.mail.push_back(&crossing);
    }
    (&lane == &direction.control ? crossing.control : crossing.data).Push(std::move(packet));
}

void
FabricChannel::Append(Lane& lane, EventDomain& to, FabricPacketPtr&& packet)
{
    const bool first = lane.packets.IsEmpty();
    const int64_t ticks = m_clock.ToTicks(packet->readyPs);
    lane.packets.Push(std::move(packet));
    if (first)
    {
        EventDomain* const home = FabricSimulatorImpl::GetDomain();
        FabricSimulatorImpl::SetDomain(&to);
        lane.arrival->Schedule(ticks);
        FabricSimulatorImpl::SetDomain(home);
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

void
FabricChannel::Crossing::DeliverLoaded(EventDomain& to)
{
    Direction& direction = channel.m_directions[side];
    while (!data.IsEmpty())
    {
        FabricPacketPtr packet = data.Pop();
        Lane& lane = GetLane(direction, packet->kind);
        channel.Append(lane, to, std::move(packet));
    }
    while (!control.IsEmpty())
    {
        channel.Append(direction.control, to, control.Pop());
    }
}

uint64_t
FabricChannel::Crossing::Save(std::string& to)
{
    int64_t first = INT64_MAX;
    for (PacketFifo* const sent : {&data, &control})
    {
        SaveValue(to, sent->GetPackets());
        while (!sent->IsEmpty())
        {
            const FabricPacketPtr packet = sent->Pop();
            first = std::min(first, channel.m_clock.ToTicks(packet->readyPs));
            SavePacket(to, *packet);
        }
    }
    return static_cast<uint64_t>(first);
}

void
FabricChannel::Crossing::Load(const char*& from)
{
    for (PacketFifo* const sent : {&data, &control})
    {
        for (auto packets = LoadValue<uint32_t>(from); packets > 0; --packets)
        {
            sent->Push(LoadPacket(from));
        }
    }
}

} // namespace ns3
