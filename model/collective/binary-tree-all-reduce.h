// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BINARY_TREE_ALL_REDUCE_H
#define AI_FABRIC_BINARY_TREE_ALL_REDUCE_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce up and down a binary tree.
 *
 * Sums go from the leaves to the root, and the result returns. The tree is that of BinaryTree,
 * between servers; within a server the ranks are a chain, as in NCCL. Each rank except the root
 * sends S bytes up, and each receives S bytes down: 2 (n - 1) S bytes in total. If each rank has
 * its own server, and with a single slice,
 *
 *     T = 2 ((L - 1) (a + 2 S/B) + a + S/B) - e S/B     with L = ceil(log2(n))
 *
 * with a the latency of a message and B the rate of the links, without reductions: a parent's link
 * carries the messages of two children, the root has one child, number r = 2^(L - 1), and the left
 * subtree of that child is complete: L - 2 steps up and as many down. Missing nodes on the right
 * save e messages. If n is not a power of two, one message is saved on the way up: some parent
 * between r and the rightmost node, whose left subtrees are all complete, receives its right
 * child's message before the left child's message, or has no right child. If n = r + 1 > 2, one
 * message is saved on the way down: r has no right child.
 *
 *     n      2   3   4   5   6   7   8   9  10 ... 15  16  17
 *     e      0   2   0   2   1   1   0   2   1 ...  1   0   2
 *
 * With slices the levels work at the same time. T is then between 3 S/B, because three messages
 * enter and leave an inner rank, and 4 S/B, if the messages up go first.
 */
class BinaryTreeAllReduce final : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_BINARY_TREE_ALL_REDUCE_H
