// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "selective-sender.h"

#include "ns3/flow-filter.h"
#include "ns3/log.h"

#include <tuple>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SelectiveSender");

SelectiveSender::SelectiveSender(Client& client)
    : m_client(client),
      m_timer(MakeFabricEvent<SelectiveSender, &SelectiveSender::OnTimer>(this)),
      m_prober(*this, m_queue)
{
}

SelectiveSender::~SelectiveSender()
{
    m_timer->Clear();
    if (m_pathTimer)
    {
        m_pathTimer->Clear();
    }
}

std::vector<uint32_t>
SelectiveSender::AddTo(RdmaNic& nic, HostPorts* ports, uint8_t lane)
{
    if (!ports)
    {
        nic.AddSource(*this, lane);
        return {GetNumber()};
    }
    m_ports = std::make_unique<SenderPorts>(*this, static_cast<SenderPorts::Client&>(*this));
    return m_ports->AddTo(*ports, lane);
}

void
SelectiveSender::StartDelivery(const Delivery& delivery)
{
    m_delivery = delivery;
    m_queue.Start(delivery.mtuBytes, delivery.path.psnRange);
    const uint32_t node = GetNic().GetPort().GetNode()->GetId();
    m_timer->SetContext(node);
    m_prober.Start(node, delivery.probePs, delivery.baseRttPs, delivery.namesPackets);
    GetPacer().SetLimit(delivery.maxRatebps);
    GetPacer().Start(PeekPointer(delivery.policies.congestionControl), delivery.ratebps);
    if (delivery.pathProbePs > 0)
    {
        m_pathTimer = MakeFabricEvent<SelectiveSender, &SelectiveSender::OnPathProbeTime>(this);
        m_pathTimer->SetContext(node);
    }
}

void
SelectiveSender::AskForTurn(int64_t nowPs)
{
    if (m_ports)
    {
        m_ports->Activate(nowPs);
    }
    else
    {
        GetNic().Activate(*this, nowPs);
    }
}

void
SelectiveSender::SchedulePathProbes(int64_t nowPs)
{
    SchedulePathProbes(m_delivery.pathProbePs, nowPs);
}

void
SelectiveSender::SchedulePathProbes(int64_t waitPs, int64_t nowPs)
{
    if (m_pathTimer && !m_pathTimer->IsPending() && DoHasBadPaths() && m_queue.HasWork())
    {
        m_pathTimer->Schedule(m_clock.ToTicks(nowPs + waitPs));
    }
}

void
SelectiveSender::OnPathProbeTime()
{
    if (m_queue.HasWork()) // else it goes on with the next message
    {
        const int64_t nowPs = NowPs();
        SchedulePathProbes(DoProbePaths(nowPs), nowPs);
    }
}

uint64_t
SelectiveSender::GetInflightBytes() const
{
    const uint64_t sentBytes = m_queue.GetMessages().GetSentBytes();
    return sentBytes - std::min(sentBytes, m_receivedBytes + m_queue.GetLostBytes());
}

void
SelectiveSender::ScheduleProbe(int64_t nowPs)
{
    m_prober.Schedule(GetNic().GetConnectionFactory().GetAckTimeoutPs(), nowPs);
}

void
SelectiveSender::Post(uint64_t bytes, uint32_t immediate, int64_t nowPs)
{
    if (m_failure)
    {
        m_client.OnSenderEnd(immediate, {nowPs, nowPs, m_failure});
        return;
    }
    if (!m_queue.HasWork())
    {
        m_heardPs = nowPs;
    }
    m_queue.Post(bytes, immediate, nowPs);
    if (!m_prober.IsPending())
    {
        ScheduleProbe(nowPs);
    }
    DoAfterEvent(nowPs);
    SchedulePathProbes(nowPs);
    AskForTurn(nowPs);
}

bool
SelectiveSender::CanSend() const
{
    const uint32_t payload = m_queue.GetNextPayload();
    if (payload == 0)
    {
        return false;
    }
    const uint64_t windowBytes = GetControl().GetWindowBytes();
    const uint64_t inflightBytes = GetInflightBytes();
    return windowBytes > 0 && (inflightBytes == 0 || inflightBytes + payload <= windowBytes);
}

std::optional<uint32_t>
SelectiveSender::GetFlow() const
{
    const DeliveryPath& path = m_delivery.path;
    return path.nic
               ? std::make_optional(FlowNumber(path.nic->GetHost(), path.peerHost, path.peerNumber))
               : std::nullopt; // not started
}

