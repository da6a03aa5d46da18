// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STRICT_ARBITER_H
#define AI_FABRIC_STRICT_ARBITER_H

#include "egress-arbiter.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-arbiter
 * Strict priority: the queue with the highest number that may send is served.
 */
class StrictArbiter final : public EgressArbiter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint32_t DoSelect(uint32_t eligible, const std::vector<PacketFifo>& queues) override;
};

} // namespace ns3

#endif // AI_FABRIC_STRICT_ARBITER_H
