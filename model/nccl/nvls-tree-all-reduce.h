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
 * The rank of each rail owns the shard of its rail in its server. Each step is reduced by the
 * NVSwitches of every server to its owner there, summed up and sent back down by a binary tree of
 * the owners, all on one rail, and broadcast by the NVSwitches. Odd and even steps of a rail go
 * over the two trees of a double binary tree (BinaryTree), so that with n ranks in each of m
 * servers
 *
 *     NVLink:    S + S/n,      NIC:  2(m - 1)/m S/n on average, S/n with two servers
 *
 * per rank and direction.
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
