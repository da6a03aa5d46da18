// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MIXED_ENTROPY_POLICY_H
#define AI_FABRIC_MIXED_ENTROPY_POLICY_H

#include "bitmap-entropy-policy.h"

#include "ns3/lazy-deque.h"

#include <cstdint>

namespace ns3
{

/**
 * Recycled entropies, with turns while none has returned, as in the mixed load balancing of UET in
 * htsim, the default of that program:
 *
 *     an ACK without a mark:  its port joins the end of the queue of ports to use again
 *     a mark or NACK:         its port gets skips as in BitmapEntropyPolicy
 *     a packet:               takes the first port of the queue; if the queue is empty, the next
 *                             port of BitmapEntropyPolicy
 *
 * Unlike RepsEntropyPolicy it forgets no returned port, and a timeout changes nothing.
 *
 * Invariant: each packet's port returns at most once, so the number of waiting ports never exceeds
 * the largest number of packets in flight.
 */
class MixedEntropyPolicy final : public BitmapEntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoChoosePort(int64_t nowPs) override;
    void DoNotifyAck(const EntropyAck& ack) override;

    LazyDeque<uint16_t> m_ports; //!< returned ports, oldest first
};

} // namespace ns3

#endif // AI_FABRIC_MIXED_ENTROPY_POLICY_H
