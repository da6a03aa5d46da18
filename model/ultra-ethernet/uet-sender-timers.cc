// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// What a UetSender does by the clock, and what it asks for: timeouts, probes and credit. Which
// packets are lost is in uet-sender-losses.cc, and everything else in uet-sender.cc.

#include "uet-sender.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UetSenderTimers");

void
UetSender::SetTimer()
{
    DropOld();
    if (m_transmissions.empty())
    {
        m_timer->Clear();
        return;
    }
    m_timeoutPs = std::max(2 * m_rttPs,
                           m_settings.policies.retransmissionTimer->GetTimeoutPs(
                               {GetNic().GetAckTimeoutPs(), m_timeouts, m_packets.size()}));
    const auto [psn, number] = m_transmissions.front();
    const int64_t duePs = At(psn).sentPs + GetTimeoutPs(number);
    m_timer->Schedule(std::max(m_clock.ToTicks(duePs), NowTicks()));
}

void
UetSender::OnTimer()
{
    const int64_t nowPs = NowPs();
    uint64_t bytes = 0;
    bool again = false; // what was sent since the last timeout is overdue, too
    for (DropOld(); !m_transmissions.empty(); DropOld())
    {
        const auto [psn, number] = m_transmissions.front();
        if (m_clock.ToTicks(At(psn).sentPs + GetTimeoutPs(number)) > NowTicks())
        {
            break;
        }
        again = again || number >= m_timeoutTransmission;
        bytes += MarkLost(psn);
    }
    if (bytes > 0)
    {
        ++GetNic().GetCounters().timeouts;
        if (again)
        {
            m_timeoutTransmission = m_transmission;
            m_earlierTimeoutPs = m_timeoutPs;
            ++m_timeouts;
        }
        if (m_timeouts > GetNic().GetRetryCount())
        {
            Fail(nowPs);
            return;
        }
        NS_LOG_INFO("host " << GetNic().GetHost() << " source " << GetNumber() << ": timeout "
                            << m_timeouts << " in a row, " << bytes << " B are lost");
        if (m_settings.path.IsOrdered())
        {
            GoBack();
        }
        NotifyLoss(bytes, true, nowPs);
        GetNic().Activate(*this, nowPs);
    }
    SetTimer();
}

void
UetSender::SetProbe(int64_t nowPs)
{
    if (m_settings.probePs == 0 || !HasWork())
    {
        m_probeTimer->Clear();
        return;
    }
    constexpr uint32_t MOST_DOUBLINGS = 20;
    const int64_t waitPs = std::min(m_settings.probePs << std::min(m_probes, MOST_DOUBLINGS),
                                    std::max(m_settings.probePs, GetNic().GetAckTimeoutPs()));
    m_probeTimer->Schedule(m_clock.ToTicks(nowPs + waitPs));
}

void
UetSender::OnProbe()
{
    const int64_t nowPs = NowPs();
    const int64_t silencePs = GetNic().GetAckTimeoutPs() * (int64_t{GetNic().GetRetryCount()} + 1);
    if (nowPs - m_heardPs > silencePs)
    {
        Fail(nowPs);
        return;
    }
    // What waits for its turn, or for a rate, needs no probe.
    if (!m_packets.empty() || !CanSend())
    {
        SendProbe(false, nowPs);
    }
    SetProbe(nowPs);
}

void
UetSender::SendProbe(bool asks, int64_t nowPs)
{
    m_asks = asks;
    ++m_probes;
    m_furtherProbes = 0;
    m_probeSentPs = nowPs;
    AskFor(m_firstPsn, nowPs);
}

void
UetSender::ProbeBeyond(uint64_t psn, int64_t nowPs)
{
    while (psn < GetEndPsn())
    {
        if (IsOverdue(At(psn), nowPs))
        {
            ++m_furtherProbes;
            AskFor(psn, nowPs);
            psn += BITMAP_PACKETS;
        }
        else
        {
            ++psn;
        }
    }
}

void
UetSender::AskFor(uint64_t psn, int64_t nowPs)
{
    ++m_probe;
    // As data has: on one port for all, no probe would outlive a path that died. What an answer
    // tells of the path is not what data meets there, as probes go before it.
    const auto& entropy = m_settings.policies.entropy;
    const uint16_t port = entropy ? entropy->ChoosePort(nowPs) : m_settings.path.port;
    FabricPacketPtr packet = m_settings.path.MakePacket(UetType::CONTROL, 0, port, nowPs);
    auto& control = packet->As<UetControl>();
    control.type = UetType::CONTROL;
    control.what = UetControlType::PROBE;
    control.port = port;
    control.number = m_probe;
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
    const uint64_t backlogBytes = GetBacklogBytes();
    return GetControl().GetDemand(backlogBytes + GetPackets(backlogBytes) * (fullBytes - mtuBytes));
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
    if (m_settings.demands && m_probes == 0 && GetControl().GetWindowBytes() == 0 &&
        GetDemand() > m_toldDemand)
    {
        SendProbe(true, nowPs);
        SetProbe(nowPs);
    }
}

} // namespace ns3
