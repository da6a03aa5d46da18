// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-queue-pair.h"

#include "rdma-nic.h"

#include "ns3/assert.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/pointer.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaQueuePair");

NS_OBJECT_ENSURE_REGISTERED(RdmaQueuePair);

const char*
ToString(RdmaStatus status)
{
    switch (status)
    {
    case RdmaStatus::SUCCESS:
        return "success";
    case RdmaStatus::RETRY_EXCEEDED:
        return "retry count exceeded";
    case RdmaStatus::RNR_RETRY_EXCEEDED:
        return "receiver not ready retry count exceeded";
    case RdmaStatus::REMOTE_ERROR:
        return "refused by the receiver";
    case RdmaStatus::LENGTH_ERROR:
        return "too long";
    case RdmaStatus::FLUSHED:
        return "flushed";
    }
    return "unknown";
}

const char*
ToString(RdmaQueuePairState state)
{
    switch (state)
    {
    case RdmaQueuePairState::RESET:
        return "reset";
    case RdmaQueuePairState::INIT:
        return "init";
    case RdmaQueuePairState::READY_TO_RECEIVE:
        return "ready to receive";
    case RdmaQueuePairState::READY_TO_SEND:
        return "ready to send";
    case RdmaQueuePairState::SEND_QUEUE_DRAINED:
        return "send queue drained";
    case RdmaQueuePairState::ERROR:
        return "error";
    }
    return "unknown";
}

TypeId
RdmaQueuePair::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RdmaQueuePair")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddAttribute("CongestionControl",
                          "What sets its rate and window, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RdmaQueuePair::m_congestionControl),
                          MakePointerChecker<RdmaCongestionControl>())
            .AddAttribute("LossRecovery",
                          "What repeats and reorders, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RdmaQueuePair::m_recovery),
                          MakePointerChecker<LossRecovery>())
            .AddAttribute("RetransmissionTimer",
                          "What sets its timeouts, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RdmaQueuePair::m_retransmissionTimer),
                          MakePointerChecker<RetransmissionTimer>())
            .AddTraceSource("State",
                            "It went to another state, and why.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_stateTrace),
                            "ns3::RdmaQueuePair::StateTracedCallback");
    return tid;
}

RdmaQueuePair::RdmaQueuePair()
    : m_requester(*this),
      m_responder(*this)
{
}

void
RdmaQueuePair::DoDispose()
{
    m_requester.Dispose();
    m_responder.Clear();
    m_nic = nullptr;
    m_congestionControl = nullptr;
    m_recovery = nullptr;
    m_retransmissionTimer = nullptr;
    m_completion = {};
    m_arrival = {};
    Object::DoDispose();
}

Ptr<RdmaNic>
RdmaQueuePair::GetNic() const
{
    return m_nic;
}

std::string
RdmaQueuePair::GetName() const
{
    return "host " + std::to_string(m_host) + " -> host " + std::to_string(m_remoteHost) +
           " queue pair " + std::to_string(m_number);
}

void
RdmaQueuePair::PostWrite(uint64_t bytes, uint64_t workId)
{
    Post(RdmaOperation::WRITE, bytes, workId);
}

void
RdmaQueuePair::PostWriteWithImmediate(uint64_t bytes, uint32_t immediate, uint64_t workId)
{
    Post(RdmaOperation::WRITE_IMM, bytes, workId, immediate);
}

void
RdmaQueuePair::PostSend(uint64_t bytes, uint64_t workId)
{
    Post(RdmaOperation::SEND, bytes, workId);
}

void
RdmaQueuePair::PostSendWithImmediate(uint64_t bytes, uint32_t immediate, uint64_t workId)
{
    Post(RdmaOperation::SEND_IMM, bytes, workId, immediate);
}

void
RdmaQueuePair::PostRead(uint64_t bytes, uint64_t workId)
{
    if (m_congestionControl->GetNeeds().acknowledgements)
    {
        throw InputError(
            GetName() + ": posts a READ, whose response carries no acknowledgements, so " +
            m_congestionControl->GetInstanceTypeId().GetName() +
            " would never slow it down; use WRITEs, or a congestion control that works "
            "by notifications, such as ns3::Dcqcn");
    }
    Post(RdmaOperation::READ, bytes, workId);
}

