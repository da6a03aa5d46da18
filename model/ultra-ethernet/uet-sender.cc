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
      m_probeTimer(MakeFabricEvent<UetSender, &UetSender::OnProbe>(this))
{
}

UetSender::~UetSender()
{
    m_timer->Clear();
    m_probeTimer->Clear();
}

void
UetSender::Start(const Settings& settings)
{
    m_settings = settings;
    const uint32_t node = GetNic().GetPort().GetNode()->GetId();
    m_timer->SetContext(node);
    m_probeTimer->SetContext(node);
    GetPacer().Start(PeekPointer(m_settings.policies.congestionControl),
                     GetNic().GetPort().GetRatebps());
}

uint64_t
UetSender::GetPackets(uint64_t bytes) const
{
    const uint64_t mtuBytes = m_settings.mtuBytes;
    return (bytes + mtuBytes - 1) / mtuBytes;
}

uint32_t
UetSender::GetPayload(const Message& message, uint64_t psn) const
{
    const uint64_t mtuBytes = m_settings.mtuBytes;
    return static_cast<uint32_t>(
        std::min(mtuBytes, message.bytes - (psn - message.firstPsn) * mtuBytes));
}

const UetSender::Message&
UetSender::GetMessageOf(const Packet& packet) const
{
    return m_messages[packet.message - m_firstMessage];
}

uint64_t
UetSender::GetInflightBytes() const
{
    return m_sentBytes - std::min(m_sentBytes, m_receivedBytes + m_lostBytes);
}

bool
UetSender::HasNew() const
{
    return HasUnsent() && m_packets.size() < m_settings.path.psnRange;
}

bool
UetSender::IsOutstanding(const Transmission& transmission) const
{
    if (transmission.psn < m_firstPsn)
    {
        return false;
    }
    const Packet& packet = At(transmission.psn);
    return packet.state == State::OUTSTANDING && packet.transmission == transmission.number;
}

void
UetSender::Post(uint64_t bytes, uint32_t immediate, int64_t nowPs)
{
    if (m_failure)
    {
        m_client.OnSenderEnd(immediate, {nowPs, nowPs, m_failure});
        return;
    }
    if (!HasWork())
    {
        m_heardPs = nowPs;
    }
    const uint64_t firstPsn =
        m_messages.empty() ? GetEndPsn()
                           : m_messages.back().firstPsn + GetPackets(m_messages.back().bytes);
    m_messages.push_back({bytes, firstPsn, GetPackets(bytes), nowPs, immediate});
    m_leftBytes += bytes;
    if (!m_probeTimer->IsPending())
    {
        SetProbe(nowPs);
    }
    AskForCredit(nowPs);
    GetNic().Activate(*this, nowPs);
}

