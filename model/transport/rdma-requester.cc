// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-requester.h"

#include "rdma-nic.h"
#include "rdma-queue-pair.h"
#include "rdma-wire.h"

#include "ns3/assert.h"
#include "ns3/flow-entropy.h"
#include "ns3/log.h"
#include "ns3/rdma-header.h"
#include "ns3/telemetry-stack.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaRequester");

namespace
{

/** To NotifyNak(): no packet behind the missing one is known to have arrived. */
constexpr uint64_t NONE_ARRIVED = UINT64_MAX;

} // namespace

RdmaRequester::RdmaRequester(RdmaQueuePair& queuePair)
    : m_queuePair(queuePair),
      m_timer(MakeFabricEvent<RdmaRequester, &RdmaRequester::Timeout>(this))
{
}

RdmaRequester::~RdmaRequester()
{
    m_timer->Clear();
}

void
RdmaRequester::Dispose()
{
    m_timer->Clear();
    m_queue.TakeAll();
}

void
RdmaRequester::Reset()
{
    m_timer->Clear();
    m_queue = {};
    m_queue.SetMtu(m_queuePair.m_mtuBytes);
    m_askedPackets = 0;
    m_original = 0;
    m_impliedNak = UINT64_MAX;
    m_retries = 0;
    m_timeouts = 0;
    m_rnrRetries = 0;
}

void
RdmaRequester::Post(RdmaMessage message)
{
    NS_ASSERT_MSG(message.bytes > 0, "a message has at least one byte");
    constexpr uint64_t MAX_READ_BYTES = uint64_t{1} << 31;
    const int64_t nowPs = m_queuePair.m_nic->m_port->GetClock().ToPs(NowTicks());
    message.postedPs = nowPs;
    if (!TakesMessages(m_queuePair.m_state))
    {
        Complete(message, nowPs, RdmaStatus::FLUSHED);
        return;
    }
    if ((m_queuePair.m_datagram && m_queue.GetPackets(message.bytes) > 1) ||
        (message.operation == RdmaOperation::READ && message.bytes > MAX_READ_BYTES))
    {
        Complete(message, nowPs, RdmaStatus::LENGTH_ERROR);
        return;
    }
    NS_LOG_LOGIC(m_queuePair.GetName()
                 << ": message " << message.workId << " of " << message.bytes << " B is posted");
    m_queue.Append(message);
    m_queuePair.m_nic->Activate(&m_queuePair, nowPs);
}

/** @return whether a packet that asks for an answer is on its way or lost */
inline bool
RdmaRequester::IsAnswerOwed() const
{
    return m_askedPackets > m_queuePair.m_recovery->GetFirstUnacknowledged();
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
    const uint64_t index = m_queuePair.m_recovery->GetNextToSend() - message.firstPacket;
    if (m_queuePair.m_state == RdmaQueuePairState::SEND_QUEUE_DRAINED && index == 0 &&
        message.firstPacket >= m_queuePair.m_recovery->GetHighest())
    {
        return false;
    }
    const uint32_t payload = m_queue.PayloadOf(message, index);
    const uint64_t window =
        std::min(m_queuePair.m_congestionControl->GetWindowBytes(), m_queuePair.m_windowBytes);
    // A window that shrinks may leave nothing but packets that ask for no answer on the way; the
    // next one goes out beyond it and asks.
    return (inflight == 0 || inflight + payload <= window || !IsAnswerOwed()) &&
           (m_queue.GetAnswersDue() < m_queuePair.m_nic->m_maxOutstandingReads ||
            !IsAnswered(message.operation));
}

