// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GO_BACK_N_H
#define AI_FABRIC_GO_BACK_N_H

#include "loss-recovery.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * Go-back-N (IBTA vol. 1, 9.7): the responder accepts packets only in order and asks once for the
 * missing packet; the requester then sends all packets from that one on again.
 *
 * Invariant: the delivered packets are 0, 1, 2, ... without gap or repetition.
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
