// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "reliable-connection-transport.h"

#include "rdma-queue-pair.h"
#include "reliable-connection-channel.h"

#include "ns3/loss-recovery.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ReliableConnectionTransport);

TypeId
ReliableConnectionTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ReliableConnectionTransport")
            .SetParent<MessageTransport>()
            .SetGroupName("AiFabric")
            .AddConstructor<ReliableConnectionTransport>()
            .AddAttribute("FailoverTime",
                          "Time from the loss or return of a port's link until connections "
                          "leave the port or come back to it, if the host has several ports.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&ReliableConnectionTransport::m_failoverTime),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
ReliableConnectionTransport::DoCheckServiceLevel(uint8_t level) const
{
    GetNic()->GetConnectionFactory().CheckLanes(level);
}

Ptr<MessageChannel>
ReliableConnectionTransport::DoOpen(MessageTransport& peer,
                                    uint8_t level,
                                    const ChannelOptions& options)
{
    const auto& far = static_cast<const ReliableConnectionTransport&>(peer).m_ports;
    if (m_ports.empty() || far.empty())
    {
        return Create<ReliableConnectionChannel>(GetNic(), peer.GetNic(), level, options, nullptr);
    }
    const auto home = std::find(m_ports.begin(), m_ports.end(), PeekPointer(GetNic()));
    const ReliableConnectionChannel::Bond bond{{m_ports, far},
                                               static_cast<uint32_t>(home - m_ports.begin()),
                                               m_failoverTime.GetPicoSeconds()};
    return Create<ReliableConnectionChannel>(GetNic(), peer.GetNic(), level, options, &bond);
}

void
ReliableConnectionTransport::DoJoinPorts(const std::vector<Ptr<MessageTransport>>& ports)
{
    for (const auto& port : ports)
    {
        m_ports.push_back(PeekPointer(port->GetNic()));
    }
}

uint32_t
ReliableConnectionTransport::GetWireBytes(RdmaOpcode opcode, uint64_t payloadBytes) const
{
    const RdmaFraming& framing = GetNic()->GetRdmaFraming();
    return framing.GetFrameBytes(opcode, static_cast<uint32_t>(payloadBytes)) +
           framing.GetGapBytes();
}

std::vector<PacketRun>
ReliableConnectionTransport::DoGetPackets(uint64_t bytes, uint32_t paths) const
{
    const uint64_t mtu = GetNic()->GetMtuBytes();
    const uint64_t partBytes = ReliableConnectionChannel::GetPartBytes(bytes, paths);
    const uint64_t fullParts = bytes / partBytes;
    uint64_t firsts = 0;
    uint64_t middles = 0;
    std::vector<PacketRun> lasts; // last packets of parts, including parts with a single packet
    const auto add = [&](uint64_t parts, uint64_t payload) {
        const uint64_t packets = (payload + mtu - 1) / mtu;
        if (packets == 1)
        {
            lasts.push_back({parts, GetWireBytes(RdmaOpcode::WRITE_ONLY_IMM, payload)});
            return;
        }
        firsts += parts;
        middles += parts * (packets - 2);
        lasts.push_back(
            {parts, GetWireBytes(RdmaOpcode::WRITE_LAST_IMM, payload - (packets - 1) * mtu)});
    };
    if (fullParts > 0)
    {
        add(fullParts, partBytes);
    }
    if (bytes % partBytes > 0)
    {
        add(1, bytes % partBytes);
    }
    // The order with the shortest packet last ends first.
    std::sort(lasts.begin(), lasts.end(), [](const PacketRun& a, const PacketRun& b) {
        return a.bytes > b.bytes;
    });
    std::vector<PacketRun> runs{{firsts, GetWireBytes(RdmaOpcode::WRITE_FIRST, mtu)},
                                {middles, GetWireBytes(RdmaOpcode::WRITE_MIDDLE, mtu)}};
    runs.insert(runs.end(), lasts.begin(), lasts.end());
    return runs;
}

uint32_t
ReliableConnectionTransport::DoGetAnswerBytes() const
{
    return GetWireBytes(RdmaOpcode::ACKNOWLEDGE, 0);
}

uint64_t
ReliableConnectionTransport::DoGetAcknowledgedBytes() const
{
    const auto& queuePairs = GetNic()->GetQueuePairs();
    uint64_t bytes = 0;
    m_unfinished.Visit(queuePairs.size(), [&](size_t place) {
        const bool isFinished = queuePairs[place]->IsFinished();
        (isFinished ? m_finishedBytes : bytes) += queuePairs[place]->GetAcknowledgedBytes();
        return isFinished;
    });
    return m_finishedBytes + bytes;
}

bool
ReliableConnectionTransport::DoHasQueuePairs() const
{
    return true;
}

std::string
ReliableConnectionTransport::DoGetNeedOfOrder() const
{
    const auto recovery =
        GetNic()->GetConnectionFactory().GetPolicyFactories().lossRecovery.Create<LossRecovery>();
    return recovery->IsSelective() ? ""
                                   : "LossRecovery " + recovery->GetInstanceTypeId().GetName() +
                                         " treats packets out of order as lost; choose "
                                         "ns3::SelectiveRepeat with ReorderPackets";
}

} // namespace ns3
