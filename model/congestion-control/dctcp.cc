// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dctcp.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Dctcp");

NS_OBJECT_ENSURE_REGISTERED(Dctcp);

static const CopiesAsNew<Dctcp> g_copiesDctcp;

TypeId
Dctcp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Dctcp")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<Dctcp>()
            .AddAttribute("Gain",
                          "Gain g of alpha's moving average.",
                          DoubleValue(1.0 / 16),
                          MakeDoubleAccessor(&Dctcp::m_gain),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("InitialAlpha",
                          "Alpha at the start; 1 makes the first cut halve the window.",
                          DoubleValue(1.0),
                          ReadOnce(MakeDoubleAccessor(&Dctcp::m_initialAlpha)),
                          MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

void
Dctcp::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_mtuBytes = GetContext().mtuBytes;
    m_maxBytes = static_cast<double>(GetBdpBytes());
    m_alpha = m_initialAlpha;
    m_roundAcked = 0;
    m_roundMarked = 0;
    m_owedMarked = 0;
    m_inflightBytes = 0;
    m_cutUntilBytes = 0;
    m_round = {};
    SetWindowTo(GetContext().nowPs, m_maxBytes);
}

void
Dctcp::DoNotifyAck(const AckEvent& event)
{
    m_inflightBytes = event.inflightBytes;
    m_roundAcked += event.ackedBytes;
    if (event.congestionMarked && event.ackedBytes == 0)
    {
        m_owedMarked += static_cast<uint64_t>(m_mtuBytes); // acknowledged by a later one
    }
    const uint64_t marked =
        event.congestionMarked ? event.ackedBytes : std::min(m_owedMarked, event.ackedBytes);
    m_roundMarked += marked;
    m_owedMarked -= std::min(m_owedMarked, marked);
    if (m_round.Update(event))
    {
        const double fraction = static_cast<double>(m_roundMarked) / m_roundAcked;
        m_alpha = (1 - m_gain) * m_alpha + m_gain * fraction;
        m_roundAcked = 0;
        m_roundMarked = 0;
    }
    if (m_round.GetAckedBytes() <= m_cutUntilBytes)
    {
        return;
    }
    if (event.congestionMarked)
    {
        Cut(event.nowPs, 1 - m_alpha / 2);
    }
    else
    {
        SetWindowTo(event.nowPs, m_windowBytes + m_mtuBytes * event.ackedBytes / m_windowBytes);
    }
}

void
Dctcp::DoNotifyLoss(const LossEvent& event)
{
    if (m_round.GetAckedBytes() >= m_cutUntilBytes)
    {
        Cut(event.nowPs, 0.5);
    }
}

CongestionNeeds
Dctcp::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.marks = true;
    needs.acknowledgements = true;
    return needs;
}

void
Dctcp::Cut(int64_t nowPs, double factor)
{
    m_cutUntilBytes = m_round.GetAckedBytes() + m_inflightBytes;
    SetWindowTo(nowPs, m_windowBytes * factor);
}

void
Dctcp::SetWindowTo(int64_t nowPs, double windowBytes)
{
    m_windowBytes = std::clamp(windowBytes, m_mtuBytes, m_maxBytes);
    SetPacedWindow(nowPs, m_windowBytes, GetContext().baseRttPs);
}

} // namespace ns3
