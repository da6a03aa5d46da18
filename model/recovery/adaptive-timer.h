// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ADAPTIVE_TIMER_H
#define AI_FABRIC_ADAPTIVE_TIMER_H

#include "retransmission-timer.h"

#include "ns3/lazy-uniform-random.h"
#include "ns3/nstime.h"

namespace ns3
{

/**
 * Short timeouts that grow, as in ConnectX NICs with adaptive retransmission (NVIDIA, "Adaptive
 * Retransmission: Parameters Control"):
 *
 *     timeout = min((InitialTimeout + u * InitialRange) * 2^floor(timeouts / Tries), AckTimeout)
 *
 * where u is drawn once for each queue pair from [0, 1). A queue pair fails when it has waited
 * longer than RetryCount * AckTimeout without progress, after any number of timeouts.
 *
 * The NVIDIA text gives the rule. The values of the adapters' profiles are not public, so the
 * defaults here are our own choice.
 */
class AdaptiveTimer final : public RetransmissionTimer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    int64_t DoGetTimeoutPs(const Situation& situation) override;
    int64_t DoAssignStreams(int64_t stream) override;
    bool DoCountsRetries() const override;

    void SetInitialTimeout(Time time);
    Time GetInitialTimeout() const;
    void SetInitialRange(Time time);
    Time GetInitialRange() const;

    uint32_t m_tries;       //!< number of timeouts before the timeout doubles
    int64_t m_initialPs{0}; //!< shortest first timeout
    int64_t m_rangePs{0};   //!< range of its random part
    double m_share{-1};     //!< drawn share of that range; negative: not drawn yet
    LazyUniformRandom m_random;
};

} // namespace ns3

#endif // AI_FABRIC_ADAPTIVE_TIMER_H
