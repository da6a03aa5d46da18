// SPDX-License-Identifier: GPL-2.0-only

#include "rdma-queue-pair.h"

#include "rdma-nic.h"

#include "ns3/assert.h"
#include "ns3/telemetry-stack.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaQueuePair);

namespace
{

constexpr uint32_t PSN_MASK = 0xffffff;
constexpr uint8_t SYNDROME_ACK = 0x1f;          //!< credits not used
constexpr uint8_t SYNDROME_NAK_SEQUENCE = 0x60; //!< PSN sequence error

/** The packet whose low 24 bits are a PSN and that is nearest to a reference (IBTA vol. 1, 9.7.1).
 */
uint64_t
Unwrap(uint32_t psn, uint64_t reference)
{
    const auto distance = static_cast<int32_t>((psn - static_cast<uint32_t>(reference)) << 8) >> 8;
    return reference + distance;
}

} // namespace

const char*
ToString(RdmaStatus status)
{
    switch (status)
    {
    case RdmaStatus::SUCCESS:
        return "success";
    case RdmaStatus::RETRY_EXCEEDED:
        return "retry count exceeded";
    case RdmaStatus::FLUSHED:
        return "flushed";
    }
    return "unknown";
}

TypeId
RdmaQueuePair::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RdmaQueuePair").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

RdmaQueuePair::RdmaQueuePair()
    : m_timer(MakeFabricEvent<RdmaQueuePair, &RdmaQueuePair::Timeout>(this))
{
}

RdmaQueuePair::~RdmaQueuePair()
{
    m_timer->Clear();
}

void
RdmaQueuePair::DoDispose()
{
    m_timer->Clear();
    m_nic = nullptr;
    m_congestionControl = nullptr;
    m_recovery = nullptr;
    m_completion = {};
    m_arrival = {};
    m_messages.clear();
    Object::DoDispose();
}

Ptr<RdmaNic>
RdmaQueuePair::GetNic() const
{
    return m_nic;
}

void
RdmaQueuePair::PostWrite(uint64_t bytes, uint64_t workId)
{
    Post(bytes, Operation::WRITE, 0, workId);
}

void
RdmaQueuePair::PostWriteWithImmediate(uint64_t bytes, uint32_t immediate, uint64_t workId)
{
    Post(bytes, Operation::WRITE_IMM, immediate, workId);
}

void
RdmaQueuePair::PostSend(uint64_t bytes, uint64_t workId)
{
    Post(bytes, Operation::SEND, 0, workId);
}

void
RdmaQueuePair::Post(uint64_t bytes, Operation operation, uint32_t immediate, uint64_t workId)
{
    NS_ASSERT_MSG(bytes > 0, "a message has at least one byte");
    const int64_t nowPs = m_nic->GetPort().GetClock().ToPs(NowTicks());
    const uint64_t packets = (bytes + m_mtuBytes - 1) / m_mtuBytes;
    const Message message{workId,
                          bytes,
                          m_postedBytes,
                          m_postedPackets,
                          packets,
                          nowPs,
                          immediate,
                          operation};
    if (m_failed)
    {
        Complete(message, nowPs, RdmaStatus::FLUSHED);
        return;
    }
    m_messages.push_back(message);
    m_postedPackets += packets;
    m_postedBytes += bytes;
    m_nic->Activate(this, nowPs);
}

bool
RdmaQueuePair::CanSend() const
{
    if (m_cursor == m_messages.size() || m_failed)
    {
        return false;
    }
    const Message& message = m_messages[m_cursor];
    const uint64_t inflight = m_sentBytes - m_acknowledgedBytes;
    const uint32_t payload = PayloadOf(message, m_recovery->GetNextToSend() - message.firstPacket);
    const uint64_t window = std::min(m_congestionControl->GetWindowBytes(), m_nic->m_windowBytes);
    return inflight == 0 || inflight + payload <= window;
}

uint32_t
RdmaQueuePair::PayloadOf(const Message& message, uint64_t index) const
{
    return index + 1 < message.packets
               ? m_mtuBytes
               : static_cast<uint32_t>(message.bytes - (message.packets - 1) * m_mtuBytes);
}

