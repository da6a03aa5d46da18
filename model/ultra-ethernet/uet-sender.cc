// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-sender.h"

#include "ns3/assert.h"
#include "ns3/flow-filter.h"
#include "ns3/log.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UetSender");

UetSender::UetSender(Client& client)
    : m_client(client),
      m_timer(MakeFabricEvent<UetSender, &UetSender::OnTimer>(this)),
      m_prober(*this, m_queue)
{
}

UetSender::~UetSender()
{
    m_timer->Clear();
}

void
UetSender::Start(const Settings& settings)
{
    m_settings = settings;
    m_queue.Start(settings.mtuBytes, settings.path.psnRange);
    const uint32_t node = GetNic().GetPort().GetNode()->GetId();
    m_timer->SetContext(node);
    m_prober.Start(node, settings.probePs, settings.baseRttPs);
    GetPacer().Start(PeekPointer(m_settings.policies.congestionControl),
                     GetNic().GetPort().GetRatebps());
}

uint64_t
UetSender::GetInflightBytes() const
{
    const uint64_t sentBytes = m_queue.GetMessages().GetSentBytes();
    return sentBytes - std::min(sentBytes, m_receivedBytes + m_queue.GetLostBytes());
}

void
UetSender::Post(uint64_t bytes, uint32_t immediate, int64_t nowPs)
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
        m_prober.Schedule(GetNic().GetConnectionFactory().GetAckTimeoutPs(), nowPs);
    }
    AskForCredit(nowPs);
    GetNic().Activate(*this, nowPs);
}

bool
UetSender::CanSend() const
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
UetSender::GetFlow() const
{
    const UetPath& path = m_settings.path;
    return path.nic
               ? std::make_optional(FlowNumber(path.nic->GetHost(), path.peerHost, path.peerNumber))
               : std::nullopt; // not started
}

