// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-requester.h"

#include "rdma-wire.h"

#include "ns3/assert.h"
#include "ns3/flow-entropy.h"
#include "ns3/log.h"
#include "ns3/rdma-header.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaRequester");

namespace
{

/** Argument of NotifyNak(): no packet after the missing one is known to have arrived. */
constexpr uint64_t NONE_ARRIVED = UINT64_MAX;

} // namespace

RdmaRequester::RdmaRequester(RdmaCommon& common, Context& context)
    : m_common(common),
      m_context(context),
      m_timer(MakeFabricEvent<RdmaRequester, &RdmaRequester::Timeout>(this))
{
    NS_LOG_FUNCTION(this);
}

RdmaRequester::~RdmaRequester()
{
    NS_LOG_FUNCTION(this);
    m_timer->Clear();
}

void
RdmaRequester::Start(const Settings& settings)
{
    NS_LOG_FUNCTION(this);
    m_settings = settings;
    m_timer->Clear();
    m_timer->SetPlace(settings.node, settings.timerPlace);
    m_queue = {};
    m_queue.SetMtu(settings.mtuBytes);
    m_askedPackets = 0;
    m_original = 0;
    m_impliedNak = UINT64_MAX;
    m_retries = 0;
    m_timeouts = 0;
    m_waitedPs = 0;
    m_rnrRetries = 0;
}

void
RdmaRequester::Post(RdmaMessage message)
{
    NS_LOG_FUNCTION(this);
    message.postedPs = NowPs();
    Execute(message, message.postedPs);
}

void
RdmaRequester::Execute(const RdmaMessage& message, int64_t nowPs)
{
    NS_ASSERT_MSG(message.bytes > 0, "a message has at least one byte");
    constexpr uint64_t MAX_READ_BYTES = uint64_t{1} << 31;
    if ((m_settings.datagram && m_queue.GetPackets(message.bytes) > 1) ||
        (message.operation == RdmaOperation::READ && message.bytes > MAX_READ_BYTES))
    {
        Complete(message, nowPs, RdmaStatus::LENGTH_ERROR);
        return;
    }
    NS_LOG_LOGIC(m_context.GetName()
                 << ": message " << message.workId << " of " << message.bytes << " B is posted");
    m_queue.Append(message);
    m_context.Activate(nowPs);
}

void
RdmaRequester::Refuse(RdmaMessage message, RdmaStatus status)
{
    message.postedPs = NowPs();
    Complete(message, message.postedPs, status);
}

RdmaMessage*
RdmaRequester::FindUnanswered()
{
    return m_queue.FindUnanswered(GetRecovery().GetHighest());
}

bool
RdmaRequester::CanSend() const
{
    if (!m_queue.HasNext())
    {
        return false;
    }
    const RdmaMessage& message = m_queue.GetNext();
    const uint64_t inflight = m_queue.GetNextBytes() - m_queue.GetAcknowledgedBytes();
    const uint64_t index = GetRecovery().GetNextToSend() - message.firstPacket;
    if (m_draining && index == 0 && message.firstPacket >= GetRecovery().GetHighest())
    {
        return false;
    }
    const uint32_t payload = m_queue.PayloadOf(message, index);
    const uint64_t window =
        std::min(GetCongestionControl().GetWindowBytes(), m_settings.windowBytes);
    // A shrinking window may leave only packets without an acknowledge request on the way; the next
    // packet then goes out beyond the window and asks for an acknowledgement.
    return (inflight + payload <= window ||
            ((inflight == 0 || !IsAnswerOwed()) && GetCongestionControl().GetWindowBytes() > 0)) &&
           (m_queue.GetAnswersDue() < m_settings.maxAnswersDue || !IsAnswered(message.operation));
}

