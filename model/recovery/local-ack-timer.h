// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LOCAL_ACK_TIMER_H
#define AI_FABRIC_LOCAL_ACK_TIMER_H

#include "retransmission-timer.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * A constant timeout (Local ACK Timeout, IBTA vol. 1, 9.7.6.1.3).
 *
 * With VerbsUnits the timeout is the smallest 4.096 us * 2^n, n from 1 to 31, that is at least
 * AckTimeout: verbs cannot express other values.
 */
class LocalAckTimer final : public RetransmissionTimer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    int64_t DoGetTimeoutPs(const Situation& situation) override;

    bool m_verbsUnits; //!< only timeouts that verbs can express
};

} // namespace ns3

#endif // AI_FABRIC_LOCAL_ACK_TIMER_H