RdmaOpcode
RdmaQueuePair::OpcodeOf(const Message& message, uint64_t index) const
{
    const bool first = index == 0;
    const bool last = index + 1 == message.packets;
    switch (message.operation)
    {
    case Operation::SEND:
        return first ? (last ? RdmaOpcode::SEND_ONLY : RdmaOpcode::SEND_FIRST)
                     : (last ? RdmaOpcode::SEND_LAST : RdmaOpcode::SEND_MIDDLE);
    case Operation::WRITE_IMM:
        if (last)
        {
            return first ? RdmaOpcode::WRITE_ONLY_IMM : RdmaOpcode::WRITE_LAST_IMM;
        }
        [[fallthrough]];
    case Operation::WRITE:
        break;
    }
    return first ? (last ? RdmaOpcode::WRITE_ONLY : RdmaOpcode::WRITE_FIRST)
                 : (last ? RdmaOpcode::WRITE_LAST : RdmaOpcode::WRITE_MIDDLE);
}

FabricPacketPtr
RdmaQueuePair::MakeNextPacket(int64_t nowPs)
{
    const Message& message = m_messages[m_cursor];
    const uint64_t number = m_recovery->GetNextToSend();
    const uint64_t index = number - message.firstPacket;
    const uint32_t payload = PayloadOf(message, index);
    const RdmaOpcode opcode = OpcodeOf(message, index);
    const bool last = index + 1 == message.packets;
    m_nic->m_counters.retransmittedPackets += m_recovery->NotifySent();
    m_sentBytes += payload;
    m_cursor += last;

    const RdmaFraming& framing = *m_nic->m_framing;
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->readyPs = nowPs;
    packet->sentPs = nowPs;
    packet->payloadBytes = payload;
    packet->frameBytes = framing.GetFrameBytes(opcode, payload);
    packet->wireBytes = packet->frameBytes + framing.GetGapBytes();
    packet->sourceHost = m_nic->m_host;
    packet->destHost = m_remoteHost;
    packet->entropy = m_entropy;
    packet->priority = m_priority;
    packet->ecn = EcnCodepoint::ECT;
    packet->transport.destQp = m_remoteNumber;
    packet->transport.psn = number & PSN_MASK;
    packet->transport.immediate = message.immediate;
    packet->transport.opcode = opcode;

    m_congestionControl->NotifySent(nowPs, packet->wireBytes);
    const uint64_t ratebps = m_congestionControl->GetRatebps(nowPs);
    m_nextSendPs = ratebps >= m_nic->m_port->GetRatebps()
                       ? nowPs
                       : nowPs + SerializationPs(packet->wireBytes, ratebps);
    // Without an answer to the last packet of the window nothing would ever open it again.
    packet->transport.ackRequest = last || (number + 1) % m_nic->m_ackInterval == 0 || !CanSend();
    if (!m_timer->IsPending())
    {
        RestartTimer(nowPs);
    }
    return packet;
}

