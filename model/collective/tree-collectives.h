// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TREE_COLLECTIVES_H
#define AI_FABRIC_TREE_COLLECTIVES_H

#include "chunked-collective.h"
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
class BinaryTreeAllReduce final : public AllReduceOperation<UndividedCollective<ChunkedCollective>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

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
};

/**
 * @ingroup ai-fabric-collective
 * Broadcast along a binomial tree in ceil(log2 n) steps.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). Ranks count from the root. With d the
 * powers of two below n, descending, each rank that has the data and is a multiple of 2 d sends
 *
 *     rank r  ->  rank r + d     (if r + d < n)
 *
 * one message after the other. In all (n - 1) S bytes are sent:
 *
 *     T = ceil(log2 n) (a + S/B)
 *
 * where a is the latency until the sender knows that the message has arrived, and B the rate of the
 * links. Good for short messages.
 */
class BinomialTreeBroadcast final : public BroadcastOperation<UndividedCollective<RootedCollective>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Reduction along a binomial tree in ceil(log2 n) steps: BinomialTreeBroadcast backwards.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). Ranks count from the root. With d = 1, 2, 4, ...
 * each multiple r of 2 d adds the data it receives,
 *
 *     rank r + d  ->  rank r     (if r + d < n)
 *
 * In all (n - 1) S bytes are sent:
 *
 *     T = ceil(log2 n) (a + S/B)     (less for other n than powers of two)
 *
 * with a the latency of a message and B the rate of the links, without reductions. Good for short
 * messages.
 */
class BinomialTreeReduce final : public ReduceOperation<UndividedCollective<RootedCollective>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Gather along a binomial tree in ceil(log2 n) steps.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). Ranks count from the root. With d = 1, 2, 4, ...
 * each multiple r of 2 d receives the chunks of a complete subtree in one message,
 *
 *     rank r + d  ->  rank r:  chunks r + d ... r + 2 d - 1, but none beyond n     (if r + d < n)
 *
 * For n a power of two n/2 log2(n) chunks are sent. With m = n - 2^(L - 1) the ranks of the last
 * subtree and L = ceil(log2(n)),
 *
 *     T = (floor(log2(m)) + 1) a + (n - 1)/n S/B     if L a < S/(n B)
 *
 * with a the latency of a message and B the rate of the links. For n a power of two that is log2(n)
 * a + (n - 1)/n S/B, with messages of any length. All data must enter the root. The link of the
 * root idles for a before each message whose sender had to wait for as many chunks as the root had
 * received before. It no longer idles when the last subtree is ready: its m chunks then share the
 * link and fill the gaps of the larger subtrees.
 *
 *     n                      2   3   4   5   6   7   8   9  10  11  12 ... 15  16  17
 *     floor(log2(m)) + 1     1   1   2   1   2   2   3   1   2   2   3 ...  3   4   1
 *
 * For short messages: fewer messages meet at the root than in DirectGather.
 */
class BinomialTreeGather final : public GatherOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Scatter along a binomial tree in ceil(log2 n) steps: BinomialTreeGather backwards.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). Ranks count from the root. With d the powers of
 * two below n, descending, each rank that is a multiple r of 2 d sends the chunks of a complete
 * subtree,
 *
 *     rank r  ->  rank r + d:  chunks r + d ... r + 2 d - 1, but none beyond n     (if r + d < n)
 *
 * one message after the other. For n a power of two, n/2 log2(n) chunks are sent, and
 *
 *     T = log2(n) a + (n - 1)/n S/B
 *
 * where a is the latency until the sender knows that the message has arrived, and B the rate of the
 * links. For short messages: the root sends fewer messages than in DirectScatter.
 */
class BinomialTreeScatter final : public ScatterOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_TREE_COLLECTIVES_H