FabricPacketPtr
UetSender::MakeNextPacket(int64_t nowPs)
{
    if (!CanSend())
    {
        return nullptr;
    }
    const UetSendQueue::Sending sending = m_queue.Send(nowPs);
    GetNic().GetCounters().retransmittedPackets += sending.again;
    const auto& policies = m_settings.policies;
    const UetType type = GetRequestType(m_settings.path.mode, m_settings.demands);
    FabricPacketPtr packet = m_settings.path.MakePacket(
        type,
        sending.payload,
        policies.entropy ? policies.entropy->ChoosePort(nowPs) : m_settings.path.port,
        nowPs);
    auto& request = packet->As<UetRequest>();
    request.type = type;
    request.retransmitted = sending.again;
    request.first = sending.index == 0;
    request.last = sending.last;
    request.psn = static_cast<uint32_t>(sending.psn);
    request.message = static_cast<uint32_t>(sending.number);
    request.immediate = sending.message.immediate;
    request.bytes = sending.message.bytes;
    request.offset = sending.index * m_settings.mtuBytes;
    GetPacer().Pace(packet->wireBytes, nowPs, sending.psn, m_queue.GetBacklogBytes() == 0);
    request.demand = TellDemand();
    m_unaskedBytes += sending.payload;
    request.ackRequest =
        !m_settings.path.IsIdempotent() &&
        (!CanSend() || m_unaskedBytes >= GetControl().GetWindowBytes() / ASKS_PER_WINDOW);
    if (request.ackRequest)
    {
        m_unaskedBytes = 0;
    }
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
UetSender::Receive(FabricPacket& packet)
{
    const int64_t nowPs = packet.readyPs;
    if (m_failure)
    {
        return;
    }
    m_heardPs = nowPs;
    const auto getKnown = [this] {
        return std::tuple(m_receivedBytes, m_credit, m_queue.GetLostBytes());
    };
    const auto known = getKnown();
    bool isProbed = false;
    const auto& answer = packet.As<UetAnswer>();
    switch (answer.type)
    {
    case UetType::ACK_CC:
    case UetType::ACK_CCX:
        isProbed = answer.probe;
        HandleAck(packet, answer);
        break;
    case UetType::RUDI_RESPONSE:
        HandleResponse(packet, answer);
        break;
    case UetType::NACK:
        HandleNack(packet, answer);
        break;
    case UetType::CONTROL:
        m_credit = std::max(m_credit, UnwrapUet(packet.As<UetControl>().value, m_credit));
        GetControl().NotifyControl(nowPs, m_credit);
        break;
    default:
        NS_ASSERT_MSG(false, "a request came to a sender");
        return;
    }
    if (!isProbed || getKnown() != known)
    {
        m_prober.NotifyNews();
    }
    m_queue.SkipLost();
    Finish(nowPs);
    SetTimer();
    m_prober.Schedule(GetNic().GetConnectionFactory().GetAckTimeoutPs(), nowPs);
    AskForCredit(nowPs);
    GetNic().Activate(*this, nowPs);
}

void
UetSender::HandleAck(const FabricPacket& packet, const UetAnswer& answer)
{
    const int64_t nowPs = packet.readyPs;
    const uint64_t newBytes = NoteReceived(answer.receivedBytes);
    if (!answer.probe)
    {
        const uint64_t psn = UnwrapUet(answer.psn, m_queue.GetFirstPsn());
        if (m_queue.Has(psn))
        {
            m_queue.Arrive(psn, answer.retransmitted == m_queue.At(psn).repeated);
        }
    }
    m_queue.ArriveBefore(UnwrapUet(answer.cumulative, m_queue.GetFirstPsn()));
    uint64_t psn = UnwrapUet(answer.bitmapBase, m_queue.GetFirstPsn());
    for (uint64_t bits = answer.bitmap; bits != 0 && psn < m_queue.GetEndPsn(); bits >>= 1, ++psn)
    {
        if ((bits & 1) && m_queue.Has(psn))
        {
            m_queue.Arrive(psn, !m_queue.At(psn).repeated);
        }
    }
    Tell(packet, answer, newBytes);
    if (answer.probe)
    {
        m_prober.HandleAnswer(answer, packet.sentPs, m_rttPs, nowPs);
    }
    FindLost(nowPs);
}

/** Tells the policies of the path what an acknowledgement says of it. */
void
UetSender::Tell(const FabricPacket& packet, const UetAnswer& answer, uint64_t newBytes)
{
    const int64_t nowPs = packet.readyPs;
    const auto& policies = m_settings.policies;
    const uint64_t inflightBytes = GetInflightBytes();
    const int64_t fadedPs = answer.probe ? m_rttPs : m_rttPs - m_rttPs / RTT_MEMORY;
    m_rttPs = std::max(nowPs - packet.sentPs, fadedPs);
    if (answer.marked && nowPs >= m_nextCnpPs)
    {
        m_nextCnpPs = nowPs + GetNic().GetConnectionFactory().GetCnpIntervalPs();
        ++GetNic().GetCounters().cnpsReceived;
        GetControl().NotifyCnp(nowPs);
    }
    const bool hasField = answer.type == UetType::ACK_CCX;
    if (hasField && m_settings.demands)
    {
        m_credit = std::max(m_credit, UnwrapUet(answer.credit, m_credit));
    }
    GetControl().NotifyAck({nowPs,
                            nowPs - packet.sentPs,
                            newBytes,
                            inflightBytes,
                            answer.marked,
                            nullptr,
                            UnwrapUet(answer.psn, m_queue.GetFirstPsn()),
                            m_queue.GetBacklogBytes() == 0,
                            // What answers a demand is a total, of which the largest counts.
                            hasField && !m_settings.demands ? answer.credit : m_credit});
    if (policies.entropy && !answer.probe)
    {
        policies.entropy->NotifyAck({nowPs,
                                     answer.echoedPort,
                                     answer.marked,
                                     newBytes,
                                     packet.sentPs,
                                     inflightBytes,
                                     false,
                                     GetControl().GetWindowBytes()});
    }
}

void
UetSender::HandleNack(const FabricPacket& packet, const UetAnswer& answer)
{
    const int64_t nowPs = packet.readyPs;
    const uint64_t psn = UnwrapUet(answer.psn, m_queue.GetFirstPsn());
    if (!answer.idempotent)
    {
        m_queue.ArriveBefore(UnwrapUet(answer.cumulative, m_queue.GetFirstPsn()));
    }
    // Whether it was sent again meanwhile, the answer tells, unless it is another packet's.
    if (m_queue.Has(psn) && (answer.code == UetNackCode::OUT_OF_ORDER ||
                             answer.retransmitted == m_queue.At(psn).repeated))
    {
        NS_LOG_LOGIC("host " << GetNic().GetHost() << " source " << GetNumber()
                             << ": NACK for packet " << psn);
        if (answer.code == UetNackCode::OUT_OF_RANGE)
        {
            m_queue.NoteTransmission(psn);
        }
        Lose(psn,
             nowPs,
             answer.code == UetNackCode::TRIMMED_LASTHOP ||
                 answer.code == UetNackCode::NO_PACKET_BUFFER);
    }
    FindLost(nowPs);
    const auto& entropy = m_settings.policies.entropy;
    if (entropy)
    {
        entropy->NotifyAck({nowPs,
                            answer.echoedPort,
                            true,
                            0,
                            packet.sentPs,
                            GetInflightBytes(),
                            true,
                            GetControl().GetWindowBytes()});
    }
}

/** Of idempotent delivery: it tells of one packet, whose payload nobody else counts. */
void
UetSender::HandleResponse(const FabricPacket& packet, const UetAnswer& answer)
{
    const uint64_t psn = UnwrapUet(answer.psn, m_queue.GetFirstPsn());
    uint64_t newBytes = 0;
    if (m_queue.Has(psn))
    {
        const UetSendQueue::Packet& record = m_queue.At(psn);
        if (record.state != UetSendQueue::State::ARRIVED)
        {
            const uint64_t total = m_receivedBytes + m_queue.GetPayload(psn);
            newBytes = NoteReceived(static_cast<uint32_t>(total));
        }
        m_queue.Arrive(psn, answer.retransmitted == record.repeated);
    }
    Tell(packet, answer, newBytes);
    FindLost(packet.readyPs);
}

uint64_t
UetSender::NoteReceived(uint32_t receivedBytes)
{
    const uint64_t total = UnwrapUet(receivedBytes, m_receivedBytes);
    if (total <= m_receivedBytes)
    {
        return 0;
    }
    m_timeouts = 0;
    return total - std::exchange(m_receivedBytes, total);
}

void
UetSender::Finish(int64_t nowPs)
{
    // The client may post at once.
    for (const auto& message : m_queue.TakeEnded())
    {
        m_client.OnSenderEnd(message.immediate, {message.postedPs, nowPs, nullptr});
    }
}

void
UetSender::OnMissing(uint64_t psn, int64_t nowPs)
{
    Lose(psn, nowPs);
}

void
UetSender::Lose(uint64_t psn, int64_t nowPs, bool lastHop)
{
    const uint32_t payload = m_queue.MarkLost(psn);
    if (payload > 0)
    {
        if (m_settings.path.IsOrdered())
        {
            m_queue.MarkAllLost();
        }
        NotifyLoss(payload, false, nowPs, lastHop);
    }
}

void
UetSender::NotifyLoss(uint64_t bytes, bool timeout, int64_t nowPs, bool lastHop)
{
    const LossEvent event{nowPs,
                          timeout,
                          bytes,
                          GetInflightBytes(),
                          lastHop,
                          timeout ? m_timeouts : 0};
    m_settings.policies.NotifyLoss(event);
}

uint64_t
UetSender::GetReorderPackets() const
{
    if (m_settings.reorderPackets > 0)
    {
        return m_settings.reorderPackets;
    }
    const RdmaNic& nic = GetNic();
    const uint64_t bdpBytes = BytesInPs(m_settings.baseRttPs, nic.GetPort().GetRatebps());
    // Without credit the window is closed, which says nothing of how many packets are on their way.
    const uint64_t openBytes = GetControl().GetWindowBytes();
    const uint64_t windowBytes =
        std::min(openBytes > 0 ? openBytes : UINT64_MAX, std::max(bdpBytes, GetInflightBytes()));
    return std::max<uint64_t>(LEAST_REORDER_PACKETS, windowBytes * 3 / 2 / m_settings.mtuBytes);
}

/** By what has come of later transmissions. */
void
UetSender::FindLost(int64_t nowPs)
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
        Lose(oldest->psn, nowPs);
    }
}

