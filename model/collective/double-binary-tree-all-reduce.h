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
 * Parallel Comput. 35 (2009), as in NCCL from 2.4 on. A rank that is a leaf in one tree is an inner
 * one in the other, see BinaryTree, so that all links are used in both directions. In all 2 (n - 1)
 * S bytes are sent. Each rank in a server of its own and with a single slice,
 *
 *     T = 2 ((L - 1) (a + S/B) + a + S/(2 B)) - e S/(2 B)     with L = ceil(log2(n))
 *
 * with a the latency of a message and B the rate of the links, reductions apart, and e as in
 * BinaryTreeAllReduce. That is the time of one tree with half of the bytes, for the two are not in
 * each other's way: on the way up leaves are done when their parents send, and on the way down a
 * parent of two sends to each at half the rate of the link, so that a rank can hear two of them at
 * once. With slices levels work at the same time, and T approaches 2 S/B.
 *
 * With several ranks in a server the chains of channel c of C have their heads on rail c in the
 * first tree and on rail C + c in the second one, modulo the rails. With as many channels as rails
 * every NIC serves both trees: a server sends at most 2 S bytes, S/2 up in each tree and S down in
 * one, and each of its NICs an equal share of that.
 */
class DoubleBinaryTreeAllReduce final : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_turnBytes; //!< of messages that wait for their turn, at least
};

} // namespace ns3

#endif // AI_FABRIC_DOUBLE_BINARY_TREE_ALL_REDUCE_H
