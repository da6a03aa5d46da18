// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BINARY_TREE_H
#define AI_FABRIC_BINARY_TREE_H

#include "collective-builder.h"
#include "rank-layout.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * A binary tree of all ranks: a tree of the servers, and in each server a chain of its ranks.
 *
 * Servers are numbered 0 ... m - 1 and 0 is the root. With b the lowest bit that is set in i > 0,
 *
 *     parent(i) = (i - b) | 2 b     if that is below m, otherwise i - b
 *
 * so that odd numbers are leaves and 2^k has children at a distance of 2^(k - 1): the in-order tree
 * of Sanders, Speck and Traff, Parallel Comput. 35 (2009). In the second tree server i has the
 * place of m - 1 - i if m is even, and of i - 1 (modulo m) if m is odd. Leaves of one tree are then
 * inner nodes of the other, except the root of one tree.
 *
 * The chain of a server leads up to its head, a different rank for each channel.
 */
class BinaryTree
{
  public:
    /**
     * @param layout layout of the ranks
     * @param channel channel number; modulo the ranks of a server it is the place of the head
     * @param second true for the second of two trees
     */
    BinaryTree(const RankLayout& layout, uint32_t channel, bool second = false);

    /**
     * Creates a tree without chains.
     *
     * @param ranks ranks, one per server
     * @param second true for the second of two trees
     */
    explicit BinaryTree(const std::vector<uint32_t>& ranks, bool second = false);

    /**
     * @param builder receives the messages of the sums up and of the result down
     * @param chunk number of the chunk
     */
    void AllReduce(CollectiveBuilder& builder, uint32_t chunk) const
    {
        AllReduce(builder, {*this}, chunk);
    }

    /**
     * All-reduce in several trees of the same ranks at once, level by level.
     *
     * @param builder receives the messages of the sums up and of the results down
     * @param trees trees of the same ranks
     * @param firstChunk chunk of the first tree; the other trees use the chunks after it
     */
    static void AllReduce(CollectiveBuilder& builder,
                          const std::vector<BinaryTree>& trees,
                          uint32_t firstChunk);

  private:
    /** A rank and its parent. */
    struct Edge
    {
        uint32_t child;
        uint32_t parent;
    };

    /**
     * Adds the edges between the heads of servers.
     *
     * @param heads heads by number of the server
     * @param second true for the second tree
     */
    void AddTree(const std::vector<uint32_t>& heads, bool second);

    std::vector<Edge> m_edges; //!< edges of a child's children before its own edge
};

} // namespace ns3

#endif // AI_FABRIC_BINARY_TREE_H
