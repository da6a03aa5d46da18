// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REGION_ALL_REDUCE_H
#define AI_FABRIC_REGION_ALL_REDUCE_H

#include "chunked-collective.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce within regions, then between them, then within regions again.
 *
 * With R regions of g ranks each the S bytes are g parts of R chunks. A ring of each region sums up
 * part i at its i-th rank. These ranks of all regions reduce part i over a ring of R. Then the
 * rings of the regions distribute the parts. Every rank sends 2 (g - 1)/g S bytes within its region
 * and 2 (R - 1)/R S/g bytes to the next region, all ranks at the same time:
 *
 *     T = 2 (g - 1) (a + S/(g B))  +  2 (R - 1) (a' + S/(g R B'))
 *
 * with a, B the latency and rate of a rank within a region and a', B' those between regions,
 * without reductions. In a ring of all ranks a chunk passes between regions up to 2 R times, one
 * after the other, and 2 (n - 1)/n S bytes leave a region by one NIC. Messages between regions do
 * not wait for their turn (TurnBytes), which a small message from another region would announce. In
 * one region this is the RingAllReduce. All regions need the same number of ranks. Rings of regions
 * enter and leave each server once, as those of RingAllReduce.
 */
class RegionAllReduce final : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_REGION_ALL_REDUCE_H