FabricPacketPtr
SelectiveSender::MakeNextPacket(int64_t nowPs)
{
    if (!CanSend())
    {
        return nullptr;
    }
    const NumberedPackets::Sending sending = m_queue.Send(nowPs);
    GetNic().GetCounters().retransmittedPackets += sending.again;
    FabricPacketPtr packet = DoMakeData(sending, nowPs);
    GetPacer().Pace(packet->wireBytes, nowPs, sending.psn, m_queue.GetBacklogBytes() == 0);
    m_unaskedBytes += sending.payload;
    const bool asks =
        m_delivery.asks &&
        (!CanSend() || m_unaskedBytes >= GetControl().GetWindowBytes() / ASKS_PER_WINDOW);
    if (asks)
    {
        m_unaskedBytes = 0;
    }
    DoCompleteData(*packet, asks);
    if (!m_timer->IsPending())
    {
        SetTimer();
    }
    if (sending.last && !sending.again)
    {
        m_client.OnSenderDeparture(sending.message.immediate);
    }
    return packet;
}

void
SelectiveSender::Receive(FabricPacket& packet)
{
    const int64_t nowPs = packet.readyPs;
    if (m_failure)
    {
        return;
    }
    m_heardPs = nowPs;
    const auto getKnown = [this] {
        return std::tuple(m_receivedBytes, DoGetCredit(), m_queue.GetLostBytes());
    };
    const auto known = getKnown();
    if (!DoReceive(packet) || getKnown() != known)
    {
        m_prober.NotifyNews();
    }
    m_queue.SkipLost();
    Finish(nowPs);
    SetTimer();
    ScheduleProbe(nowPs);
    DoAfterEvent(nowPs);
    SchedulePathProbes(nowPs);
    AskForTurn(nowPs);
}

void
SelectiveSender::HandleAck(const FabricPacket& packet, const Ack& ack)
{
    const int64_t nowPs = packet.readyPs;
    const uint64_t newBytes = NoteReceived(ack.receivedBytes);
    if (!ack.probe && m_queue.Has(ack.psn))
    {
        m_queue.Arrive(ack.psn, ack.retransmitted == m_queue.At(ack.psn).repeated);
    }
    m_queue.ArriveBefore(ack.cumulative);
    uint64_t psn = ack.bitmapBase;
    for (uint64_t bits = ack.bitmap; bits != 0 && psn < m_queue.GetEndPsn(); bits >>= 1, ++psn)
    {
        if ((bits & 1) && m_queue.Has(psn))
        {
            m_queue.Arrive(psn, !m_queue.At(psn).repeated);
        }
    }
    TellPolicies(packet, ack, newBytes);
    if (ack.probe)
    {
        m_prober.HandleAnswer(static_cast<uint16_t>(ack.psn),
                              ack.bitmapBase,
                              packet.sentPs,
                              m_rttPs,
                              nowPs);
    }
    FindLost(nowPs);
}

void
SelectiveSender::TellPolicies(const FabricPacket& packet, const Ack& ack, uint64_t newBytes)
{
    const int64_t nowPs = packet.readyPs;
    const uint64_t inflightBytes = GetInflightBytes();
    const int64_t fadedPs = ack.probe ? m_rttPs : m_rttPs - m_rttPs / RTT_MEMORY;
    m_rttPs = std::max(nowPs - packet.sentPs, fadedPs);
    if (ack.marked && nowPs >= m_nextCnpPs)
    {
        m_nextCnpPs = nowPs + GetNic().GetConnectionFactory().GetCnpIntervalPs();
        ++GetNic().GetCounters().cnpsReceived;
        GetControl().NotifyCnp(nowPs);
    }
    GetControl().NotifyAck({nowPs,
                            nowPs - packet.sentPs,
                            newBytes,
                            inflightBytes,
                            ack.marked,
                            nullptr,
                            ack.psn,
                            m_queue.GetBacklogBytes() == 0,
                            ack.field});
    if (const auto& entropy = GetEntropy(); entropy && !ack.probe)
    {
        entropy->NotifyAck({nowPs,
                            ack.port,
                            ack.marked,
                            newBytes,
                            packet.sentPs,
                            inflightBytes,
                            false,
                            GetControl().GetWindowBytes()});
    }
}

void
SelectiveSender::HandleRefusal(const FabricPacket& packet, const Refusal& refusal)
{
    const int64_t nowPs = packet.readyPs;
    const uint64_t psn = refusal.psn;
    // Whether it was sent again meanwhile, the answer tells, unless it is another packet's.
    if (m_queue.Has(psn) && (refusal.isOther || refusal.retransmitted == m_queue.At(psn).repeated))
    {
        NS_LOG_LOGIC("host " << GetNic().GetHost() << " source " << GetNumber()
                             << ": NACK for packet " << psn);
        if (refusal.hasArrived)
        {
            m_queue.NoteTransmission(psn);
        }
        Lose(psn, nowPs, refusal.ofReceiver, refusal.isCongestion);
    }
    FindLost(nowPs);
    if (const auto& entropy = GetEntropy(); entropy && refusal.blamesPath)
    {
        entropy->NotifyAck({nowPs,
                            refusal.port,
                            true,
                            0,
                            packet.sentPs,
                            GetInflightBytes(),
                            true,
                            GetControl().GetWindowBytes()});
    }
}

