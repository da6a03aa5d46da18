// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NVLS_TREE_ALL_REDUCE_H
#define AI_FABRIC_NVLS_TREE_ALL_REDUCE_H

#include "nvls-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-nccl
 * All-reduce by the NVSwitches in each server and trees between servers (NCCL's NVLSTree).
 *
 * In each server, the rank on a rail owns the shard of that rail. The NVSwitches of every server
 * reduce a step to its owner in that server. A binary tree of the owners, all on one rail, sums up
 * the step and sends the sum back down. The NVSwitches then broadcast it. Odd and even steps of a
 * rail use the two trees of a double binary tree (BinaryTree). With n ranks in each of m servers,
 * the traffic per rank and direction is
 *
 *     NVLink:    S + S/n,      NIC:  2(m - 1)/m S/n on average, S/n with two servers
 */
class NvlsTreeAllReduce final : public NvlsCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_NVLS_TREE_ALL_REDUCE_H
