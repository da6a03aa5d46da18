// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GO_BACK_ZERO_H
#define AI_FABRIC_GO_BACK_ZERO_H

#include "loss-recovery.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * Go-back-0: whatever packet of a message is lost, the whole message is sent again from its first
 * packet, as early RoCE NICs did ("RDMA over Commodity Ethernet at Scale", SIGCOMM'16,
 * section 4.1).
 *
 * A message of n packets gets through an attempt with probability (1 - p)^n, so that long messages
 * make no progress at all over a lossy link: the livelock of that paper.
 *
 * Invariant: what is delivered of each message is 0, 1, 2, ... from its last beginning; a complete
 * message is never begun again.
 */
class GoBackZero final : public LossRecovery
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** No message is arriving. */
    static constexpr uint64_t NO_MESSAGE = UINT64_MAX;

    bool DoNotifyNak(uint64_t selective, uint64_t messageStart) override;
    void DoNotifyTimeout(uint64_t messageStart) override;
    Verdict DoNotifyArrival(const Arrival& arrival) override;

    uint64_t m_messageStart{NO_MESSAGE}; //!< responder: first packet of the incomplete message
};

} // namespace ns3

#endif // AI_FABRIC_GO_BACK_ZERO_H
