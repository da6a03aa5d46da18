// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Received packets of an RdmaNic, at once or through a ReceiveStage.

#include "rdma-nic.h"

#include "ns3/assert.h"
#include "ns3/fabric-event.h"
#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaNicReceiving");

inline void
RdmaNic::Count(const FabricPacket& packet)
{
    ++m_counters.receivedPackets;
    m_counters.receivedBytes += packet.frameBytes;
    NS_ASSERT_MSG(packet.destHost == m_host, "a packet came to the wrong host");
}

/** Takes a packet as fast as it comes, so that the NIC's buffer does not fill. */
inline void
RdmaNic::Take(FabricNetDevice& port, const FabricPacket& packet)
{
    auto& flowControl = port.GetFlowControl();
    const int64_t nowPs = packet.readyPs;
    flowControl.NotifyReceived(packet.lane, packet.frameBytes, BufferSignal::CONTINUE, nowPs);
    flowControl.NotifyFreed(packet.lane, packet.frameBytes, BufferSignal::CONTINUE, nowPs);
    Count(packet);
}

inline void
RdmaNic::Deliver(FabricPacket& packet)
{
    const std::size_t index = packet.destEndpoint - FIRST_NUMBER;
    if (index < m_sources.size())
    {
        m_sources[index]->Receive(packet);
    }
    else
    {
        ++m_counters.droppedDatagrams; // packets of connections always have a queue pair
    }
}

void
RdmaNic::Receive(FabricNetDevice& port, FabricPacketPtr&& packet)
{
    if (__builtin_expect(m_receiveStage != nullptr, 0) && ReceiveSlowly(packet))
    {
        return;
    }
    Take(port, *packet);
    Deliver(*packet);
}

/** @return true if a packet has to wait for host memory, or has no room to wait */
[[gnu::noinline]] bool
RdmaNic::ReceiveSlowly(FabricPacketPtr& packet)
{
    const std::size_t index = packet->destEndpoint - FIRST_NUMBER;
    if (!m_receiveStage->IsNeeded() || index >= m_sources.size() ||
        !m_sources[index]->GoesToMemory(*packet))
    {
        return false;
    }
    Count(*packet);
    if (m_receiveStage->Receive(packet) == ReceiveStage::Verdict::TRIMMED)
    {
        packet->payloadBytes = 0;
        DeliverTrimmed(*packet);
    }
    return true;
}

void
RdmaNic::TakeWritten(FabricPacketPtr&& packet)
{
    Deliver(*packet);
}

void
RdmaNic::Start()
{
    m_started = true;
    if (m_receiveRate.GetBitRate() > 0)
    {
        AddReceiveLimit(m_receiveRate.GetBitRate());
    }
}

void
RdmaNic::SetReceiveRate(DataRate rate)
{
    NS_LOG_FUNCTION(this << rate);
    const DataRate before = std::exchange(m_receiveRate, rate);
    if (m_started && rate.GetBitRate() > 0)
    {
        AddReceiveLimit(rate.GetBitRate());
    }
    if (m_started && before.GetBitRate() > 0)
    {
        RemoveReceiveLimit(before.GetBitRate());
    }
}

void
RdmaNic::AddReceiveLimit(uint64_t ratebps)
{
    NS_LOG_FUNCTION(this << ratebps);
    if (!m_receiveStage)
    {
        ReceiveStage::Client& client = *this;
        m_receiveStage = std::make_unique<ReceiveStage>(*m_port, m_receiveSettings, client);
    }
    m_receiveStage->AddLimit(ratebps, m_port->GetClock().ToPs(NowTicks()));
}

void
RdmaNic::RemoveReceiveLimit(uint64_t ratebps)
{
    NS_LOG_FUNCTION(this << ratebps);
    m_receiveStage->RemoveLimit(ratebps, m_port->GetClock().ToPs(NowTicks()));
}

/**
 * The payload is lost; the source is told now, and does not have to infer it from later packets.
 */
void
RdmaNic::ReceiveTrimmed(FabricNetDevice& port, FabricPacketPtr&& packet)
{
    Take(port, *packet);
    DeliverTrimmed(*packet);
}

void
RdmaNic::DeliverTrimmed(FabricPacket& packet)
{
    ++m_counters.trimmedPackets;
    const std::size_t index = packet.destEndpoint - FIRST_NUMBER;
    if (index < m_sources.size())
    {
        m_sources[index]->ReceiveTrimmed(packet);
    }
}

} // namespace ns3
