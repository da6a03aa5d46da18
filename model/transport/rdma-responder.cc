// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-responder.h"

#include "rdma-wire.h"

#include "ns3/flow-entropy.h"
#include "ns3/log.h"
#include "ns3/rdma-header.h"
#include "ns3/rdma-headers.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaResponder");

namespace
{

bool
StartsMessage(RdmaOpcode opcode)
{
    return opcode != RdmaOpcode::SEND_MIDDLE && opcode != RdmaOpcode::SEND_LAST &&
           opcode != RdmaOpcode::SEND_LAST_IMM && opcode != RdmaOpcode::WRITE_MIDDLE &&
           opcode != RdmaOpcode::WRITE_LAST && opcode != RdmaOpcode::WRITE_LAST_IMM;
}

bool
IsAtomic(RdmaOpcode opcode)
{
    return opcode == RdmaOpcode::FETCH_ADD || opcode == RdmaOpcode::COMPARE_SWAP;
}

} // namespace

void
RdmaResponder::Start(const Settings& settings)
{
    NS_LOG_FUNCTION(this);
    m_settings = settings;
    m_queues.reset();
    m_receives = 0;
    m_messageBytes = 0;
    m_messageNumber = 0;
    m_countsReceives = false;
    m_refused = false;
    m_servesReads = false;
}

void
RdmaResponder::HandleRequest(FabricPacket& packet)
{
    LossRecovery& recovery = GetRecovery();
    const auto& transport = packet.As<RdmaHeader>();
    const RdmaOpcode opcode = transport.opcode;
    const uint64_t expected = recovery.GetExpected();
    const uint64_t number = Unwrap(transport.psn, expected);
    uint64_t span = 1;
    bool single = false; // true for a request that is served at once and only in order
    if (opcode > RdmaOpcode::WRITE_ONLY_IMM)
    {
        single = true;
        if (opcode == RdmaOpcode::READ_REQUEST)
        {
            const uint64_t mtuBytes = m_settings.mtuBytes;
            span = std::max<uint64_t>(1, (transport.length + mtuBytes - 1) / mtuBytes);
        }
    }
    if (m_countsReceives)
    {
        if (number > expected && m_refused)
        {
            return;
        }
        // A SEND consumes a receive request with its first packet, a WRITE with the packet that has
        // the immediate.
        const bool needsReceive = IsSend(opcode) ? StartsMessage(opcode) : HasImmediate(opcode);
        const bool refuse = number == expected && m_receives == 0 && needsReceive;
        m_refused = refuse;
        if (refuse)
        {
            NS_LOG_LOGIC(m_context.GetName()
                         << ": no receive request for packet " << number << ", sends an RNR NAK");
            ++m_common.counters->receiverNotReady;
            Acknowledge(packet, number, SYNDROME_KIND_RNR | m_settings.rnrTimer, number - 1);
            return;
        }
    }
    const bool takesReceive = IsSend(opcode) || HasImmediate(opcode);
    const bool mayBeHeld = !single && !(m_countsReceives && takesReceive);
    switch (recovery.NotifyArrival(
        {number, span, single || StartsMessage(opcode), single || EndsMessage(opcode), mayBeHeld}))
    {
    case LossRecovery::Verdict::RESTART:
        NS_LOG_LOGIC(m_context.GetName()
                     << ": message begins again, forgets " << m_messageBytes << " B of it");
        m_deliveredBytes -= m_messageBytes;
        m_common.counters->deliveredBytes -= std::exchange(m_messageBytes, 0);
        [[fallthrough]];
    case LossRecovery::Verdict::DELIVER: {
        const uint64_t end = recovery.GetExpected();
        if (single)
        {
            m_messageNumber = (m_messageNumber + 1) & PSN_MASK;
            opcode == RdmaOpcode::READ_REQUEST ? ServeRead(packet, number)
                                               : ServeAtomic(packet, number);
            if (end > number + span)
            {
                Acknowledge(packet, end - 1, SYNDROME_ACK, 0);
            }
        }
        else
        {
            // Held packets after it count, whether or not this packet asks for an answer.
            const bool ends = EndsMessage(opcode);
            m_messageNumber = (m_messageNumber + ends) & PSN_MASK;
            if (ends || transport.ackRequest || end > number + 1)
            {
                Acknowledge(packet, end - 1, SYNDROME_ACK, 0);
            }
            Deliver(opcode, packet.payloadBytes, transport.immediate, packet.readyPs);
        }
        while (m_queues && !m_queues->held.empty() &&
               m_queues->held.front().number < recovery.GetExpected())
        {
            const Held held = m_queues->held.front();
            m_queues->held.pop_front();
            m_messageNumber = (m_messageNumber + EndsMessage(held.opcode)) & PSN_MASK;
            Deliver(held.opcode, held.payloadBytes, held.immediate, packet.readyPs);
        }
        break;
    }
    case LossRecovery::Verdict::HOLD:
        NS_LOG_LOGIC(m_context.GetName()
                     << ": holds packet " << number << ", sends a NAK for " << expected);
        Hold(packet, number);
        ++m_common.counters->naksSent;
        Acknowledge(packet, expected, SYNDROME_NAK_SEQUENCE, number);
        break;
    case LossRecovery::Verdict::DUPLICATE:
        Repeat(packet, number);
        break;
    case LossRecovery::Verdict::GAP:
        NS_LOG_LOGIC(m_context.GetName()
                     << ": drops packet " << number << ", sends a NAK for " << expected);
        ++m_common.counters->naksSent;
        Acknowledge(packet, expected, SYNDROME_NAK_SEQUENCE, expected - 1);
        break;
    case LossRecovery::Verdict::DISCARD:
        break;
    }
}