void
RdmaQueuePair::Post(RdmaOperation operation, uint64_t bytes, uint64_t workId, uint32_t immediate)
{
    NS_ASSERT_MSG(!m_datagram, "datagrams are posted with PostDatagram()");
    RdmaMessage message{};
    message.workId = workId;
    message.bytes = bytes;
    message.immediate = immediate;
    message.operation = operation;
    m_requester.Post(message);
}

void
RdmaQueuePair::PostFetchAdd(uint64_t address, uint64_t add, uint64_t workId)
{
    RdmaMessage message{};
    message.workId = workId;
    message.bytes = 8;
    message.address = address;
    message.swapOrAdd = add;
    message.operation = RdmaOperation::FETCH_ADD;
    m_requester.Post(message);
}

void
RdmaQueuePair::PostCompareSwap(uint64_t address, uint64_t compare, uint64_t swap, uint64_t workId)
{
    RdmaMessage message{};
    message.workId = workId;
    message.bytes = 8;
    message.address = address;
    message.swapOrAdd = swap;
    message.compare = compare;
    message.operation = RdmaOperation::COMPARE_SWAP;
    m_requester.Post(message);
}

void
RdmaQueuePair::PostDatagram(uint32_t destHost, uint32_t destQp, uint64_t bytes, uint64_t workId)
{
    NS_ASSERT_MSG(m_datagram, "a connection has but one destination");
    RdmaMessage message{};
    message.workId = workId;
    message.bytes = bytes;
    message.destHost = destHost;
    message.destQp = destQp;
    message.operation = RdmaOperation::SEND;
    m_requester.Post(message);
}

void
RdmaQueuePair::PostReceive(uint64_t requests)
{
    m_responder.PostReceive(requests);
}

void
RdmaQueuePair::Modify(RdmaQueuePairState state)
{
    using State = RdmaQueuePairState;
    const int64_t nowPs = m_nic->m_port->GetClock().ToPs(NowTicks());
    if (state == m_state)
    {
        return;
    }
    if (state == State::ERROR)
    {
        Fail(nowPs, RdmaStatus::FLUSHED);
        return;
    }
    const auto from = static_cast<uint8_t>(m_state);
    const auto to = static_cast<uint8_t>(state);
    const bool next = to == from + 1;
    const bool back = m_state == State::SEND_QUEUE_DRAINED && state == State::READY_TO_SEND;
    if (state != State::RESET && !next && !back)
    {
        throw InputError("queue pair " + std::to_string(m_number) + " of host " +
                         std::to_string(m_host) + ": no way leads from " + ToString(m_state) +
                         " to " + ToString(state));
    }
    if (state == State::RESET)
    {
        m_requester.Reset();
        m_responder.Reset();
        m_congestionSeen = false;
        m_nextSendPs = 0;
        m_notReadyUntilPs = 0;
        m_paidAllowance = 0;
        m_nextCnpPs = 0;
        m_failure = RdmaStatus::SUCCESS;
        m_nic->Equip(*this);
    }
    SetState(state, RdmaStatus::SUCCESS);
    m_nic->Activate(this, nowPs);
}

void
RdmaQueuePair::SetState(RdmaQueuePairState state, RdmaStatus status)
{
    NS_LOG_INFO(GetName() << ": " << ToString(m_state) << " -> " << ToString(state));
    m_state = state;
    if (!m_stateTrace.IsEmpty())
    {
        m_stateTrace(state, status);
    }
}

void
RdmaQueuePair::Receive(FabricPacket& packet)
{
    if (!TakesPackets(m_state))
    {
        return;
    }
    if (packet.ecn == EcnCodepoint::CE)
    {
        TellSource(packet);
    }
    switch (packet.transport.opcode)
    {
    case RdmaOpcode::ACKNOWLEDGE:
        if (packet.transport.becn && m_nic->m_cnpOnAck)
        {
            HandleCnp(packet.readyPs);
        }
        m_requester.HandleAcknowledge(packet);
        break;
    case RdmaOpcode::ATOMIC_ACKNOWLEDGE:
        m_requester.HandleAtomicAcknowledge(packet);
        break;
    case RdmaOpcode::READ_RESPONSE_FIRST:
    case RdmaOpcode::READ_RESPONSE_MIDDLE:
    case RdmaOpcode::READ_RESPONSE_LAST:
    case RdmaOpcode::READ_RESPONSE_ONLY:
        m_requester.HandleReadResponse(packet);
        break;
    case RdmaOpcode::CNP_ROCE:
    case RdmaOpcode::CNP_INFINIBAND:
        HandleCnp(packet.readyPs);
        break;
    case RdmaOpcode::UD_SEND_ONLY:
    case RdmaOpcode::UD_SEND_ONLY_IMM:
        m_responder.HandleDatagram(packet);
        break;
    default:
        m_responder.HandleRequest(packet);
        break;
    }
}