FabricPacketPtr
RdmaRequester::MakeNextPacket(int64_t nowPs)
{
    if (!CanSend())
    {
        return nullptr;
    }
    LossRecovery& recovery = GetRecovery();
    const RdmaMessage& message = m_queue.GetNext();
    const uint64_t number = recovery.GetNextToSend();
    const uint64_t index = number - message.firstPacket;
    const uint32_t payload = m_queue.PayloadOf(message, index);
    const bool answered = IsAnswered(message.operation);
    const uint64_t span = answered ? message.packets - index : 1;
    const bool last = index + span == message.packets;
    const bool datagram = m_settings.datagram;

    FabricPacketPtr packet =
        m_common.packets.MakeData(datagram ? DatagramOpcodeOf(message.operation)
                                           : OpcodeOf(message.operation, index == 0, last),
                                  payload,
                                  nowPs);
    auto& transport = packet->As<RdmaHeader>();
    transport.psn = number & PSN_MASK;
    transport.immediate = message.immediate;
    transport.address = message.address;
    transport.length = static_cast<uint32_t>(std::min<uint64_t>(message.bytes, UINT32_MAX));
    if (answered)
    {
        const uint64_t skipBytes = index * m_settings.mtuBytes;
        transport.address += skipBytes;
        transport.length -= static_cast<uint32_t>(skipBytes);
        if (message.operation != RdmaOperation::READ)
        {
            auto operands = std::make_unique<AtomicOperands>();
            operands->swapOrAdd = message.swapOrAdd;
            operands->compare = message.compare;
            packet->extras = std::move(operands);
        }
    }
    const bool again = recovery.NotifySent(span);
    m_common.counters->retransmittedPackets += again;
    m_queue.NotifySent(payload, last);
    if (__builtin_expect(last, 0) && !again)
    {
        m_context.Depart(message.workId);
    }
    if (recovery.GetNextToSend() != number + span)
    {
        Seek();
    }
    if (datagram)
    {
        const RdmaPacketMaker::Settings& own = m_common.packets.GetSettings();
        packet->destHost = message.destHost;
        packet->entropy =
            FlowEntropy(own.host, message.destHost, static_cast<uint16_t>(own.entropy));
        packet->destEndpoint = message.destQp;
        transport.sourceQp = own.number;
        m_timer->Schedule(m_clock.ToTicks(nowPs));
    }
    else if (m_settings.asksPolicies)
    {
        if (m_common.policies.entropy)
        {
            m_common.policies.ChoosePath(*packet);
        }
        if (packet->telemetry == TelemetryKind::TAG)
        {
            m_common.policies.WriteTag(*packet,
                                       m_queue.GetPostedBytes() - m_queue.GetNextBytes() + payload);
        }
    }
    m_common.pacer->Pace(packet->wireBytes, nowPs, number, !m_queue.HasNext());
    // Without an answer to the last packet the window would never open again.
    const uint64_t askedBefore =
        std::exchange(m_askedPackets, std::max(m_askedPackets, number + span));
    transport.ackRequest =
        !datagram && (last || (number + 1) % m_settings.ackInterval == 0 || !CanSend());
    if (!transport.ackRequest)
    {
        m_askedPackets = askedBefore;
    }
    else if (!m_timer->IsPending())
    {
        RestartTimer(nowPs);
    }
    return packet;
}

/** Moves the next packet to send away from the packet after the last one sent. */
void
RdmaRequester::Seek()
{
    const LossRecovery& recovery = GetRecovery();
    const uint64_t packet = recovery.GetNextToSend();
    m_queue.Seek(packet, recovery.GetFirstUnacknowledged());
    if (!recovery.IsSelective())
    {
        // Packets sent again ask for answers again.
        m_askedPackets = std::min(m_askedPackets, packet);
        if (!IsAnswerOwed())
        {
            m_timer->Clear();
        }
    }
}