void
RdmaResponder::HandleTrimmedRequest(FabricPacket& packet)
{
    LossRecovery& recovery = GetRecovery();
    const uint64_t expected = recovery.GetExpected();
    const uint64_t number = Unwrap(packet.As<RdmaHeader>().psn, expected);
    const bool ignored = m_refused && number > expected; // it will be sent again anyway
    if (!ignored && recovery.NotifyTrimmed(number) == LossRecovery::Verdict::GAP)
    {
        NS_LOG_LOGIC(m_context.GetName() << ": packet " << number
                                         << " has lost its payload, sends a NAK for " << expected);
        ++m_common.counters->naksSent;
        Acknowledge(packet, expected, SYNDROME_NAK_SEQUENCE, expected - 1);
    }
}

void
RdmaResponder::HandleDatagram(const FabricPacket& packet)
{
    if (m_countsReceives && m_receives == 0)
    {
        NS_LOG_LOGIC(m_context.GetName() << ": no receive request for a datagram of host "
                                         << packet.sourceHost << ", drops it");
        ++m_common.counters->droppedDatagrams;
        return;
    }
    m_common.packets.SetPeer(packet.sourceHost, packet.As<RdmaHeader>().sourceQp);
    Deliver(packet.As<RdmaHeader>().opcode,
            packet.payloadBytes,
            packet.As<RdmaHeader>().immediate,
            packet.readyPs);
}

/** Delivers payload in order. */
void
RdmaResponder::Deliver(RdmaOpcode opcode, uint32_t payloadBytes, uint32_t immediate, int64_t nowPs)
{
    m_deliveredBytes += payloadBytes;
    m_common.counters->deliveredBytes += payloadBytes;
    m_messageBytes += payloadBytes;
    if (!EndsMessage(opcode))
    {
        return;
    }
    const uint64_t bytes = std::exchange(m_messageBytes, 0);
    const bool hasImmediate = HasImmediate(opcode);
    if (m_receives > 0 && (hasImmediate || IsSend(opcode)))
    {
        --m_receives;
    }
    const RdmaPacketMaker::Settings& ends = m_common.packets.GetSettings();
    m_context.Arrive({bytes, nowPs, immediate, hasImmediate, ends.peerHost, ends.peerNumber});
}

void
RdmaResponder::Hold(const FabricPacket& packet, uint64_t number)
{
    auto& held = GetQueues().held;
    const auto place =
        std::lower_bound(held.begin(), held.end(), number, [](const Held& one, uint64_t other) {
            return one.number < other;
        });
    held.insert(place,
                {number,
                 packet.payloadBytes,
                 packet.As<RdmaHeader>().immediate,
                 packet.As<RdmaHeader>().opcode});
}

