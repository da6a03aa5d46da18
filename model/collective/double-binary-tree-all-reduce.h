// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DOUBLE_BINARY_TREE_ALL_REDUCE_H
#define AI_FABRIC_DOUBLE_BINARY_TREE_ALL_REDUCE_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce over two binary trees, each with half of the bytes.
 *
 * Sanders, Speck and Traff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
 * Parallel Comput. 35 (2009), as in NCCL from 2.4 on. A leaf of one tree is an inner node of the
 * other, see BinaryTree, so that all links are used in both directions. In total 2 (n - 1) S bytes
 * are sent. If each rank has its own server, and with a single slice,
 *
 *     T = 2 ((L - 1) (a + S/B) + a + S/(2 B)) - e S/(2 B)     with L = ceil(log2(n))
 *
 * with a the latency of a message and B the rate of the links, without reductions, and e as in
 * BinaryTreeAllReduce. That is the time of one tree with half of the bytes, because the two trees
 * do not disturb each other. On the way up leaves have finished when their parents send. On the way
 * down a parent of two sends to each at half the rate of the link, so a rank can receive from two
 * of them at the same time. With slices the levels work at the same time, and T approaches 2 S/B.
 *
 * With several ranks in a server the chains of channel c of C have their heads on rail c in the
 * first tree and on rail C + c in the second, modulo the rails. With as many channels as rails
 * every NIC serves both trees: a server sends at most 2 S bytes, S/2 up in each tree and S down in
 * one, and each of its NICs an equal share.
 */
class DoubleBinaryTreeAllReduce final : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_turnBytes; //!< shortest message that waits for its turn
};

} // namespace ns3

#endif // AI_FABRIC_DOUBLE_BINARY_TREE_ALL_REDUCE_H
