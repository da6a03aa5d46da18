// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARP_ALL_REDUCE_H
#define AI_FABRIC_SHARP_ALL_REDUCE_H

#include "sharp-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce in the network: every rank sends S bytes and receives the sum, S bytes, for any number
 * of ranks. On links of rate B that takes S/B plus the latency of the tree up and down. A ring
 * moves 2(n - 1)/n S each way. The bus bandwidth is that of nccl-tests, algbw 2(n - 1)/n, and so
 * may exceed the rate of a link.
 */
class SharpAllReduce final : public AllReduceOperation<SharpCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAggregate(CommunicationGraph& graph, uint64_t bytes) const override;
};

} // namespace ns3

#endif // AI_FABRIC_SHARP_ALL_REDUCE_H