void
RdmaResponder::ServeRead(const FabricPacket& packet, uint64_t number)
{
    const uint64_t mtuBytes = m_settings.mtuBytes;
    const uint64_t bytes = packet.As<RdmaHeader>().length;
    m_servesReads = true;
    Answer& answer = GetQueues().answers.emplace_back();
    answer.firstPacket = number;
    answer.packets = std::max<uint64_t>(1, (bytes + mtuBytes - 1) / mtuBytes);
    answer.bytes = bytes;
    answer.messageNumber = m_messageNumber;
    answer.readPs = m_context.ReadMemory(bytes, packet.readyPs);
    answer.isRead = answer.readPs <= packet.readyPs;
    m_context.Activate(packet.readyPs);
}

void
RdmaResponder::NotifyRead(int64_t nowPs)
{
    for (Answer& answer : GetQueues().answers)
    {
        answer.isRead = answer.readPs <= nowPs;
    }
    m_context.Activate(nowPs);
}

void
RdmaResponder::ServeAtomic(FabricPacket& packet, uint64_t number)
{
    constexpr uint64_t WORD_BYTES = 8;
    constexpr std::size_t KEPT_RESULTS = 256; // more than any requester may have under way
    if (packet.As<RdmaHeader>().address % WORD_BYTES != 0)
    {
        NS_LOG_INFO(m_context.GetName() << ": address " << packet.As<RdmaHeader>().address
                                        << " is no multiple of 8, sends a NAK");
        Acknowledge(packet, number, SYNDROME_NAK_INVALID_REQUEST, number - 1);
        return;
    }
    const auto& operands = static_cast<const AtomicOperands&>(*packet.extras);
    uint64_t& word = m_context.GetWord(packet.As<RdmaHeader>().address);
    const Result result{number, word};
    if (packet.As<RdmaHeader>().opcode == RdmaOpcode::FETCH_ADD)
    {
        word += operands.swapOrAdd;
    }
    else if (word == operands.compare)
    {
        word = operands.swapOrAdd;
    }
    auto& results = GetQueues().results;
    results.push_back(result);
    if (results.size() > KEPT_RESULTS)
    {
        results.pop_front();
    }
    AnswerAtomic(packet, result);
}

/** Answers a request again that was served before. */
void
RdmaResponder::Repeat(FabricPacket& packet, uint64_t number)
{
    const RdmaOpcode opcode = packet.As<RdmaHeader>().opcode;
    if (opcode == RdmaOpcode::READ_REQUEST)
    {
        auto& answers = GetQueues().answers;
        const auto behind =
            std::find_if(answers.begin(), answers.end(), [number](const Answer& answer) {
                return answer.GetNext() >= number;
            });
        answers.erase(behind, answers.end());
        ServeRead(packet, number);
    }
    else if (IsAtomic(opcode))
    {
        const auto& results = GetQueues().results;
        const auto result =
            std::find_if(results.begin(), results.end(), [number](const Result& candidate) {
                return candidate.number == number;
            });
        if (result != results.end())
        {
            AnswerAtomic(packet, *result);
        }
    }
    else if (packet.As<RdmaHeader>().ackRequest)
    {
        Acknowledge(packet, GetRecovery().GetExpected() - 1, SYNDROME_ACK, 0);
    }
}

void
RdmaResponder::AnswerAtomic(const FabricPacket& packet, const Result& result)
{
    m_servesReads = true;
    FabricPacketPtr answer = m_common.packets.Make(RdmaOpcode::ATOMIC_ACKNOWLEDGE,
                                                   m_common.packets.GetSettings().service);
    auto operands = std::make_unique<AtomicOperands>();
    operands->original = result.original;
    answer->extras = std::move(operands);
    answer->As<RdmaHeader>().psn = result.number & PSN_MASK;
    answer->As<RdmaHeader>().msn = m_messageNumber;
    answer->As<RdmaHeader>().syndrome = SYNDROME_ACK;
    Send(std::move(answer), packet.readyPs);
}

namespace
{

/**
 * Not inlined, as most queue pairs have no entropy policy.
 *
 * @param request request that is answered
 * @param answer answer to the request
 * @param follows true: the answer uses the request's port too, so it is lost if that port leads to
 * a dead path
 */
[[gnu::noinline, gnu::cold]] void
EchoPort(const FabricPacket& request, FabricPacket& answer, bool follows)
{
    const uint16_t port = UdpSourcePortOf(request.sourceHost, request.destHost, request.entropy);
    answer.As<RdmaHeader>().echoedPort = port;
    if (follows)
    {
        answer.entropy = FlowEntropy(answer.sourceHost, answer.destHost, port);
    }
}

/**
 * Not inlined, for the same reason.
 *
 * @param request request whose telemetry returns with the answer
 */
[[gnu::noinline, gnu::cold]] void
TakeTelemetry(FabricPacket& request, FabricPacket& answer)
{
    answer.telemetry = request.telemetry;
    answer.extras = std::move(request.extras);
}

} // namespace

