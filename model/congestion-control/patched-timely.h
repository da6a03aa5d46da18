// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PATCHED_TIMELY_H
#define AI_FABRIC_PATCHED_TIMELY_H

#include "rdma-timely.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Patched TIMELY: between the thresholds the rate depends on the RTT itself, so that there is one
 * fixed point, and it is fair.
 *
 * Source: Zhu et al., "ECN or Delay", CoNEXT 2016, section 4.3, algorithm 2. The algorithm equals
 * Timely except between the thresholds:
 *     w = 0 for g <= -1/4,   2 g + 1/2,   1 for g >= 1/4
 *     error = (rtt - ReferenceRtt) / ReferenceRtt
 *     R = delta (1 - w) + R (1 - beta w error)
 * with beta = 0.008. There is no hyperactive increase. N flows on a link of rate C settle at C/N
 * each, where g = 0, w = 1/2 and hence
 *     rtt = ReferenceRtt (1 + N delta / (beta C)).
 *
 * Its TypeId is not a child of Timely's TypeId, because its default of Beta differs.
 */
class PatchedTimely final : public RdmaTimely
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
    double DoFollowGradient(double ratebps, double gradient, int64_t rttPs) const override;

    Time m_referenceRtt;     //!< positive
    double m_referencePs{0}; //!< positive once started
};

} // namespace ns3

#endif // AI_FABRIC_PATCHED_TIMELY_H
