// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-retry-receiver.h"

#include "fabric-net-device.h"

#include <utility>

namespace ns3
{

LinkRetryReceiver::LinkRetryReceiver(LinkRetry::Counters& counters)
    : m_counters(counters),
      m_answer(MakeFabricEvent<LinkRetryReceiver, &LinkRetryReceiver::Answer>(this))
{
}

LinkRetryReceiver::~LinkRetryReceiver()
{
    m_answer->Clear();
}

void
LinkRetryReceiver::Start(FabricNetDevice& port)
{
    m_port = &port;
    m_answer->SetContext(port.GetNode()->GetId());
}

void
LinkRetryReceiver::Reset()
{
    m_arrived = m_expected = m_told = 0;
    m_nackPs = m_ackPs = NEVER_PS;
    m_acceptedPs = m_mayAckPs = 0;
    m_answer->Clear();
}

void
LinkRetryReceiver::Answer()
{
    const int64_t nowPs = std::min(m_nackPs, m_ackPs);
    if (nowPs == NEVER_PS)
    {
        return;
    }
    if (m_clock.ToTicks(nowPs) > NowTicks())
    {
        ScheduleAnswer();
        return;
    }
    // The first bit of the last frame may have arrived, and its last bit not yet.
    const uint64_t whole = m_acceptedPs > nowPs ? m_expected - 1 : m_expected;
    if (m_nackPs == nowPs)
    {
        ++m_counters.nacks;
        m_nackPs = NEVER_PS;
        SendAnswer(true, m_damaged, nowPs);
    }
    else
    {
        ++m_counters.acks;
        SendAnswer(false, whole, nowPs);
    }
    m_mayAckPs = nowPs + m_spacingPs;
    m_ackPs = m_told < m_expected ? std::max(m_acceptedPs, m_mayAckPs) : NEVER_PS;
    ScheduleAnswer();
}

void
LinkRetryReceiver::SendAnswer(bool isNack, uint64_t expected, int64_t nowPs)
{
    m_told = expected;
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = LinkRetry::GetControlKind();
    packet->frameBytes = RetryAnswer::BYTES;
    packet->wireBytes = RetryAnswer::BYTES;
    packet->As<RetryAnswer>() = {expected, isNack};
    m_port->SendFirst(std::move(packet), nowPs);
}

} // namespace ns3
