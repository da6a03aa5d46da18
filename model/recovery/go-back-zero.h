// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GO_BACK_ZERO_H
#define AI_FABRIC_GO_BACK_ZERO_H

#include "loss-recovery.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * Go-back-0: after the loss of any packet of a message, the whole message is sent again from its
 * first packet, as in early RoCE NICs ("RDMA over Commodity Ethernet at Scale", SIGCOMM'16, section
 * 4.1).
 *
 * An attempt to send a message of n packets succeeds with probability (1 - p)^n, so long messages
 * make no progress over a lossy link: the livelock of that paper.
 *
 * Invariant: the delivered packets of each message are 0, 1, 2, ... since its last start; a
 * complete message is never started again.
 */
class GoBackZero final : public LossRecovery
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** Value for no arriving message. */
    static constexpr uint64_t NO_MESSAGE = UINT64_MAX;

    bool DoNotifyNak(uint64_t selective, uint64_t messageStart) override;
    void DoNotifyTimeout(uint64_t messageStart) override;
    Verdict DoNotifyArrival(const Arrival& arrival) override;

    uint64_t m_messageStart{NO_MESSAGE}; //!< responder: first packet of the incomplete message
};

} // namespace ns3

#endif // AI_FABRIC_GO_BACK_ZERO_H