bool
UetSender::CanSend() const
{
    uint32_t payload = 0;
    if (!m_lost.empty())
    {
        const Packet& packet = At(m_lost.front());
        payload = GetPayload(GetMessageOf(packet), m_lost.front());
    }
    else if (HasNew())
    {
        payload = GetPayload(m_messages[m_nextMessage - m_firstMessage], GetEndPsn());
    }
    else
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
    const bool again = !m_lost.empty();
    const uint64_t psn = again ? m_lost.front() : GetEndPsn();
    if (again)
    {
        m_lost.pop_front();
        ++GetNic().GetCounters().retransmittedPackets;
    }
    else
    {
        m_packets.push_back({nowPs, 0, m_nextMessage, State::OUTSTANDING, false});
    }
    Packet& record = At(psn);
    const Message& message = GetMessageOf(record);
    const uint32_t payload = GetPayload(message, psn);
    const uint64_t index = psn - message.firstPsn;
    const bool last = index + 1 == GetPackets(message.bytes);
    record.sentPs = nowPs;
    record.transmission = m_transmission++;
    record.state = State::OUTSTANDING;
    record.repeated = again;
    m_transmissions.push_back({psn, record.transmission});
    if (again)
    {
        m_lostBytes -= payload;
        SkipLost();
    }
    else
    {
        m_sentBytes += payload;
        m_leftBytes -= payload;
        m_nextMessage += last;
    }
    const auto& policies = m_settings.policies;
    const UetType type = GetRequestType(m_settings.path.mode, m_settings.demands);
    FabricPacketPtr packet = m_settings.path.MakePacket(
        type,
        payload,
        policies.entropy ? policies.entropy->ChoosePort(nowPs) : m_settings.path.port,
        nowPs);
    auto& request = packet->As<UetRequest>();
    request.type = type;
    request.retransmitted = again;
    request.first = index == 0;
    request.last = last;
    request.psn = static_cast<uint32_t>(psn);
    request.message = static_cast<uint32_t>(record.message);
    request.immediate = message.immediate;
    request.bytes = message.bytes;
    request.offset = index * m_settings.mtuBytes;
    GetPacer().Pace(packet->wireBytes, nowPs, psn, GetBacklogBytes() == 0);
    request.demand = TellDemand();
    m_unaskedBytes += payload;
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
    if (last && !again)
    {
        m_client.OnSenderDeparture(message.immediate);
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
    const auto getKnown = [this] { return std::tuple(m_receivedBytes, m_credit, m_lostBytes); };
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
        m_probes = 0;
    }
    SkipLost();
    Finish(nowPs);
    SetTimer();
    SetProbe(nowPs);
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
        const uint64_t psn = UnwrapUet(answer.psn, m_firstPsn);
        if (psn >= m_firstPsn && psn < GetEndPsn())
        {
            Arrive(psn, answer.retransmitted == At(psn).repeated);
        }
    }
    ArriveBefore(UnwrapUet(answer.cumulative, m_firstPsn));
    uint64_t psn = UnwrapUet(answer.bitmapBase, m_firstPsn);
    for (uint64_t bits = answer.bitmap; bits != 0 && psn < GetEndPsn(); bits >>= 1, ++psn)
    {
        if ((bits & 1) && psn >= m_firstPsn)
        {
            Arrive(psn, !At(psn).repeated);
        }
    }
    Tell(packet, answer, newBytes);
    if (answer.probe && static_cast<uint16_t>(m_probe - answer.psn) <= m_furtherProbes && !m_asks &&
        nowPs - packet.sentPs <= 2 * m_settings.baseRttPs)
    {
        FindMissing(answer, nowPs);
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
        m_nextCnpPs = nowPs + GetNic().GetCnpIntervalPs();
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
                            UnwrapUet(answer.psn, m_firstPsn),
                            GetBacklogBytes() == 0,
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
    const uint64_t psn = UnwrapUet(answer.psn, m_firstPsn);
    if (!answer.idempotent)
    {
        ArriveBefore(UnwrapUet(answer.cumulative, m_firstPsn));
    }
    // Whether it was sent again meanwhile, the answer tells, unless it is another packet's.
    if (psn >= m_firstPsn && psn < GetEndPsn() &&
        (answer.code == UetNackCode::OUT_OF_ORDER || answer.retransmitted == At(psn).repeated))
    {
        NS_LOG_LOGIC("host " << GetNic().GetHost() << " source " << GetNumber()
                             << ": NACK for packet " << psn);
        if (answer.code == UetNackCode::OUT_OF_RANGE)
        {
            m_arrivedTransmission = std::max(m_arrivedTransmission, At(psn).transmission + 1);
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

void
UetSender::Fail(int64_t nowPs)
{
    NS_LOG_INFO("host " << GetNic().GetHost() << " source " << GetNumber()
                        << " has failed: retries exceeded");
    m_failure = "retry-exceeded";
    ++GetNic().GetCounters().failedQueuePairs;
    m_timer->Clear();
    m_probeTimer->Clear();
    m_packets.clear();
    m_lost.clear();
    m_transmissions.clear();
    m_leftBytes = 0;
    const auto messages = std::move(m_messages);
    m_messages.clear();
    m_firstMessage = m_nextMessage;
    for (const auto& message : messages)
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
    if (!HasWork())
    {
        return "";
    }
    const Message& oldest = *std::find_if(m_messages.begin(), m_messages.end(), [](const auto& m) {
        return m.missing > 0;
    });
    const std::string progress =
        std::to_string(oldest.missing) + " of " + std::to_string(GetPackets(oldest.bytes)) +
        " packets have not come, " + std::to_string(m_lost.size()) + " are to be sent again, ";
    const auto* waitsFor = GetActivity(NowPs()).waitsFor;
    return progress + "waits for " + (waitsFor ? waitsFor : "nothing");
}

ChannelActivity
UetSender::GetActivity(int64_t nowPs) const
{
    const char* waitsFor = nullptr;
    if (!m_lost.empty() || HasNew())
    {
        waitsFor = CanSend()                            ? "its turn"
                   : GetControl().GetWindowBytes() == 0 ? "credit"
                                                        : "its window";
    }
    else if (HasWork())
    {
        waitsFor =
            m_packets.size() < m_settings.path.psnRange ? "an answer" : "room for packet numbers";
    }
    const uint64_t leftBytes = m_leftBytes + m_sentBytes - std::min(m_sentBytes, m_receivedBytes);
    return {waitsFor, waitsFor ? leftBytes : 0, m_receivedBytes, GetControl().GetRatebps(nowPs)};
}

} // namespace ns3