void
UetSender::SetTimer()
{
    const auto* oldest = m_queue.FindOldest();
    if (!oldest)
    {
        m_timer->Clear();
        return;
    }
    m_timeoutPs = std::max(2 * m_rttPs,
                           m_settings.policies.retransmissionTimer->GetTimeoutPs(
                               {GetNic().GetConnectionFactory().GetAckTimeoutPs(),
                                m_timeouts,
                                m_queue.GetPacketCount()}));
    const int64_t duePs = m_queue.At(oldest->psn).sentPs + GetTimeoutPs(oldest->number);
    m_timer->Schedule(std::max(m_clock.ToTicks(duePs), NowTicks()));
}

void
UetSender::OnTimer()
{
    const int64_t nowPs = NowPs();
    uint64_t bytes = 0;
    bool again = false; // what was sent since the last timeout is overdue, too
    while (const auto* oldest = m_queue.FindOldest())
    {
        const auto [psn, number] = *oldest;
        if (m_clock.ToTicks(m_queue.At(psn).sentPs + GetTimeoutPs(number)) > NowTicks())
        {
            break;
        }
        again = again || number >= m_timeoutTransmission;
        bytes += m_queue.MarkLost(psn);
    }
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
        if (m_settings.path.IsOrdered())
        {
            m_queue.MarkAllLost();
        }
        NotifyLoss(bytes, true, nowPs);
        GetNic().Activate(*this, nowPs);
    }
    SetTimer();
}

