// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARP_COLLECTIVES_H
#define AI_FABRIC_SHARP_COLLECTIVES_H

#include "collective-algorithm.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * A collective that the network performs for all ranks as one group (NVIDIA SHARP).
 *
 * Small operations use a low-latency tree, whose requests carry little data, with few outstanding
 * requests. From StreamingBytes on operations use a streaming tree, which aggregates at line rate.
 * Operations longer than MaxMessageBytes are divided into several operations that differ by at most
 * one byte, which follow each other without a gap.
 */
class SharpCollective : public CollectiveAlgorithm
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param tid TypeId of a kind with data
     * @return the TypeId with the attributes StreamingBytes and MaxMessageBytes
     */
    static TypeId AddSizes(TypeId tid);

    /** @param tid TypeId of a kind with a root @return the TypeId with the attribute Root */
    static TypeId AddRoot(TypeId tid);

    /**
     * Adds the operations.
     *
     * @param graph graph of all ranks
     * @param operation operation of the network
     * @param bytes size of the operation; 0 for a barrier
     * @throw InputError if the root is not one of the ranks
     */
    void Aggregate(CommunicationGraph& graph, AggregationOperation operation, uint64_t bytes) const;

  private:
    CommunicationGraph DoBuild(const RankLayout& layout,
                               uint64_t bytes,
                               CollectiveData* data) const override;

    /**
     * @param graph graph of all ranks, which receives the operations
     * @param bytes size of the operation
     */
    virtual void DoAggregate(CommunicationGraph& graph, uint64_t bytes) const = 0;

    uint64_t m_streamingBytes{1};  //!< shortest operation on a streaming tree
    uint64_t m_maxMessageBytes{1}; //!< longest single operation
    uint32_t m_root{0};            //!< rank number of the root
};

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

/**
 * @ingroup ai-fabric-collective
 * Reduce in the network: every rank sends S bytes, and Root receives the sum, S bytes. The other
 * ranks receive packets without data, which signal that the result is on its way to the root.
 */
class SharpReduce final : public ReduceOperation<SharpCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAggregate(CommunicationGraph& graph, uint64_t bytes) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Broadcast in the network: Root sends S bytes once, and every other rank receives them. The other
 * ranks send packets without data, which signal that they are ready.
 */
class SharpBroadcast final : public BroadcastOperation<SharpCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAggregate(CommunicationGraph& graph, uint64_t bytes) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Barrier in the network: every rank sends one packet without data, and receives one when all have
 * sent theirs. The size of the collective has no effect; its bandwidths have no meaning.
 */
class SharpBarrier final : public BarrierOperation<SharpCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAggregate(CommunicationGraph& graph, uint64_t bytes) const override;
};

} // namespace ns3

#endif // AI_FABRIC_SHARP_COLLECTIVES_H