void
RdmaQueuePair::HandleRequest(const FabricPacket& packet)
{
    const auto& transport = packet.transport;
    const uint64_t number = Unwrap(transport.psn, m_recovery->GetExpected());
    if (packet.ecn == EcnCodepoint::CE)
    {
        m_congestionSeen = true;
        if (!m_nic->m_cnpOnAck && packet.readyPs >= m_nextCnpPs)
        {
            m_nextCnpPs = packet.readyPs + m_nic->m_cnpIntervalPs;
            ++m_nic->m_counters.cnpsSent;
            FabricPacketPtr cnp = FabricPacketPool::Make();
            cnp->priority = m_nic->m_cnpPriority;
            cnp->destHost = m_remoteHost;
            cnp->entropy = m_entropy;
            cnp->transport.destQp = m_remoteNumber;
            cnp->transport.becn = true;
            m_nic->SendControl(std::move(cnp), m_nic->m_framing->GetCnpOpcode(), packet.readyPs);
        }
    }
    switch (m_recovery->NotifyArrival(number))
    {
    case LossRecovery::Verdict::DELIVER:
        m_deliveredBytes += packet.payloadBytes;
        m_nic->m_counters.deliveredBytes += packet.payloadBytes;
        m_messageBytes += packet.payloadBytes;
        if (EndsMessage(transport.opcode))
        {
            m_messageNumber = (m_messageNumber + 1) & PSN_MASK;
            SendAcknowledge(packet, number, SYNDROME_ACK);
            const RdmaArrival arrival{std::exchange(m_messageBytes, 0),
                                      packet.readyPs,
                                      transport.immediate,
                                      HasImmediate(transport.opcode)};
            if (!m_arrival.IsNull())
            {
                m_arrival(arrival);
            }
        }
        else if (transport.ackRequest)
        {
            SendAcknowledge(packet, number, SYNDROME_ACK);
        }
        break;
    case LossRecovery::Verdict::DUPLICATE:
        if (transport.ackRequest)
        {
            SendAcknowledge(packet, m_recovery->GetExpected() - 1, SYNDROME_ACK);
        }
        break;
    case LossRecovery::Verdict::GAP:
        ++m_nic->m_counters.naksSent;
        SendAcknowledge(packet, m_recovery->GetExpected(), SYNDROME_NAK_SEQUENCE);
        break;
    case LossRecovery::Verdict::DISCARD:
        break;
    }
}

void
RdmaQueuePair::SendAcknowledge(const FabricPacket& request, uint64_t packet, uint8_t syndrome)
{
    FabricPacketPtr answer = FabricPacketPool::Make();
    answer->priority =
        m_nic->m_ackPriority < 0 ? m_priority : static_cast<uint8_t>(m_nic->m_ackPriority);
    answer->destHost = m_remoteHost;
    answer->entropy = m_entropy;
    answer->sentPs = request.sentPs;
    answer->transport.destQp = m_remoteNumber;
    answer->transport.psn = packet & PSN_MASK;
    answer->transport.msn = m_messageNumber;
    answer->transport.syndrome = syndrome;
    answer->transport.becn = std::exchange(m_congestionSeen, false);
    m_nic->m_counters.cnpsSent += answer->transport.becn && m_nic->m_cnpOnAck;
    m_nic->SendControl(std::move(answer), RdmaOpcode::ACKNOWLEDGE, request.readyPs);
}

void
RdmaQueuePair::HandleAcknowledge(const FabricPacket& packet)
{
    if (m_failed)
    {
        return;
    }
    const int64_t nowPs = packet.readyPs;
    const auto& transport = packet.transport;
    if (transport.becn && m_nic->m_cnpOnAck)
    {
        HandleCnp(nowPs);
    }
    const bool nak = (transport.syndrome & 0xe0) == SYNDROME_NAK_SEQUENCE;
    const uint64_t number = Unwrap(transport.psn, m_recovery->GetFirstUnacknowledged());
    const uint64_t before = m_acknowledgedBytes;
    if (m_recovery->NotifyAck(nak ? number : number + 1))
    {
        Acknowledge(m_recovery->GetFirstUnacknowledged(), nowPs);
        m_retries = 0;
        RestartTimer(nowPs);
        m_congestionControl->NotifyAck(
            {nowPs,
             nowPs - packet.sentPs,
             m_acknowledgedBytes - before,
             m_sentBytes - m_acknowledgedBytes,
             transport.becn,
             packet.telemetry ? static_cast<TelemetryStack*>(packet.extras.get()) : nullptr});
    }
    if (nak && number == m_recovery->GetFirstUnacknowledged())
    {
        m_recovery->NotifyNak();
        SeekTo(m_recovery->GetNextToSend());
        m_congestionControl->NotifyLoss({nowPs, false});
    }
    m_nic->Activate(this, nowPs);
}

void
RdmaQueuePair::HandleCnp(int64_t nowPs)
{
    ++m_nic->m_counters.cnpsReceived;
    m_congestionControl->NotifyCnp(nowPs);
}