/** Of the mark on a packet, at once or with the next acknowledgement. */
void
RdmaQueuePair::TellSource(const FabricPacket& packet)
{
    if (m_datagram)
    {
        m_remoteHost = packet.sourceHost;
        m_remoteNumber = packet.transport.sourceQp;
    }
    m_congestionSeen = m_echoesMarks;
    const bool isAcknowledged = IsRequest(packet.transport.opcode);
    if ((m_nic->m_cnpOnAck && isAcknowledged) || packet.readyPs < m_nextCnpPs)
    {
        return;
    }
    m_nextCnpPs = packet.readyPs + m_nic->m_cnpIntervalPs;
    NS_LOG_LOGIC(GetName() << ": sends a CNP");
    ++m_nic->m_counters.cnpsSent;
    FabricPacketPtr cnp = MakePacket(m_framing->GetCnpOpcode(),
                                     m_nic->GetClass(m_nic->GetCnpPriority(m_class.level)));
    cnp->readyPs = packet.readyPs;
    cnp->transport.becn = true;
    SetLength(*cnp);
    m_nic->m_port->Enqueue(std::move(cnp));
}

/**
 * The rate may have changed since the next start was planned: what is left of the last packet is
 * paid at the rate of now.
 */
void
RdmaQueuePair::Plan(int64_t nowPs)
{
    const uint64_t ratebps = m_congestionControl->GetRatebps(nowPs);
    const Uint128 allowance = m_congestionControl->GetAllowance(nowPs);
    m_nextSendPs = nowPs;
    if (allowance < m_paidAllowance)
    {
        // At most one packet is owed, so 64 bits are enough.
        m_nextSendPs +=
            static_cast<int64_t>(static_cast<uint64_t>(m_paidAllowance - allowance) / ratebps);
    }
}

/** When it may send by the plan, or earlier if a timer may change the plan before. */
int64_t
RdmaQueuePair::GetNextLookPs(int64_t nowPs) const
{
    const int64_t updatePs = m_congestionControl->GetNextUpdatePs();
    return updatePs > nowPs && updatePs < m_nextSendPs ? std::max(updatePs, m_notReadyUntilPs)
                                                       : GetDuePs();
}

void
RdmaQueuePair::HandleCnp(int64_t nowPs)
{
    NS_LOG_LOGIC(GetName() << ": is told of congestion");
    ++m_nic->m_counters.cnpsReceived;
    m_congestionControl->NotifyCnp(nowPs);
    m_nic->Activate(this, nowPs);
}

void
RdmaQueuePair::Fail(int64_t nowPs, RdmaStatus status)
{
    NS_LOG_WARN(GetName() << ": fails, " << ToString(status));
    m_failure = status;
    ++m_nic->m_counters.failedQueuePairs;
    m_responder.Clear();
    SetState(RdmaQueuePairState::ERROR, status);
    m_requester.Flush(nowPs, status);
}

std::string
RdmaQueuePair::DescribeSendState() const
{
    switch (m_sendState)
    {
    case SendState::IDLE:
        return "window full";
    case SendState::PACED:
        return "held back by its rate";
    case SendState::READY:
        break;
    }
    return "waits for its turn";
}

std::string
RdmaQueuePair::DescribeWait() const
{
    if (m_state == RdmaQueuePairState::ERROR)
    {
        return std::string("failed: ") + ToString(m_failure);
    }
    return TakesMessages(m_state) ? m_requester.DescribeWait()
                                  : std::string("state: ") + ToString(m_state);
}

} // namespace ns3
