// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FIFO_INPUT_ARBITER_H
#define AI_FABRIC_FIFO_INPUT_ARBITER_H

#include "input-arbiter.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-arbiter
 * No arbitration between inputs: an output queue, as in a switch with shared memory. Packets leave
 * in order of arrival, so inputs share the output in proportion to their arrivals.
 */
class FifoInputArbiter final : public InputArbiter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoIsNeeded() const override;
    Contenders::Iterator DoSelect(const Contenders& contenders) override;
};

} // namespace ns3

#endif // AI_FABRIC_FIFO_INPUT_ARBITER_H