/**
 * @param number packet number that is acknowledged
 * @param selective see FabricPacket::Transport
 */
void
RdmaResponder::Acknowledge(FabricPacket& request,
                           uint64_t number,
                           uint8_t syndrome,
                           uint64_t selective)
{
    FabricPacketPtr answer = m_common.packets.Make(
        RdmaOpcode::ACKNOWLEDGE,
        m_servesReads ? m_common.packets.GetSettings().service : m_settings.acknowledgements);
    answer->sentPs = request.sentPs;
    auto& transport = answer->As<RdmaHeader>();
    transport.psn = number & PSN_MASK;
    transport.msn = m_messageNumber;
    transport.syndrome = syndrome;
    transport.selective = selective & PSN_MASK;
    transport.becn = m_common.notificationPoint.TakeEcho();
    if (transport.becn && m_common.notificationPoint.IsOnAck())
    {
        ++m_common.counters->cnpsSent;
    }
    if (m_settings.echoesPorts)
    {
        EchoPort(request, *answer, !m_servesReads); // else it could overtake responses to READs
    }
    if (request.telemetry != TelemetryKind::NONE)
    {
        TakeTelemetry(request, *answer);
    }
    Send(std::move(answer), request.readyPs);
}

/** Sends an answer now, or behind the answers that wait. */
void
RdmaResponder::Send(FabricPacketPtr answer, int64_t nowPs)
{
    m_common.packets.SetLength(*answer);
    if (m_common.policies.receiver && !answer->extras)
    {
        const uint32_t flow = m_common.packets.GetSettings().number;
        if (const auto value = m_common.policies.receiver->GetField(flow))
        {
            RdmaPacketMaker::AddField(*answer, *value);
        }
    }
    if (answer->As<RdmaHeader>().syndrome == SYNDROME_NAK_SEQUENCE && GetRecovery().IsSelective())
    {
        answer->frameBytes += SELECTIVE_BYTES;
        answer->wireBytes += SELECTIVE_BYTES;
    }
    if (!HasQueued())
    {
        answer->readyPs = nowPs;
        m_common.outlet->Enqueue(std::move(answer));
        return;
    }
    Answer& waiting = m_queues->answers.emplace_back();
    waiting.firstPacket = Unwrap(answer->As<RdmaHeader>().psn, GetRecovery().GetExpected());
    waiting.acknowledge = std::move(answer);
}

FabricPacketPtr
RdmaResponder::MakeNextPacket(int64_t nowPs)
{
    auto& answers = m_queues->answers;
    Answer& answer = answers.front();
    if (answer.acknowledge)
    {
        FabricPacketPtr packet = std::move(answer.acknowledge);
        answers.pop_front();
        packet->readyPs = nowPs;
        return packet;
    }
    const bool first = answer.index == 0;
    const bool last = answer.index + 1 == answer.packets;
    const uint64_t mtuBytes = m_settings.mtuBytes;
    const auto payload =
        static_cast<uint32_t>(last ? answer.bytes - (answer.packets - 1) * mtuBytes : mtuBytes);
    const RdmaOpcode opcode =
        first ? (last ? RdmaOpcode::READ_RESPONSE_ONLY : RdmaOpcode::READ_RESPONSE_FIRST)
              : (last ? RdmaOpcode::READ_RESPONSE_LAST : RdmaOpcode::READ_RESPONSE_MIDDLE);
    FabricPacketPtr packet = m_common.packets.MakeData(opcode, payload, nowPs);
    packet->As<RdmaHeader>().psn = (answer.firstPacket + answer.index) & PSN_MASK;
    packet->As<RdmaHeader>().msn = answer.messageNumber;
    packet->As<RdmaHeader>().syndrome = SYNDROME_ACK;
    ++answer.index;
    if (last)
    {
        answers.pop_front();
    }
    m_common.pacer->Pace(packet->wireBytes, nowPs);
    return packet;
}

} // namespace ns3
