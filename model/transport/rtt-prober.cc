// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rtt-prober.h"

#include <algorithm>

namespace ns3
{

RttProber::RttProber(Client& client, uint32_t node, int64_t intervalPs)
    : m_client(client),
      m_intervalPs(intervalPs),
      m_timer(MakeFabricEvent<RttProber, &RttProber::OnTimer>(this))
{
    m_timer->SetContext(node);
}

RttProber::~RttProber()
{
    m_timer->Clear();
}

void
RttProber::Schedule(int64_t duePs)
{
    m_timer->Schedule(std::max(m_clock.ToTicks(duePs), NowTicks()));
}

void
RttProber::Start(int64_t nowPs)
{
    if (!m_timer->IsPending())
    {
        Schedule(m_sentPs ? std::max(nowPs, *m_sentPs + m_intervalPs) : nowPs);
    }
}

void
RttProber::NotifyAnswer(int64_t sentPs, int64_t nowPs)
{
    if (sentPs == m_sentPs && m_timer->IsPending())
    {
        Schedule(std::max(nowPs, sentPs + m_intervalPs));
    }
}

void
RttProber::OnTimer()
{
    if (m_client.HasProbedWork())
    {
        const int64_t nowPs = m_clock.ToPs(NowTicks());
        m_sentPs = nowPs;
        Schedule(nowPs + std::max(LOST_PS, m_intervalPs));
        m_client.SendProbe(nowPs);
    }
}

} // namespace ns3