void
RdmaRequester::HandleAcknowledge(const FabricPacket& packet)
{
    const int64_t nowPs = packet.readyPs;
    const auto& transport = packet.As<RdmaHeader>();
    LossRecovery& recovery = GetRecovery();
    const uint64_t number = Unwrap(transport.psn, recovery.GetFirstUnacknowledged());
    const uint8_t kind = transport.syndrome & SYNDROME_KIND_MASK;
    uint64_t arrived = kind == SYNDROME_KIND_ACK ? number + 1 : number;
    bool impliedNak = false;
    if (const RdmaMessage* unanswered = FindUnanswered())
    {
        const uint64_t missing = unanswered->firstPacket + unanswered->received;
        impliedNak = arrived > missing;
        arrived = std::min(arrived, missing);
    }
    const uint64_t before = m_queue.GetAcknowledgedBytes();
    Progress(arrived, nowPs);
    // The path information of an acknowledgement is used once, whether or not the window moves.
    const uint64_t acknowledged = m_queue.GetAcknowledgedBytes();
    const uint64_t sentBytes =
        recovery.IsSelective() ? m_queue.GetHighestBytes() : m_queue.GetNextBytes();
    AckEvent event{nowPs,
                   nowPs - packet.sentPs,
                   acknowledged - before,
                   sentBytes - acknowledged,
                   transport.becn,
                   nullptr,
                   number,
                   !m_queue.HasNext()};
    m_common.policies.NotifyAck(packet, event);
    if (kind != SYNDROME_KIND_ACK && number == recovery.GetFirstUnacknowledged())
    {
        if (transport.syndrome == SYNDROME_NAK_SEQUENCE)
        {
            GoBack(Unwrap(transport.selective, number), nowPs);
        }
        else if (kind == SYNDROME_KIND_RNR)
        {
            WaitForReceiver(transport.syndrome & SYNDROME_VALUE_MASK, nowPs);
        }
        else
        {
            m_context.Fail(nowPs, RdmaStatus::REMOTE_ERROR);
            return;
        }
    }
    else if (impliedNak)
    {
        AskAgain(arrived, nowPs);
    }
    // After a timeout packets are sent again, and the last of them asks for an answer. That packet
    // may now be known to have arrived, or the window has no room for it.
    if (IsAnswerOwed() && !m_timer->IsPending() && !CanSend())
    {
        RestartTimer(nowPs);
    }
    m_context.Activate(nowPs);
}

void
RdmaRequester::HandleAtomicAcknowledge(const FabricPacket& packet)
{
    const uint64_t number =
        Unwrap(packet.As<RdmaHeader>().psn, GetRecovery().GetFirstUnacknowledged());
    RdmaMessage* unanswered = FindUnanswered();
    if (!unanswered || number < unanswered->firstPacket)
    {
        return;
    }
    if (number == unanswered->firstPacket && unanswered->operation != RdmaOperation::READ)
    {
        m_original = static_cast<const AtomicOperands&>(*packet.extras).original;
        Progress(number + 1, packet.readyPs);
    }
    else
    {
        AskAgain(unanswered->firstPacket + unanswered->received, packet.readyPs);
    }
    m_context.Activate(packet.readyPs);
}

void
RdmaRequester::HandleReadResponse(const FabricPacket& packet)
{
    const uint64_t number =
        Unwrap(packet.As<RdmaHeader>().psn, GetRecovery().GetFirstUnacknowledged());
    RdmaMessage* unanswered = FindUnanswered();
    if (!unanswered || number < unanswered->firstPacket + unanswered->received)
    {
        return; // a response that was requested twice
    }
    const uint64_t missing = unanswered->firstPacket + unanswered->received;
    if (number == missing)
    {
        ++unanswered->received;
        m_readBytes += packet.payloadBytes;
        m_common.counters->deliveredBytes += packet.payloadBytes;
        Progress(number + 1, packet.readyPs);
    }
    else
    {
        AskAgain(missing, packet.readyPs);
    }
    m_context.Activate(packet.readyPs);
}

