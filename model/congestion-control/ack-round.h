// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ACK_ROUND_H
#define AI_FABRIC_ACK_ROUND_H

#include "rdma-congestion-control.h"

#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Divides the acknowledgements of a queue pair into round trips.
 *
 * The first acknowledgement begins the first round. A round ends, and the next begins, with the
 * first acknowledgement of a byte that was sent after the round had begun. Each round thus carries
 * the feedback on the decision made at the start of the round before:
 *     ends   <=>   acked > sent when the round began,   sent = acked + inflight
 */
class AckRound
{
  public:
    /**
     * @param event acknowledgement
     * @return true if it ends a round; the next round then begins
     */
    bool Update(const AckEvent& event)
    {
        m_ackedBytes += event.ackedBytes;
        if (m_begun && m_ackedBytes <= m_endBytes)
        {
            return false;
        }
        m_endBytes = m_ackedBytes + event.inflightBytes;
        return std::exchange(m_begun, true);
    }

    /** @return payload acknowledged since the start, in bytes */
    uint64_t GetAckedBytes() const
    {
        return m_ackedBytes;
    }

  private:
    uint64_t m_ackedBytes{0}; //!< since the start
    uint64_t m_endBytes{0};   //!< value of m_ackedBytes at which the round ends
    bool m_begun{false};      //!< an acknowledgement has come
};

} // namespace ns3

#endif // AI_FABRIC_ACK_ROUND_H
