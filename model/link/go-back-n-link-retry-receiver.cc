// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A GoBackNLinkRetry as the receiver; the rest is in go-back-n-link-retry.cc.

#include "fabric-net-device.h"
#include "go-back-n-link-retry.h"

#include <algorithm>
#include <utility>

namespace ns3
{

bool
GoBackNLinkRetry::DoAccept(const FabricPacket& frame, int64_t endPs, bool damaged)
{
    const bool isReplay = frame.kind == GetReplayKind();
    if (isReplay && frame.As<ReplayFrame>().restarts)
    {
        m_expected = frame.As<ReplayFrame>().sequence;
        m_nackPs = NEVER_PS; // a pending Answer() may find nothing to send yet
        return true;
    }
    const uint64_t sequence = isReplay ? frame.As<ReplayFrame>().sequence : m_arrived++;
    if (sequence > m_expected)
    {
        return false; // it will be accepted when earlier frames have come
    }
    if (sequence == m_expected && damaged)
    {
        m_nackPs = endPs;
        m_damaged = sequence;
        ScheduleAnswer();
        return false;
    }
    const bool accepted = sequence == m_expected;
    if (accepted)
    {
        ++m_expected;
        m_acceptedPs = endPs;
    }
    if (m_ackPs == NEVER_PS)
    {
        m_ackPs = std::max(endPs, m_mayAckPs);
        ScheduleAnswer();
    }
    return accepted;
}

void
GoBackNLinkRetry::ScheduleAnswer()
{
    const int64_t nextPs = std::min(m_nackPs, m_ackPs);
    if (nextPs != NEVER_PS)
    {
        m_answer->Schedule(m_clock.ToTicks(nextPs));
    }
}

void
GoBackNLinkRetry::Answer()
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
GoBackNLinkRetry::SendAnswer(bool isNack, uint64_t expected, int64_t nowPs)
{
    m_told = expected;
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = GetControlKind();
    packet->frameBytes = ORDERED_SET_BYTES;
    packet->wireBytes = ORDERED_SET_BYTES;
    packet->As<RetryAnswer>() = {expected, isNack};
    GetPort().SendFirst(std::move(packet), nowPs);
}

} // namespace ns3
