// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "go-back-zero.h"

#include "ns3/prepared-factory.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GoBackZero);

static const CopiesAsNew<GoBackZero> g_copiesGoBackZero;

TypeId
GoBackZero::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GoBackZero")
                            .SetParent<LossRecovery>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<GoBackZero>();
    return tid;
}

bool
GoBackZero::DoNotifyNak(uint64_t /* selective */, uint64_t messageStart)
{
    const bool back = m_next > messageStart;
    m_unacknowledged = messageStart;
    m_next = messageStart;
    return back;
}

void
GoBackZero::DoNotifyTimeout(uint64_t messageStart)
{
    m_unacknowledged = messageStart;
    m_next = messageStart;
}

LossRecovery::Verdict
GoBackZero::DoNotifyArrival(const Arrival& arrival)
{
    const bool again = arrival.packet == m_messageStart && arrival.packet < m_expected;
    if (again || arrival.packet == m_expected)
    {
        Expect(arrival.packet + arrival.span);
        if (arrival.startsMessage)
        {
            m_messageStart = arrival.packet;
        }
        if (arrival.endsMessage)
        {
            m_messageStart = NO_MESSAGE;
        }
        return again ? Verdict::RESTART : Verdict::DELIVER;
    }
    return Refuse(arrival.packet);
}

} // namespace ns3