FabricPacketPtr
RdmaRequester::MakeNextPacket(int64_t nowPs)
{
    RdmaNic& nic = *m_queuePair.m_nic;
    LossRecovery& recovery = *m_queuePair.m_recovery;
    const RdmaMessage& message = m_queue.GetNext();
    const uint64_t number = recovery.GetNextToSend();
    const uint64_t index = number - message.firstPacket;
    const uint32_t payload = m_queue.PayloadOf(message, index);
    const bool answered = IsAnswered(message.operation);
    const uint64_t span = answered ? message.packets - index : 1;
    const bool last = index + span == message.packets;

    const bool datagram = m_queuePair.m_datagram;

    FabricPacketPtr packet =
        m_queuePair.MakeData(datagram ? DatagramOpcodeOf(message.operation)
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
        const uint64_t skipBytes = index * m_queuePair.m_mtuBytes;
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
    nic.m_counters.retransmittedPackets += recovery.NotifySent(span);
    m_queue.NotifySent(payload, last);
    if (recovery.GetNextToSend() != number + span)
    {
        Seek();
    }
    if (datagram)
    {
        packet->destHost = message.destHost;
        packet->entropy =
            FlowEntropy(nic.m_host, message.destHost, static_cast<uint16_t>(m_queuePair.m_entropy));
        packet->destEndpoint = message.destQp;
        transport.sourceQp = m_queuePair.m_number;
        m_timer->Schedule(nic.m_port->GetClock().ToTicks(nowPs));
    }
    m_queuePair.Pace(packet->wireBytes, nowPs);
    // Without an answer to the last packet of the window nothing would ever open it again.
    const uint64_t askedBefore =
        std::exchange(m_askedPackets, std::max(m_askedPackets, number + span));
    transport.ackRequest =
        !datagram && (last || (number + 1) % nic.m_ackInterval == 0 || !CanSend());
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

RdmaMessage*
RdmaRequester::FindUnanswered()
{
    return m_queue.FindUnanswered(m_queuePair.m_recovery->GetHighest());
}

void
RdmaRequester::HandleAcknowledge(const FabricPacket& packet)
{
    const int64_t nowPs = packet.readyPs;
    const auto& transport = packet.As<RdmaHeader>();
    LossRecovery& recovery = *m_queuePair.m_recovery;
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
    // What it tells of the path it tells but once, whether or not it moves the window.
    const uint64_t acknowledged = m_queue.GetAcknowledgedBytes();
    const uint64_t sentBytes =
        recovery.IsSelective() ? m_queue.GetHighestBytes() : m_queue.GetNextBytes();
    m_queuePair.m_congestionControl->NotifyAck(
        {nowPs,
         nowPs - packet.sentPs,
         acknowledged - before,
         sentBytes - acknowledged,
         transport.becn,
         packet.telemetry ? static_cast<const TelemetryStack*>(packet.extras.get()) : nullptr});
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
            m_queuePair.Fail(nowPs, RdmaStatus::REMOTE_ERROR);
            return;
        }
    }
    else if (impliedNak)
    {
        AskAgain(arrived, nowPs);
    }
    m_queuePair.m_nic->Activate(&m_queuePair, nowPs);
}

void
RdmaRequester::HandleAtomicAcknowledge(const FabricPacket& packet)
{
    const uint64_t number =
        Unwrap(packet.As<RdmaHeader>().psn, m_queuePair.m_recovery->GetFirstUnacknowledged());
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
    m_queuePair.m_nic->Activate(&m_queuePair, packet.readyPs);
}

void
RdmaRequester::HandleReadResponse(const FabricPacket& packet)
{
    const uint64_t number =
        Unwrap(packet.As<RdmaHeader>().psn, m_queuePair.m_recovery->GetFirstUnacknowledged());
    RdmaMessage* unanswered = FindUnanswered();
    if (!unanswered || number < unanswered->firstPacket + unanswered->received)
    {
        return; // of a response that was asked for twice
    }
    const uint64_t missing = unanswered->firstPacket + unanswered->received;
    if (number == missing)
    {
        ++unanswered->received;
        m_queuePair.m_deliveredBytes += packet.payloadBytes;
        m_queuePair.m_nic->m_counters.deliveredBytes += packet.payloadBytes;
        Progress(number + 1, packet.readyPs);
    }
    else
    {
        AskAgain(missing, packet.readyPs);
    }
    m_queuePair.m_nic->Activate(&m_queuePair, packet.readyPs);
}

