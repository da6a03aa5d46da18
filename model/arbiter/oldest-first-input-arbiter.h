// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OLDEST_FIRST_INPUT_ARBITER_H
#define AI_FABRIC_OLDEST_FIRST_INPUT_ARBITER_H

#include "input-arbiter.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-arbiter
 * Sends first the packet whose first bit left its source first (age-based arbitration, Abts and
 * Weisser, SC'07), whatever its path. Among equal packets the input that has waited longest is
 * first.
 *
 * The cost grows with the number of inputs that have a packet for the lane.
 */
class OldestFirstInputArbiter final : public InputArbiter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    Contenders::Iterator DoSelect(const Contenders& contenders) override;
};

} // namespace ns3

#endif // AI_FABRIC_OLDEST_FIRST_INPUT_ARBITER_H
