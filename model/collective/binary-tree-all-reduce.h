// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_BINARY_TREE_ALL_REDUCE_H
#define AI_FABRIC_BINARY_TREE_ALL_REDUCE_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce up and down a binary tree.
 *
 * Sums go from the leaves to the root, the result back. The tree is that of BinaryTree, between
 * servers; within a server the ranks are a chain, as in NCCL. Each rank but the root sends S bytes
 * up, and each gets S bytes down: 2 (n - 1) S bytes in all. For n a power of two, each rank in a
 * server of its own and a single slice,
 *
 *     T = 2 ((log2(n) - 1) (a + 2 S/B) + a + S/B)
 *
 * with a the latency of a message and B the rate of the links, reductions apart: a parent's link
 * carries the messages of two children. With slices levels work at the same time, and T is between
 * 3 S/B, as three messages enter and leave an inner rank, and 4 S/B, if those up go first.
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