void
RdmaRequester::HandleTrimmedResponse(const FabricPacket& packet)
{
    const uint64_t number =
        Unwrap(packet.As<RdmaHeader>().psn, m_queuePair.m_recovery->GetFirstUnacknowledged());
    const RdmaMessage* unanswered = FindUnanswered();
    if (unanswered && number >= unanswered->firstPacket + unanswered->received)
    {
        AskAgain(unanswered->firstPacket + unanswered->received, packet.readyPs);
        m_queuePair.m_nic->Activate(&m_queuePair, packet.readyPs);
    }
}

/** All packets before one have arrived. @return whether that is news */
bool
RdmaRequester::Progress(uint64_t packets, int64_t nowPs)
{
    LossRecovery& recovery = *m_queuePair.m_recovery;
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
    m_rnrRetries = 0;
    RestartTimer(nowPs);
    return true;
}

/** Completes messages and moves the unacknowledged edge; every number in packets, not PSN. */
void
RdmaRequester::Acknowledge(uint64_t packets, int64_t nowPs)
{
    // Callbacks may post, which appends; what is taken out here is complete, so order is kept.
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

/** Something must be sent again. @param selective a packet that has arrived, or an older one */
void
RdmaRequester::GoBack(uint64_t selective, int64_t nowPs)
{
    const uint64_t next = m_queuePair.m_recovery->GetNextToSend();
    if (m_queuePair.m_recovery->NotifyNak(selective, m_queue.GetFirstPacket()))
    {
        NS_LOG_LOGIC(m_queuePair.GetName()
                     << ": packet " << m_queuePair.m_recovery->GetFirstUnacknowledged()
                     << " is missing, goes on with " << m_queuePair.m_recovery->GetNextToSend()
                     << ", had sent " << m_queuePair.m_recovery->GetHighest());
        m_queuePair.m_congestionControl->NotifyLoss({nowPs, false});
        if (!m_queuePair.m_recovery->IsSelective() && !Retry(nowPs))
        {
            return;
        }
    }
    if (m_queuePair.m_recovery->GetNextToSend() != next)
    {
        Seek();
    }
}

/** Counts a repeat without progress (IBTA vol. 1, 9.9.2). @return false: one too many, it failed */
bool
RdmaRequester::Retry(int64_t nowPs)
{
    if (++m_retries <= m_queuePair.m_nic->m_retryCount)
    {
        return true;
    }
    m_queuePair.Fail(nowPs, RdmaStatus::RETRY_EXCEEDED);
    return false;
}

/** An answer came before the one to this packet (implied NAK), which is asked for again once. */
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

/** The receiver had no receive request for a SEND. @param code of its timer */
void
RdmaRequester::WaitForReceiver(uint8_t code, int64_t nowPs)
{
    constexpr uint32_t FOREVER = 7;
    const RdmaNic& nic = *m_queuePair.m_nic;
    if (nic.m_rnrRetryCount != FOREVER && ++m_rnrRetries > nic.m_rnrRetryCount)
    {
        m_queuePair.Fail(nowPs, RdmaStatus::RNR_RETRY_EXCEEDED);
        return;
    }
    NS_LOG_LOGIC(m_queuePair.GetName()
                 << ": receiver is not ready, waits for " << RnrTimerPs(code) / 1000 << " ns");
    m_queuePair.m_recovery->NotifyNak(NONE_ARRIVED, m_queue.GetFirstPacket());
    Seek();
    m_queuePair.m_notReadyUntilPs = nowPs + RnrTimerPs(code);
    m_timer->Clear();
}

/** The next packet to send is another one than the last one sent would suggest. */
void
RdmaRequester::Seek()
{
    const LossRecovery& recovery = *m_queuePair.m_recovery;
    const uint64_t packet = recovery.GetNextToSend();
    m_queue.Seek(packet, recovery.GetFirstUnacknowledged());
    if (!recovery.IsSelective())
    {
        m_askedPackets = std::min(m_askedPackets, packet); // what is sent again asks again
        if (!IsAnswerOwed())
        {
            m_timer->Clear();
        }
    }
}

/**
 * The timer runs while an answer is owed. A packet that asks for none starts no timer: the next one
 * that does may be long in coming, with a low pace or a paused port.
 */
void
RdmaRequester::RestartTimer(int64_t nowPs)
{
    if (!IsAnswerOwed())
    {
        m_timer->Clear();
        return;
    }
    const LossRecovery& recovery = *m_queuePair.m_recovery;
    const uint64_t inflight =
        (recovery.IsSelective() ? recovery.GetHighest() : recovery.GetNextToSend()) -
        recovery.GetFirstUnacknowledged();
    const RdmaNic& nic = *m_queuePair.m_nic;
    const int64_t timeoutPs =
        m_queuePair.m_retransmissionTimer->GetTimeoutPs({nic.m_ackTimeoutPs, m_timeouts, inflight});
    m_timer->Schedule(nic.m_port->GetClock().ToTicks(nowPs + timeoutPs));
}

void
RdmaRequester::Timeout()
{
    if (m_queuePair.m_datagram)
    {
        CompleteSent();
        return;
    }
    RdmaNic& nic = *m_queuePair.m_nic;
    const int64_t nowPs = nic.m_port->GetClock().ToPs(NowTicks());
    ++nic.m_counters.timeouts;
    if (!Retry(nowPs))
    {
        return;
    }
    ++m_timeouts;
    m_impliedNak = UINT64_MAX;
    m_queuePair.m_recovery->NotifyTimeout(m_queue.GetFirstPacket());
    NS_LOG_INFO(m_queuePair.GetName()
                << ": repeat " << m_retries << " of " << nic.m_retryCount
                << ", goes on with packet " << m_queuePair.m_recovery->GetNextToSend()
                << ", had sent " << m_queuePair.m_recovery->GetHighest());
    Seek();
    m_queuePair.m_congestionControl->NotifyLoss({nowPs, true});
    nic.Activate(&m_queuePair, nowPs);
}

/** Datagrams are complete once they are on their way. */
void
RdmaRequester::CompleteSent()
{
    const uint64_t packets = m_queuePair.m_recovery->GetHighest();
    m_queuePair.m_recovery->NotifyAck(packets);
    Acknowledge(packets, m_queuePair.m_nic->m_port->GetClock().ToPs(NowTicks()));
}

void
RdmaRequester::Flush(int64_t nowPs, RdmaStatus status)
{
    m_timer->Clear();
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
    NS_LOG_LOGIC(m_queuePair.GetName()
                 << ": message " << message.workId << " of " << message.bytes << " B ends after "
                 << (nowPs - message.postedPs) / 1000 << " ns, " << ToString(status));
    if (!m_queuePair.m_completion.IsNull())
    {
        m_queuePair.m_completion(
            {message.workId, message.bytes, message.postedPs, nowPs, status, original});
    }
}

std::string
RdmaRequester::DescribeWait() const
{
    if (m_queue.IsEmpty())
    {
        return "no work";
    }
    const std::string progress = std::to_string(m_queue.GetAcknowledgedBytes()) + " of " +
                                 std::to_string(m_queue.GetPostedBytes()) + " B acknowledged, ";
    const std::string block =
        m_queuePair.m_nic->m_port->GetFlowControl().DescribeBlock(m_queuePair.m_class.lane);
    if (!block.empty())
    {
        return progress + "port " + block;
    }
    if (!m_queue.HasNext())
    {
        return progress + (m_queue.GetAnswersDue() > 0 ? "waits for answers to READs"
                                                       : "waits for acknowledgements");
    }
    return progress + m_queuePair.DescribeSendState();
}

} // namespace ns3
