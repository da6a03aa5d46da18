// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "loss-prober.h"

#include <algorithm>

namespace ns3
{

LossProber::LossProber(Client& client, const NumberedPackets& queue)
    : m_client(client),
      m_queue(queue),
      m_timer(MakeFabricEvent<LossProber, &LossProber::OnTimer>(this))
{
}

LossProber::~LossProber()
{
    m_timer->Clear();
}

void
LossProber::Start(uint32_t node, int64_t probePs, int64_t baseRttPs, bool namesPackets)
{
    m_timer->SetContext(node);
    m_probePs = probePs;
    m_baseRttPs = baseRttPs;
    m_namesPackets = namesPackets;
}

void
LossProber::Schedule(int64_t mostPs, int64_t nowPs)
{
    if (m_probePs == 0 || !m_queue.HasWork())
    {
        m_timer->Clear();
        return;
    }
    constexpr uint32_t MOST_DOUBLINGS = 20;
    const int64_t waitPs =
        std::min(m_probePs << std::min(m_fruitless, MOST_DOUBLINGS), std::max(m_probePs, mostPs));
    m_timer->Schedule(m_clock.ToTicks(nowPs + waitPs));
}

void
LossProber::OnTimer()
{
    m_client.OnProbeDue(m_clock.ToPs(NowTicks()));
}

void
LossProber::Probe(bool asks, int64_t nowPs)
{
    m_asks = asks;
    ++m_fruitless;
    m_furtherProbes = 0;
    m_sentPs = nowPs;
    m_client.SendProbe(++m_number, m_queue.GetFirstPsn(), nowPs);
}

void
LossProber::HandleAnswer(uint16_t number,
                         uint64_t base,
                         int64_t sentPs,
                         int64_t rttPs,
                         int64_t nowPs)
{
    if (static_cast<uint16_t>(m_number - number) > m_furtherProbes || m_asks ||
        nowPs - sentPs > 2 * m_baseRttPs)
    {
        return;
    }
    // A probe was not held up: what it did not find does not come, unless it waits in a queue that
    // probes overtake, as others have before it.
    const uint64_t firstPsn = m_queue.GetFirstPsn();
    const uint64_t end = base + BITMAP_PACKETS;
    for (uint64_t psn = std::max(base, firstPsn); psn < std::min(end, m_queue.GetEndPsn()); ++psn)
    {
        if (IsOverdue(psn, rttPs, nowPs))
        {
            m_client.OnMissing(psn, nowPs);
        }
    }
    if (m_furtherProbes > 0 || !m_namesPackets)
    {
        return;
    }
    for (uint64_t psn = std::max(end, firstPsn); psn < m_queue.GetEndPsn();)
    {
        if (IsOverdue(psn, rttPs, nowPs))
        {
            ++m_furtherProbes;
            m_client.SendProbe(++m_number, psn, nowPs);
            psn += BITMAP_PACKETS;
        }
        else
        {
            ++psn;
        }
    }
}

} // namespace ns3
