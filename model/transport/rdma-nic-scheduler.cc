// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Which queue pair of an RdmaNic sends next, and what comes in; set-up is in rdma-nic.cc.

#include "rdma-nic.h"

#include "ns3/assert.h"
#include "ns3/rdma-header.h"

#include <algorithm>

namespace ns3
{

bool
RdmaNic::IsLater(const Paced& a, const Paced& b)
{
    return a.lookPs != b.lookPs ? a.lookPs > b.lookPs
                                : a.queuePair->m_number > b.queuePair->m_number;
}

/** Called whenever a queue pair may have become able to send, or to send at another rate. */
void
RdmaNic::Activate(RdmaQueuePair* queuePair, int64_t nowPs)
{
    using SendState = RdmaQueuePair::SendState;
    if (queuePair->m_nextSendPs > nowPs)
    {
        queuePair->Plan(nowPs);
    }
    if (queuePair->m_sendState == SendState::PACED)
    {
        if (queuePair->GetNextLookPs(nowPs) >= queuePair->m_lookPs)
        {
            return; // the one that is planned comes first
        }
        queuePair->m_sendState = SendState::IDLE; // the look that is planned is of no use
    }
    if (queuePair->m_sendState != SendState::IDLE || !queuePair->CanSend())
    {
        return;
    }
    Enter(queuePair, nowPs);
    if (m_waiting)
    {
        m_port->Kick(nowPs);
    }
}

/** Into the round robin or the heap. */
void
RdmaNic::Enter(RdmaQueuePair* queuePair, int64_t nowPs)
{
    if (queuePair->GetDuePs() <= nowPs)
    {
        Append(queuePair);
        return;
    }
    queuePair->m_sendState = RdmaQueuePair::SendState::PACED;
    LookAgain(queuePair, nowPs);
    if (m_paced.front().queuePair == queuePair)
    {
        SetAlarm();
    }
}

/** Into the heap. */
void
RdmaNic::LookAgain(RdmaQueuePair* queuePair, int64_t nowPs)
{
    queuePair->m_lookPs = queuePair->GetNextLookPs(nowPs);
    m_paced.push_back({queuePair->m_lookPs, queuePair});
    std::push_heap(m_paced.begin(), m_paced.end(), IsLater);
}

/** Those whose time has come go into the round robin. */
void
RdmaNic::LookAtPaced(int64_t nowPs)
{
    while (!m_paced.empty() && m_paced.front().lookPs <= nowPs)
    {
        const Paced paced = m_paced.front();
        std::pop_heap(m_paced.begin(), m_paced.end(), IsLater);
        m_paced.pop_back();
        RdmaQueuePair* queuePair = paced.queuePair;
        if (queuePair->m_sendState != RdmaQueuePair::SendState::PACED ||
            queuePair->m_lookPs != paced.lookPs)
        {
            continue;
        }
        queuePair->Plan(nowPs);
        if (queuePair->GetDuePs() > nowPs)
        {
            LookAgain(queuePair, nowPs);
        }
        else
        {
            Append(queuePair);
        }
    }
}

void
RdmaNic::Append(RdmaQueuePair* queuePair)
{
    queuePair->m_sendState = RdmaQueuePair::SendState::READY;
    queuePair->m_nextReady = nullptr;
    Ring& ring = m_rings[queuePair->m_class.lane];
    (ring.head ? ring.tail->m_nextReady : ring.head) = queuePair;
    ring.tail = queuePair;
    m_waiting |= 1U << queuePair->m_class.lane;
    m_port->SetOwnerWaiting(true);
}

/** For the earliest of the heap, but not while the port is busy anyway. */
void
RdmaNic::SetAlarm()
{
    m_alarmPs = std::max(m_paced.front().lookPs, m_port->GetBusyUntilPs());
    m_alarm->Schedule(m_port->GetClock().ToTicks(m_alarmPs));
}

void
RdmaNic::RingAlarm()
{
    m_port->SetOwnerWaiting(true);
    m_port->Kick(m_alarmPs);
}

void
RdmaNic::Refill(FabricNetDevice& port, int64_t nowPs)
{
    LookAtPaced(nowPs);
    uint32_t rest = m_waiting & ~m_staged;
    while (rest)
    {
        const uint32_t priority = __builtin_ctz(rest);
        Ring& ring = m_rings[priority];
        RdmaQueuePair* queuePair = ring.head;
        ring.head = queuePair->m_nextReady;
        if (!ring.head)
        {
            m_waiting &= ~(1U << priority);
            rest &= rest - 1;
        }
        queuePair->m_sendState = RdmaQueuePair::SendState::IDLE;
        if (!queuePair->CanSend())
        {
            continue;
        }
        if (queuePair->GetDuePs() > nowPs)
        {
            Enter(queuePair, nowPs);
            continue;
        }
        FabricPacketPtr packet = queuePair->MakeNextPacket(nowPs);
        packet->scheduled = true;
        port.Put(std::move(packet));
        m_staged |= 1U << priority;
        rest &= ~(1U << priority);
        if (queuePair->CanSend())
        {
            Enter(queuePair, nowPs);
        }
    }
    port.SetOwnerWaiting(m_waiting != 0);
    if (!m_paced.empty())
    {
        SetAlarm();
    }
}

void
RdmaNic::BeforeTransmit(FabricNetDevice&, FabricPacket& packet, int64_t startPs)
{
    if (packet.kind == PacketKind::TRANSPORT)
    {
        packet.dscp = packet.As<RdmaHeader>().opcode == RdmaOpcode::CNP_ROCE
                          ? m_cnpDscp
                          : m_dscpOfPriority[packet.priority % PRIORITY_COUNT];
    }
    if (packet.scheduled)
    {
        packet.scheduled = false;
        m_staged &= ~(1U << packet.priority);
        if (packet.payloadBytes > 0)
        {
            packet.sentPs = startPs;
        }
    }
}

void
RdmaNic::Receive(FabricNetDevice& port, FabricPacketPtr packet)
{
    auto& flowControl = port.GetFlowControl();
    const int64_t nowPs = packet->readyPs;
    // The NIC takes packets as fast as they come, so its buffer never fills.
    flowControl.NotifyReceived(packet->priority, packet->frameBytes, BufferSignal::CONTINUE, nowPs);
    flowControl.NotifyFreed(packet->priority, packet->frameBytes, BufferSignal::CONTINUE, nowPs);
    ++m_counters.receivedPackets;
    m_counters.receivedBytes += packet->frameBytes;
    NS_ASSERT_MSG(packet->destHost == m_host, "a packet came to the wrong host");
    const std::size_t index = packet->destEndpoint - FIRST_QUEUE_PAIR;
    if (index < m_queuePairs.size())
    {
        m_queuePairs[index]->Receive(*packet);
    }
    else
    {
        ++m_counters.droppedDatagrams; // connections know each other
    }
}

/** The payload is lost: whoever waits for it learns so now, and not by what comes after it. */
void
RdmaNic::ReceiveTrimmed(FabricNetDevice& port, FabricPacketPtr packet)
{
    auto& flowControl = port.GetFlowControl();
    const int64_t nowPs = packet->readyPs;
    flowControl.NotifyReceived(packet->priority, packet->frameBytes, BufferSignal::CONTINUE, nowPs);
    flowControl.NotifyFreed(packet->priority, packet->frameBytes, BufferSignal::CONTINUE, nowPs);
    ++m_counters.receivedPackets;
    m_counters.receivedBytes += packet->frameBytes;
    ++m_counters.trimmedPackets;
    const std::size_t index = packet->destEndpoint - FIRST_QUEUE_PAIR;
    if (index < m_queuePairs.size())
    {
        m_queuePairs[index]->ReceiveTrimmed(*packet);
    }
}

} // namespace ns3
