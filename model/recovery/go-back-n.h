// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GO_BACK_N_H
#define AI_FABRIC_GO_BACK_N_H

#include "loss-recovery.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * Go-back-N (IBTA vol. 1, 9.7): the responder takes packets in order only and asks once for what
 * is missing; the requester then sends everything again from there.
 *
 * Invariant: what is delivered is 0, 1, 2, ... without gap or repetition.
 */
class GoBackN final : public LossRecovery
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoNotifyNak(uint64_t selective, uint64_t messageStart) override;
    void DoNotifyTimeout(uint64_t messageStart) override;
    Verdict DoNotifyArrival(const Arrival& arrival) override;
};

} // namespace ns3

#endif // AI_FABRIC_GO_BACK_N_H