void
UetSender::OnProbeDue(int64_t nowPs)
{
    const int64_t silencePs =
        GetNic().GetConnectionFactory().GetAckTimeoutPs() *
        (int64_t{GetNic().GetConnectionFactory().GetSettings().retryCount} + 1);
    if (nowPs - m_heardPs > silencePs)
    {
        Fail(nowPs);
        return;
    }
    // What waits for its turn, or for a rate, needs no probe.
    if (m_queue.GetPacketCount() > 0 || !CanSend())
    {
        m_prober.Probe(false, nowPs);
    }
    m_prober.Schedule(GetNic().GetConnectionFactory().GetAckTimeoutPs(), nowPs);
}

void
UetSender::SendProbe(uint16_t number, uint64_t psn, int64_t nowPs)
{
    // As data has: on one port for all, no probe would outlive a path that died. What an answer
    // tells of the path is not what data meets there, as probes go before it.
    const auto& entropy = m_settings.policies.entropy;
    const uint16_t port = entropy ? entropy->ChoosePort(nowPs) : m_settings.path.port;
    FabricPacketPtr packet = m_settings.path.MakePacket(UetType::CONTROL, 0, port, nowPs);
    auto& control = packet->As<UetControl>();
    control.type = UetType::CONTROL;
    control.what = UetControlType::PROBE;
    control.port = port;
    control.number = number;
    control.psn = static_cast<uint32_t>(psn);
    control.value = TellDemand();
    GetNic().Enqueue(std::move(packet));
}

uint64_t
UetSender::GetDemand() const
{
    const uint32_t mtuBytes = m_settings.mtuBytes;
    const uint64_t fullBytes =
        m_settings.path.framing->GetUetFrameBytes(UetType::RUD_CC_REQUEST, mtuBytes) +
        m_settings.path.framing->GetGapBytes();
    const uint64_t backlogBytes = m_queue.GetBacklogBytes();
    const uint64_t packets = m_queue.GetMessages().GetPackets(backlogBytes);
    return GetControl().GetDemand(backlogBytes + packets * (fullBytes - mtuBytes));
}

uint32_t
UetSender::TellDemand()
{
    if (m_settings.demands)
    {
        m_toldDemand = std::max(m_toldDemand, GetDemand());
    }
    return static_cast<uint32_t>(m_toldDemand);
}

/** The receiver does not know that more is wanted, and no packet may go that would tell it. */
void
UetSender::AskForCredit(int64_t nowPs)
{
    if (m_settings.demands && m_prober.GetFruitless() == 0 && GetControl().GetWindowBytes() == 0 &&
        GetDemand() > m_toldDemand)
    {
        m_prober.Probe(true, nowPs);
        m_prober.Schedule(GetNic().GetConnectionFactory().GetAckTimeoutPs(), nowPs);
    }
}

void
UetSender::Fail(int64_t nowPs)
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
UetSender::DescribeWait() const
{
    if (!m_queue.HasWork())
    {
        return "";
    }
    const UetSendQueue::Message& oldest = m_queue.GetMessages().GetOldest();
    const std::string progress = std::to_string(oldest.missing) + " of " +
                                 std::to_string(m_queue.GetMessages().GetPackets(oldest.bytes)) +
                                 " packets have not come, " +
                                 std::to_string(m_queue.GetLostCount()) + " are to be sent again, ";
    const auto* waitsFor = GetActivity(NowPs()).waitsFor;
    return progress + "waits for " + (waitsFor ? waitsFor : "nothing");
}

ChannelActivity
UetSender::GetActivity(int64_t nowPs) const
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
        waitsFor = m_queue.GetPacketCount() < m_settings.path.psnRange ? "an answer"
                                                                       : "room for packet numbers";
    }
    const uint64_t sentBytes = m_queue.GetMessages().GetSentBytes();
    const uint64_t leftBytes =
        m_queue.GetMessages().GetLeftBytes() + sentBytes - std::min(sentBytes, m_receivedBytes);
    return {waitsFor, waitsFor ? leftBytes : 0, m_receivedBytes, GetControl().GetRatebps(nowPs)};
}

} // namespace ns3
