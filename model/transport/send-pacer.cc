// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "send-pacer.h"

namespace ns3
{

void
SendPacer::Plan(int64_t nowPs)
{
    if (!m_congestionControl)
    {
        return;
    }
    const uint64_t ratebps = m_congestionControl->GetRatebps(nowPs);
    const Uint128 allowance = m_congestionControl->GetAllowance(nowPs);
    m_nextSendPs = nowPs;
    if (allowance < m_paidAllowance)
    {
        // At most one packet is owed, so 64 bits are enough.
        m_nextSendPs +=
            static_cast<int64_t>(static_cast<uint64_t>(m_paidAllowance - allowance) / ratebps);
    }
}

int64_t
SendPacer::GetNextLookPs(int64_t nowPs) const
{
    if (!m_congestionControl)
    {
        return GetDuePs();
    }
    const int64_t updatePs = m_congestionControl->GetNextUpdatePs();
    return updatePs > nowPs && updatePs < m_nextSendPs ? std::max(updatePs, m_heldUntilPs)
                                                       : GetDuePs();
}

} // namespace ns3