/** Completes messages and moves the unacknowledged edge; every number in packets, not PSN. */
void
RdmaQueuePair::Acknowledge(uint64_t packets, int64_t nowPs)
{
    // Callbacks may post, which appends; what is popped here is complete, so order is kept.
    while (!m_messages.empty() &&
           m_messages.front().firstPacket + m_messages.front().packets <= packets)
    {
        const Message message = m_messages.front();
        m_messages.pop_front();
        m_cursor -= m_cursor > 0;
        m_acknowledgedBytes = message.startByte + message.bytes;
        m_sentBytes = std::max(m_sentBytes, m_acknowledgedBytes);
        Complete(message, nowPs, RdmaStatus::SUCCESS);
    }
    if (!m_messages.empty() && packets > m_messages.front().firstPacket)
    {
        const Message& message = m_messages.front();
        m_acknowledgedBytes =
            message.startByte + (packets - message.firstPacket) * uint64_t{m_mtuBytes};
        m_sentBytes = std::max(m_sentBytes, m_acknowledgedBytes);
    }
}

/** The next packet to send is another one than the last one sent would suggest. */
void
RdmaQueuePair::SeekTo(uint64_t packet)
{
    m_cursor = 0;
    while (m_cursor < m_messages.size() &&
           m_messages[m_cursor].firstPacket + m_messages[m_cursor].packets <= packet)
    {
        ++m_cursor;
    }
    m_sentBytes = m_postedBytes;
    if (m_cursor < m_messages.size())
    {
        const Message& message = m_messages[m_cursor];
        m_sentBytes = message.startByte + (packet - message.firstPacket) * uint64_t{m_mtuBytes};
    }
}

void
RdmaQueuePair::RestartTimer(int64_t nowPs)
{
    if (m_recovery->GetFirstUnacknowledged() == m_recovery->GetNextToSend())
    {
        m_timer->Clear();
        return;
    }
    m_timer->Schedule(m_nic->GetPort().GetClock().ToTicks(nowPs + m_nic->m_ackTimeoutPs));
}

void
RdmaQueuePair::Timeout()
{
    const int64_t nowPs = m_nic->GetPort().GetClock().ToPs(NowTicks());
    ++m_nic->m_counters.timeouts;
    if (++m_retries > m_nic->m_retryCount)
    {
        Fail(nowPs);
        return;
    }
    m_recovery->NotifyTimeout();
    SeekTo(m_recovery->GetNextToSend());
    m_congestionControl->NotifyLoss({nowPs, true});
    m_nic->Activate(this, nowPs);
}

void
RdmaQueuePair::Fail(int64_t nowPs)
{
    m_failed = true;
    ++m_nic->m_counters.failedQueuePairs;
    RdmaStatus status = RdmaStatus::RETRY_EXCEEDED;
    for (const auto& message : std::exchange(m_messages, {}))
    {
        Complete(message, nowPs, status);
        status = RdmaStatus::FLUSHED;
    }
    m_cursor = 0;
}

void
RdmaQueuePair::Complete(const Message& message, int64_t nowPs, RdmaStatus status)
{
    if (!m_completion.IsNull())
    {
        m_completion({message.workId, message.bytes, message.postedPs, nowPs, status});
    }
}

std::string
RdmaQueuePair::DescribeWait() const
{
    if (m_failed)
    {
        return "failed: retry count exceeded";
    }
    if (m_messages.empty())
    {
        return "no work";
    }
    const std::string progress = std::to_string(m_acknowledgedBytes) + " of " +
                                 std::to_string(m_postedBytes) + " B acknowledged, ";
    const std::string block = m_nic->GetPort().GetFlowControl().DescribeBlock(m_priority);
    if (!block.empty())
    {
        return progress + "port " + block;
    }
    if (m_cursor == m_messages.size())
    {
        return progress + "waits for acknowledgements";
    }
    return progress + (m_state == SendState::IDLE    ? "window full"
                       : m_state == SendState::PACED ? "held back by its rate"
                                                     : "waits for its turn");
}

} // namespace ns3
