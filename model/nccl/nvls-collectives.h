// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NVLS_COLLECTIVES_H
#define AI_FABRIC_NVLS_COLLECTIVES_H

#include "ns3/chunked-collective.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-nccl
 * An all-reduce in which NVSwitches reduce and multicast (NVIDIA's NVLink SHARP; NCCL's NVLS).
 *
 * Each of the n ranks of a server owns a shard of S/n bytes, in steps of at most StepBytes per
 * channel:
 *
 *     reduce      the switch collects the step from all ranks, the owner gets the sum
 *                 (PTX multimem.ld_reduce)
 *     broadcast   the owner sends the result once, the switch copies it to all ranks, the owner
 *                 included (PTX multimem.st)
 *
 * So NVLink carries S + S/n per rank and direction. Owners take turns by steps; each channel begins
 * with a different owner. The broadcasts of some steps overlap the reduces of later steps.
 *
 * The reduces of one server and channel form one group, and the broadcasts another. The members of
 * a group wait for each other in the order of the steps; groups of different channels do not wait
 * for each other. Bus bandwidth is defined as in nccl-tests, algbw 2(n - 1)/n with all ranks, and
 * so may exceed the rate of the links.
 */
class NvlsCollective : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param bytes size of the operation in bytes
     * @param owners number of owners that take turns
     * @return chunk sizes: one chunk per step and owner; the first step of all owners, then the
     * next
     */
    ChunkSizes DivideInSteps(uint64_t bytes, uint32_t owners) const;

    /** The groups of one server and channel. */
    struct Groups
    {
        CommunicationGraph::Group reduces;    //!< NVSwitches add up the data of all GPUs
        CommunicationGraph::Group broadcasts; //!< NVSwitches copy the data of one GPU to all GPUs
    };

    /**
     * @param ranks ranks of one server
     * @param channel channel of the algorithm
     * @return groups of the server and channel
     */
    static Groups MakeGroups(const std::vector<uint32_t>& ranks, uint32_t channel);

  private:
    uint64_t m_stepBytes; //!< bytes of a reduce or a broadcast, at least 1
};

/**
 * @ingroup ai-fabric-nccl
 * All-reduce by the NVSwitches of one server (NCCL's NVLS): each step is reduced to its owner,
 * which broadcasts the sum. Let B be the part of NVLink's rate that NVLS reaches. Then
 *
 *     time = S (1 + 1/n) / B
 *
 * where a ring moves 2(n - 1)/n S each way.
 */
class NvlsAllReduce final : public NvlsCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
};

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

#endif // AI_FABRIC_NVLS_COLLECTIVES_H
