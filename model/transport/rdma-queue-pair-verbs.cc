// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The post functions of RdmaQueuePair.

#include "rdma-queue-pair.h"

#include "ns3/assert.h"
#include "ns3/input-error.h"

namespace ns3
{

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
    if (GetCongestionControl().GetNeeds().acknowledgements)
    {
        throw InputError(
            GetName() + ": posts a READ, but responses are not acknowledged, so " +
            GetCongestionControl().GetInstanceTypeId().GetName() +
            " would never slow it down; use WRITEs, or a congestion control with notifications, "
            "such as ns3::Dcqcn");
    }
    Post(RdmaOperation::READ, bytes, workId);
}

void
RdmaQueuePair::Post(RdmaOperation operation, uint64_t bytes, uint64_t workId, uint32_t immediate)
{
    NS_ASSERT_MSG(!m_settings.requester.datagram, "datagrams are posted with PostDatagram()");
    RdmaMessage message{};
    message.workId = workId;
    message.bytes = bytes;
    message.immediate = immediate;
    message.operation = operation;
    Post(message);
}

void
RdmaQueuePair::Post(const RdmaMessage& message)
{
    if (!TakesMessages(m_state))
    {
        m_requester.Refuse(message, RdmaStatus::FLUSHED);
    }
    else if (m_adapterQueue)
    {
        m_adapterQueue->Post(message);
    }
    else
    {
        m_requester.Post(message);
        StartProbes(m_clock.ToPs(NowTicks()));
    }
}

void
RdmaQueuePair::Execute(const RdmaMessage& message, int64_t nowPs)
{
    m_requester.Execute(message, nowPs);
    StartProbes(nowPs);
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
    Post(message);
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
    Post(message);
}

void
RdmaQueuePair::PostDatagram(uint32_t destHost, uint32_t destQp, uint64_t bytes, uint64_t workId)
{
    NS_ASSERT_MSG(m_settings.requester.datagram, "a connection has but one destination");
    RdmaMessage message{};
    message.workId = workId;
    message.bytes = bytes;
    message.destHost = destHost;
    message.destQp = destQp;
    message.operation = RdmaOperation::SEND;
    Post(message);
}

void
RdmaQueuePair::PostReceive(uint64_t requests)
{
    m_responder.PostReceive(requests);
}

} // namespace ns3
