// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROUND_ROBIN_INPUT_ARBITER_H
#define AI_FABRIC_ROUND_ROBIN_INPUT_ARBITER_H

#include "input-arbiter.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-arbiter
 * Inputs take turns, one packet each, as in a crossbar switch: each of n inputs with constant
 * backlog for a lane of the output sends every n-th packet of the lane, whatever the packets'
 * lengths.
 *
 * An input that becomes active again goes behind the waiting inputs, but before the input that was
 * served last.
 *
 * Invariant: while an input waits, each other input sends at most one packet of the lane.
 */
class RoundRobinInputArbiter final : public InputArbiter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    Contenders::Iterator DoSelect(const Contenders& contenders) override;
};

} // namespace ns3

#endif // AI_FABRIC_ROUND_ROBIN_INPUT_ARBITER_H