uint64_t
SelectiveSender::NoteReceived(uint32_t receivedBytes)
{
    const uint64_t total = UnwrapNumber(receivedBytes, m_receivedBytes);
    if (total <= m_receivedBytes)
    {
        return 0;
    }
    m_timeouts = 0;
    return total - std::exchange(m_receivedBytes, total);
}

void
SelectiveSender::Finish(int64_t nowPs)
{
    // The client may post at once.
    for (const auto& message : m_queue.TakeEnded())
    {
        m_client.OnSenderEnd(message.immediate, {message.postedPs, nowPs, nullptr});
    }
}

void
SelectiveSender::OnMissing(uint64_t psn, int64_t nowPs)
{
    LoseSilently(psn, nowPs);
}

void
SelectiveSender::LoseSilently(uint64_t psn, int64_t nowPs)
{
    DoNotifySilence(psn, nowPs);
    SchedulePathProbes(nowPs);
    Lose(psn, nowPs, false, m_delivery.silenceIsCongestion);
}

void
SelectiveSender::Lose(uint64_t psn, int64_t nowPs, bool lastHop, bool isCongestion)
{
    const uint32_t payload = m_queue.MarkLost(psn);
    if (payload == 0)
    {
        return;
    }
    if (m_delivery.ordered)
    {
        m_queue.MarkAllLost();
    }
    if (isCongestion)
    {
        NotifyLoss(payload, false, nowPs, 1U << m_queue.At(psn).plane, lastHop);
    }
}

void
SelectiveSender::NotifyLoss(uint64_t bytes,
                            bool timeout,
                            int64_t nowPs,
                            uint32_t planes,
                            bool lastHop)
{
    const LossEvent event{nowPs,
                          timeout,
                          bytes,
                          GetInflightBytes(),
                          lastHop,
                          timeout ? m_timeouts : 0};
    m_delivery.policies.NotifyLoss(event);
    for (size_t plane = 0; plane < m_delivery.entropies.size(); ++plane)
    {
        if (planes >> plane & 1)
        {
            m_delivery.entropies[plane]->NotifyLoss(event);
        }
    }
}

uint64_t
SelectiveSender::GetReorderPackets() const
{
    if (m_delivery.reorderPackets > 0)
    {
        return m_delivery.reorderPackets;
    }
    const uint64_t bdpBytes = BytesInPs(m_delivery.baseRttPs, m_delivery.ratebps);
    // Without credit the window is closed, which says nothing of how many packets are on their way.
    const uint64_t openBytes = GetControl().GetWindowBytes();
    const uint64_t windowBytes =
        std::min(openBytes > 0 ? openBytes : UINT64_MAX, std::max(bdpBytes, GetInflightBytes()));
    return std::max<uint64_t>(LEAST_REORDER_PACKETS, windowBytes * 3 / 2 / m_delivery.mtuBytes);
}

void
SelectiveSender::FindLost(int64_t nowPs)
{
    const auto* oldest = m_queue.FindOldest();
    const uint64_t arrived = m_queue.GetArrivedTransmission();
    if (!oldest || oldest->number >= arrived)
    {
        return;
    }
    const uint64_t reorder = GetReorderPackets();
    for (; oldest && oldest->number + reorder < arrived; oldest = m_queue.FindOldest())
    {
        LoseSilently(oldest->psn, nowPs);
    }
}

void
SelectiveSender::SetTimer()
{
    const auto* oldest = m_queue.FindOldest();
    if (!oldest)
    {
        m_timer->Clear();
        return;
    }
    // Before the first answer, over a long link, only the idle round trip is known.
    m_timeoutPs = std::max(2 * std::max(m_rttPs, m_delivery.baseRttPs),
                           m_delivery.policies.retransmissionTimer->GetTimeoutPs(
                               {GetNic().GetConnectionFactory().GetAckTimeoutPs(),
                                m_timeouts,
                                m_queue.GetPacketCount()}));
    const int64_t duePs = m_queue.At(oldest->psn).sentPs + GetTimeoutPs(oldest->number);
    m_timer->Schedule(std::max(m_clock.ToTicks(duePs), NowTicks()));
}