void
RdmaRequester::HandleTrimmedResponse(const FabricPacket& packet)
{
    const uint64_t number =
        Unwrap(packet.As<RdmaHeader>().psn, GetRecovery().GetFirstUnacknowledged());
    const RdmaMessage* unanswered = FindUnanswered();
    if (unanswered && number >= unanswered->firstPacket + unanswered->received)
    {
        AskAgain(unanswered->firstPacket + unanswered->received, packet.readyPs);
        m_context.Activate(packet.readyPs);
    }
}

/**
 * Notes that all packets before a number have arrived.
 *
 * @return true if this is new
 */
bool
RdmaRequester::Progress(uint64_t packets, int64_t nowPs)
{
    LossRecovery& recovery = GetRecovery();
    if (!recovery.NotifyAck(packets))
    {
        return false;
    }
    Acknowledge(packets, nowPs);
    if (recovery.IsSelective())
    {
        Seek();
    }
    m_retries = 0;
    m_timeouts = 0;
    m_waitedPs = 0;
    m_rnrRetries = 0;
    RestartTimer(nowPs);
    return true;
}

/**
 * Completes messages and moves the unacknowledged edge; all numbers are packet numbers, not PSNs.
 */
void
RdmaRequester::Acknowledge(uint64_t packets, int64_t nowPs)
{
    // Callbacks may post, which appends. The removed messages are complete, so the order is kept.
    while (m_queue.HasComplete(packets))
    {
        const RdmaMessage message = m_queue.TakeComplete();
        Complete(message,
                 nowPs,
                 RdmaStatus::SUCCESS,
                 IsAnswered(message.operation) ? m_original : 0);
    }
    m_queue.NotifyAcknowledged(packets);
}

/**
 * Starts a retransmission.
 *
 * @param selective number of a packet that has arrived, or an older number
 */
void
RdmaRequester::GoBack(uint64_t selective, int64_t nowPs)
{
    const uint64_t next = GetRecovery().GetNextToSend();
    if (GetRecovery().NotifyNak(selective, m_queue.GetFirstPacket()))
    {
        NS_LOG_LOGIC(m_context.GetName()
                     << ": packet " << GetRecovery().GetFirstUnacknowledged()
                     << " is missing, goes on with " << GetRecovery().GetNextToSend()
                     << ", had sent " << GetRecovery().GetHighest());
        m_common.policies.NotifyLoss({nowPs, false});
        if (!GetRecovery().IsSelective() && !Retry(nowPs))
        {
            return;
        }
    }
    if (GetRecovery().GetNextToSend() != next)
    {
        Seek();
    }
}

/**
 * Counts a repeat without progress (IBTA vol. 1, 9.9.2).
 *
 * @return false if there were too many and the queue pair failed
 */
bool
RdmaRequester::Retry(int64_t nowPs)
{
    if (++m_retries <= m_settings.retryCount)
    {
        return true;
    }
    m_context.Fail(nowPs, RdmaStatus::RETRY_EXCEEDED);
    return false;
}

/**
 * Handles an answer that overtook the answer to this packet (implied NAK): requests it again once.
 */
void
RdmaRequester::AskAgain(uint64_t missing, int64_t nowPs)
{
    if (m_impliedNak != missing)
    {
        m_impliedNak = missing;
        Progress(missing, nowPs);
        GoBack(NONE_ARRIVED, nowPs);
    }
}

/**
 * Waits because the receiver had no receive request for a SEND.
 *
 * @param code code of the wait
 */
void
RdmaRequester::WaitForReceiver(uint8_t code, int64_t nowPs)
{
    constexpr uint32_t FOREVER = 7;
    if (m_settings.rnrRetryCount != FOREVER && ++m_rnrRetries > m_settings.rnrRetryCount)
    {
        m_context.Fail(nowPs, RdmaStatus::RNR_RETRY_EXCEEDED);
        return;
    }
    NS_LOG_LOGIC(m_context.GetName()
                 << ": receiver is not ready, waits for " << RnrTimerPs(code) / 1000 << " ns");
    GetRecovery().NotifyNak(NONE_ARRIVED, m_queue.GetFirstPacket());
    Seek();
    m_common.pacer->HoldUntil(nowPs + RnrTimerPs(code));
    m_timer->Clear();
}

