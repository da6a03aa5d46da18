// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ADAPTIVE_TIMER_H
#define AI_FABRIC_ADAPTIVE_TIMER_H

#include "retransmission-timer.h"

#include "ns3/lazy-stream.h"
#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * Short timeouts that grow, as ConnectX NICs have with adaptive retransmission (NVIDIA, "Adaptive
 * Retransmission: Parameters Control"):
 *
 *     timeout = min((InitialTimeout + uniform[0, InitialRange)) * 2^floor(timeouts / Tries),
 *                   AckTimeout)
 *
 * That text gives the rule. The values of the adapters' profiles are not public, so the defaults
 * here are our own choice.
 */
class AdaptiveTimer final : public RetransmissionTimer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    int64_t DoGetTimeoutPs(const Situation& situation) override;
    int64_t DoAssignStreams(int64_t stream) override;

    void SetInitialTimeout(Time time);
    Time GetInitialTimeout() const;
    void SetInitialRange(Time time);
    Time GetInitialRange() const;

    uint32_t m_tries;       //!< timeouts after which the timeout doubles
    int64_t m_initialPs{0}; //!< least first timeout
    int64_t m_rangePs{0};   //!< of its random part
    LazyStream m_random;
};

} // namespace ns3

#endif // AI_FABRIC_ADAPTIVE_TIMER_H
