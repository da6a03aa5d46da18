// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DIRECT_REDUCE_SCATTER_H
#define AI_FABRIC_DIRECT_REDUCE_SCATTER_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Reduce-scatter in one step: each rank sends to each other rank the chunk which that rank sums up,
 * all at the same time.
 *
 * Rank r posts its n - 1 messages in the order r + 1, r + 2, ... (modulo n) and adds arriving
 * chunks in the order r - 1, r - 2, ..., so that a sum does not depend on timing. It sends (n -
 * 1)/n S bytes:
 *
 *     T = a + (n - 1)/n S/B
 *
 * with a the latency of a message and B the rate of the links, without reductions. Good within a
 * server, whose switch never blocks; across a network n - 1 flows meet at every receiver.
 */
class DirectReduceScatter final : public ReduceScatterOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_DIRECT_REDUCE_SCATTER_H
