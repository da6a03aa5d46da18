// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINEAR_EXPONENTIAL_TIMER_H
#define AI_FABRIC_LINEAR_EXPONENTIAL_TIMER_H

#include "retransmission-timer.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * The timeout of MRC (OCP MRC 1.0, mrc_ctl.h): AckTimeout for the first LinearRetries timeouts in a
 * row, then twice as long each time:
 *
 *     timeout = AckTimeout * 2^max(0, timeouts - LinearRetries)
 *
 * MRC expresses AckTimeout as 1.024 us * 2^t, t up to 24, and has at most 7 linear retries.
 * Assumed: the exponential phase begins with twice AckTimeout.
 */
class LinearExponentialTimer final : public RetransmissionTimer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    int64_t DoGetTimeoutPs(const Situation& situation) override;

    uint32_t m_linearRetries; //!< timeouts in a row that do not lengthen the next one
};

} // namespace ns3

#endif // AI_FABRIC_LINEAR_EXPONENTIAL_TIMER_H
