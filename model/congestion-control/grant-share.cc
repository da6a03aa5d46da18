// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "grant-share.h"

#include "ns3/random-draws.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

constexpr double LEAST_SHARE = 0.01;
constexpr double OF_FAIR_SHARE = 0.9;  //!< smallest share times oversubscription
constexpr double CONGESTION = 0.3;     //!< value of g above which the share falls
constexpr double DECREASE = 0.5;       //!< decrease per unit of g above that
constexpr double INCREASE = 0.01;      //!< first increase, in parts of the line rate
constexpr uint32_t MOST_DOUBLINGS = 7; //!< more doublings would exceed the line rate

} // namespace

void
GrantShare::Start(double oversubscription, int64_t intervalPs)
{
    *this = {};
    m_least = oversubscription > 1 ? std::max(LEAST_SHARE, OF_FAIR_SHARE / oversubscription) : 1;
    m_intervalPs = intervalPs;
}

int64_t
GrantShare::DrawIntervalPs()
{
    const double draw = UnitDraw(HashDraw(m_seed, ++m_draws));
    return std::max<int64_t>(1, std::llround((0.75 + draw / 2) * m_intervalPs));
}

void
GrantShare::NotifyArrival(const CongestionArrival& arrival)
{
    if (m_least >= 1)
    {
        return;
    }
    if (m_reviewPs == 0)
    {
        m_seed = arrival.entropy;
        m_reviewPs = arrival.nowPs + DrawIntervalPs();
    }
    while (arrival.nowPs >= m_reviewPs)
    {
        Review();
        m_reviewPs += DrawIntervalPs();
        if (m_share >= 1 && m_congestion < LEAST_SHARE) // also after a pause of any length
        {
            m_reviewPs = std::max(m_reviewPs, arrival.nowPs + 1);
        }
    }
    ++m_packets;
    m_trimmed += arrival.trimmed;
    m_trimmedBefore += arrival.trimmed && !arrival.lastHop;
    m_marked += arrival.congestionMarked && !arrival.trimmed;
}

void
GrantShare::Review()
{
    const double whole = static_cast<double>(m_packets - m_trimmed);
    const double marked = whole > 0 ? m_marked / whole : 0;
    m_congestion = (m_congestion + marked) / 2;
    bool falls = false;
    if (m_trimmedBefore > 0)
    {
        m_share -= static_cast<double>(m_trimmedBefore) / m_packets;
        falls = true;
    }
    if (m_congestion > CONGESTION)
    {
        m_share *= 1 - (m_congestion - CONGESTION) * DECREASE;
        falls = true;
    }
    if (falls)
    {
        m_increases = 0;
    }
    else
    {
        const uint32_t doublings = m_marked == 0 ? std::min(m_increases, MOST_DOUBLINGS) : 0;
        m_share += INCREASE * (1U << doublings);
        ++m_increases;
    }
    m_share = std::clamp(m_share, m_least, 1.0);
    m_packets = m_marked = m_trimmed = m_trimmedBefore = 0;
}

} // namespace ns3