/**
 * Runs the timer while an answer is owed. A packet that does not ask for an answer starts no timer,
 * because the next packet that asks may be sent much later, at a low rate or a paused port.
 */
void
RdmaRequester::RestartTimer(int64_t nowPs)
{
    if (!IsAnswerOwed())
    {
        m_timer->Clear();
        return;
    }
    const LossRecovery& recovery = GetRecovery();
    const uint64_t inflight =
        (recovery.IsSelective() ? recovery.GetHighest() : recovery.GetNextToSend()) -
        recovery.GetFirstUnacknowledged();
    m_timeoutPs = m_common.policies.retransmissionTimer->GetTimeoutPs(
        {m_settings.ackTimeoutPs, m_timeouts, inflight});
    m_timer->Schedule(m_clock.ToTicks(nowPs + m_timeoutPs));
}

/**
 * @return false if there were too many timeouts, or they took too long, and the queue pair failed
 */
bool
RdmaRequester::MayRepeat(int64_t nowPs)
{
    if (m_common.policies.retransmissionTimer->CountsRetries())
    {
        return Retry(nowPs);
    }
    // waited <= RetryCount * AckTimeout, whose product may exceed 64 bits
    if ((m_waitedPs - 1) / m_settings.ackTimeoutPs < m_settings.retryCount)
    {
        return true;
    }
    m_context.Fail(nowPs, RdmaStatus::RETRY_EXCEEDED);
    return false;
}

void
RdmaRequester::Timeout()
{
    if (m_settings.datagram)
    {
        CompleteSent();
        return;
    }
    const int64_t nowPs = NowPs();
    ++m_common.counters->timeouts;
    m_waitedPs += m_timeoutPs;
    if (!MayRepeat(nowPs))
    {
        return;
    }
    ++m_timeouts;
    m_impliedNak = UINT64_MAX;
    GetRecovery().NotifyTimeout(m_queue.GetFirstPacket());
    NS_LOG_INFO(m_context.GetName()
                << ": timeout " << m_timeouts << " in a row after " << m_timeoutPs / 1000
                << " ns, goes on with packet " << GetRecovery().GetNextToSend() << ", had sent "
                << GetRecovery().GetHighest());
    Seek();
    LossEvent loss{nowPs, true};
    loss.timeouts = m_timeouts;
    m_common.policies.NotifyLoss(loss);
    m_context.Activate(nowPs);
}

/** Completes datagrams that are on their way. */
void
RdmaRequester::CompleteSent()
{
    const uint64_t packets = GetRecovery().GetHighest();
    GetRecovery().NotifyAck(packets);
    Acknowledge(packets, NowPs());
}

void
RdmaRequester::Flush(int64_t nowPs, RdmaStatus status)
{
    m_timer->Clear();
    m_askedPackets = 0; // ended messages owe no answers
    for (const auto& message : m_queue.TakeAll())
    {
        Complete(message, nowPs, status);
        status = RdmaStatus::FLUSHED;
    }
}

void
RdmaRequester::Complete(const RdmaMessage& message,
                        int64_t nowPs,
                        RdmaStatus status,
                        uint64_t original)
{
    NS_LOG_LOGIC(m_context.GetName()
                 << ": message " << message.workId << " of " << message.bytes << " B ends after "
                 << (nowPs - message.postedPs) / 1000 << " ns, " << ToString(status));
    m_context.Complete({message.workId, message.bytes, message.postedPs, nowPs, status, original});
}

std::string
RdmaRequester::DescribeProgress() const
{
    return std::to_string(m_queue.GetAcknowledgedBytes()) + " of " +
           std::to_string(m_queue.GetPostedBytes()) + " B acknowledged";
}

std::string
RdmaRequester::DescribeAnswersDue() const
{
    return m_queue.GetAnswersDue() > 0 ? "waits for answers to READs"
                                       : "waits for acknowledgements";
}

} // namespace ns3
