// SPDX-License-Identifier: GPL-2.0-only

#include "go-back-n.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GoBackN);

TypeId
GoBackN::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GoBackN")
                            .SetParent<LossRecovery>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<GoBackN>();
    return tid;
}

void
GoBackN::DoNotifySent()
{
    ++m_next;
}

void
GoBackN::DoNotifyNak()
{
    m_next = m_unacknowledged;
}

void
GoBackN::DoNotifyTimeout()
{
    m_next = m_unacknowledged;
}

LossRecovery::Verdict
GoBackN::DoNotifyArrival(uint64_t packet)
{
    if (packet == m_expected)
    {
        ++m_expected;
        m_asked = false;
        return Verdict::DELIVER;
    }
    if (packet < m_expected)
    {
        return Verdict::DUPLICATE;
    }
    if (m_asked)
    {
        return Verdict::DISCARD;
    }
    m_asked = true;
    return Verdict::GAP;
}

} // namespace ns3
