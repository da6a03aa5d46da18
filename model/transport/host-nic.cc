// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "host-nic.h"

#include "ns3/assert.h"
#include "ns3/fabric-event.h"
#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HostNic");

namespace
{

/** Has a number for which no packet comes. */
class NobodySource final : public PacketSource
{
  public:
    bool CanSend() const override
    {
        return false;
    }

    FabricPacketPtr MakeNextPacket(int64_t /* nowPs */) override
    {
        return nullptr;
    }

    void Receive(FabricPacket& /* packet */) override
    {
    }
};

NobodySource g_nobody;

} // namespace

HostNic::~HostNic() = default;

void
HostNic::DoDispose()
{
    m_scheduler.Clear();
    m_sources.clear();
    m_receiveStage = nullptr;
    m_port = nullptr;
    Object::DoDispose();
}

void
HostNic::AttachPort(uint32_t host, Ptr<FabricNetDevice> port)
{
    m_host = host;
    m_port = port;
    m_port->SetOwner(this);
    m_scheduler.Attach(*port);
}

void
HostNic::Keep(PacketSource& source)
{
    m_sources.push_back(&source);
    ObeyPause(source, GetNowPs());
}

void
HostNic::AddSource(PacketSource& source, uint8_t lane)
{
    NS_LOG_FUNCTION(this << +lane);
    source.SetPlace(GetNextNumber(), lane);
    Keep(source);
}

[[gnu::cold]] void
HostNic::AlignNumbers(const std::vector<HostNic*>& nics)
{
    std::size_t most = 0;
    for (const HostNic* const nic : nics)
    {
        most = std::max(most, nic->m_sources.size());
    }
    for (HostNic* const nic : nics)
    {
        nic->m_sources.resize(most, &g_nobody);
    }
}

[[gnu::cold]] void
HostNic::AddListener(PacketSource& source)
{
    m_sources.push_back(&source);
}

[[gnu::cold]] void
HostNic::HandOver(PacketSource& source, PacketSource& listener, HostNic& to)
{
    m_scheduler.Remove(source);
    m_sources[source.GetNumber() - FIRST_NUMBER] = &listener;
    to.m_sources[source.GetNumber() - FIRST_NUMBER] = &source;
    to.ObeyPause(source, to.GetNowPs());
}

void
HostNic::Refill(FabricNetDevice&, int64_t nowPs)
{
    m_scheduler.Refill(nowPs);
}

void
HostNic::BeforeTransmit(FabricNetDevice&, FabricPacket& packet, int64_t startPs)
{
    m_scheduler.NotifyTransmit(packet, startPs);
}

bool
HostNic::KeepsFlows() const
{
    return true;
}

void
HostNic::PauseFlows(uint8_t lane, const FlowFilter& paused, int64_t nowPs)
{
    m_pausedFlows = std::make_unique<PausedFlows>(PausedFlows{lane, paused});
    for (PacketSource* const source : m_sources)
    {
        ObeyPause(*source, nowPs);
    }
}

/** Stops a source whose flow is paused, and lets the others send. */
void
HostNic::ObeyPause(PacketSource& source, int64_t nowPs)
{
    if (!m_pausedFlows || source.GetLane() != m_pausedFlows->lane)
    {
        return;
    }
    if (const auto flow = source.GetFlow())
    {
        m_scheduler.SetPaused(source, m_pausedFlows->flows.Has(*flow), nowPs);
    }
}

inline void
HostNic::Count(const FabricPacket& packet)
{
    ++m_counters.receivedPackets;
    m_counters.receivedBytes += packet.frameBytes;
    NS_ASSERT_MSG(packet.destHost == m_host, "a packet came to the wrong host");
}

/** Takes a packet as fast as it comes, so that the NIC's buffer does not fill. */
inline void
HostNic::Take(FabricNetDevice& port, const FabricPacket& packet)
{
    auto& flowControl = port.GetFlowControl();
    const int64_t nowPs = packet.readyPs;
    flowControl.NotifyReceived(packet.lane, packet.frameBytes, BufferSignal::CONTINUE, nowPs);
    flowControl.NotifyFreed(packet.lane, packet.frameBytes, BufferSignal::CONTINUE, nowPs);
    Count(packet);
}

inline void
HostNic::Deliver(FabricPacket& packet)
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
HostNic::Receive(FabricNetDevice& port, FabricPacketPtr&& packet)
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
HostNic::ReceiveSlowly(FabricPacketPtr& packet)
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
HostNic::TakeWritten(FabricPacketPtr&& packet)
{
    Deliver(*packet);
}

void
HostNic::Start()
{
    m_started = true;
    if (m_receiveRate.GetBitRate() > 0)
    {
        AddReceiveLimit(m_receiveRate.GetBitRate());
    }
}

void
HostNic::SetReceiveRate(DataRate rate)
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
HostNic::AddReceiveLimit(uint64_t ratebps)
{
    NS_LOG_FUNCTION(this << ratebps);
    if (!m_receiveStage)
    {
        ReceiveStage::Client& client = *this;
        m_receiveStage = std::make_unique<ReceiveStage>(*m_port, m_receiveSettings, client);
    }
    m_receiveStage->AddLimit(ratebps, GetNowPs());
}

void
HostNic::RemoveReceiveLimit(uint64_t ratebps)
{
    NS_LOG_FUNCTION(this << ratebps);
    m_receiveStage->RemoveLimit(ratebps, GetNowPs());
}

/**
 * The payload is lost; the source is told now, and does not have to infer it from later packets.
 */
void
HostNic::ReceiveTrimmed(FabricNetDevice& port, FabricPacketPtr&& packet)
{
    Take(port, *packet);
    DeliverTrimmed(*packet);
}

void
HostNic::DeliverTrimmed(FabricPacket& packet)
{
    ++m_counters.trimmedPackets;
    const std::size_t index = packet.destEndpoint - FIRST_NUMBER;
    if (index < m_sources.size())
    {
        m_sources[index]->ReceiveTrimmed(packet);
    }
}

} // namespace ns3