void
SelectiveSender::OnTimer()
{
    const int64_t nowPs = NowPs();
    uint64_t bytes = 0;
    uint32_t planes = 0;
    bool again = false; // what was sent since the last timeout is overdue, too
    while (const auto* oldest = m_queue.FindOldest())
    {
        const auto [psn, number] = *oldest;
        if (m_clock.ToTicks(m_queue.At(psn).sentPs + GetTimeoutPs(number)) > NowTicks())
        {
            break;
        }
        again = again || number >= m_timeoutTransmission;
        DoNotifySilence(psn, nowPs);
        planes |= 1U << m_queue.At(psn).plane;
        bytes += m_queue.MarkLost(psn);
    }
    SchedulePathProbes(nowPs);
    if (bytes > 0)
    {
        ++GetNic().GetCounters().timeouts;
        if (again)
        {
            m_timeoutTransmission = m_queue.GetNextTransmission();
            m_earlierTimeoutPs = m_timeoutPs;
            ++m_timeouts;
        }
        if (m_timeouts > GetNic().GetConnectionFactory().GetSettings().retryCount)
        {
            Fail(nowPs);
            return;
        }
        NS_LOG_INFO("host " << GetNic().GetHost() << " source " << GetNumber() << ": timeout "
                            << m_timeouts << " in a row, " << bytes << " B are lost");
        if (m_delivery.ordered)
        {
            m_queue.MarkAllLost();
        }
        NotifyLoss(bytes, true, nowPs, planes);
        AskForTurn(nowPs);
    }
    SetTimer();
}

void
SelectiveSender::OnProbeDue(int64_t nowPs)
{
    const auto& factory = GetNic().GetConnectionFactory();
    const int64_t silencePs =
        m_delivery.silencePs > 0
            ? m_delivery.silencePs
            : factory.GetAckTimeoutPs() * (int64_t{factory.GetSettings().retryCount} + 1);
    if (nowPs - m_heardPs > silencePs)
    {
        Fail(nowPs);
        return;
    }
    // A packet that waits for its turn, or for a rate, needs no probe.
    if (m_queue.GetPacketCount() > 0 || !CanSend())
    {
        m_prober.Probe(false, nowPs);
    }
    ScheduleProbe(nowPs);
}

void
SelectiveSender::SendProbe(uint16_t number, uint64_t psn, int64_t nowPs)
{
    DoSendProbe(number, psn, nowPs);
}

void
SelectiveSender::DoAfterEvent(int64_t /* nowPs */)
{
}

void
SelectiveSender::DoNotifySilence(uint64_t /* psn */, int64_t /* nowPs */)
{
}

uint64_t
SelectiveSender::DoGetCredit() const
{
    return 0;
}

bool
SelectiveSender::DoHasBadPaths() const
{
    return false;
}

int64_t
SelectiveSender::DoProbePaths(int64_t /* nowPs */)
{
    return m_delivery.pathProbePs;
}

bool
SelectiveSender::DoIsUsable(uint32_t /* port */) const
{
    return true;
}

void
SelectiveSender::DoNotifyPorts(int64_t /* nowPs */)
{
}

void
SelectiveSender::Fail(int64_t nowPs)
{
    NS_LOG_INFO("host " << GetNic().GetHost() << " source " << GetNumber()
                        << " has failed: retries exceeded");
    m_failure = "retry-exceeded";
    ++GetNic().GetCounters().failedQueuePairs;
    m_timer->Clear();
    m_prober.Clear();
    for (const auto& message : m_queue.TakeAll())
    {
        if (message.missing > 0)
        {
            m_client.OnSenderEnd(message.immediate, {message.postedPs, nowPs, m_failure});
        }
    }
}

std::string
SelectiveSender::DescribeWait() const
{
    if (!m_queue.HasWork())
    {
        return "";
    }
    const NumberedPackets::Message& oldest = m_queue.GetMessages().GetOldest();
    const std::string progress = std::to_string(oldest.missing) + " of " +
                                 std::to_string(m_queue.GetMessages().GetPackets(oldest.bytes)) +
                                 " packets have not come, " +
                                 std::to_string(m_queue.GetLostCount()) + " are to be sent again, ";
    const auto* waitsFor = GetActivity(NowPs()).waitsFor;
    return progress + "waits for " + (waitsFor ? waitsFor : "nothing");
}

ChannelActivity
SelectiveSender::GetActivity(int64_t nowPs) const
{
    const char* waitsFor = nullptr;
    if (m_queue.GetNextPayload() > 0)
    {
        waitsFor = CanSend()                            ? "its turn"
                   : GetControl().GetWindowBytes() == 0 ? "credit"
                                                        : "its window";
    }
    else if (m_queue.HasWork())
    {
        waitsFor = m_queue.GetPacketCount() < m_delivery.path.psnRange ? "an answer"
                                                                       : "room for packet numbers";
    }
    const uint64_t sentBytes = m_queue.GetMessages().GetSentBytes();
    const uint64_t leftBytes =
        m_queue.GetMessages().GetLeftBytes() + sentBytes - std::min(sentBytes, m_receivedBytes);
    return {waitsFor, waitsFor ? leftBytes : 0, m_receivedBytes, GetControl().GetRatebps(nowPs)};
}

} // namespace ns3
