// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "go-back-n.h"

#include "ns3/prepared-factory.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GoBackN);

static const CopiesAsNew<GoBackN> g_copiesGoBackN;

TypeId
GoBackN::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GoBackN")
                            .SetParent<LossRecovery>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<GoBackN>();
    return tid;
}

bool
GoBackN::DoNotifyNak(uint64_t /* selective */, uint64_t /* messageStart */)
{
    const bool back = m_next > m_unacknowledged;
    m_next = m_unacknowledged;
    return back;
}

void
GoBackN::DoNotifyTimeout(uint64_t /* messageStart */)
{
    m_next = m_unacknowledged;
}

LossRecovery::Verdict
GoBackN::DoNotifyArrival(const Arrival& arrival)
{
    if (arrival.packet == m_expected)
    {
        Expect(arrival.packet + arrival.span);
        return Verdict::DELIVER;
    }
    return Refuse(arrival.packet);
}

} // namespace ns3
