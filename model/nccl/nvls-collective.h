// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NVLS_COLLECTIVE_H
#define AI_FABRIC_NVLS_COLLECTIVE_H

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
 *     broadcast   the owner sends the result once, the switch copies it to all ranks, itself
 *                 included (PTX multimem.st)
 *
 * so that NVLink carries, per rank and direction, S + S/n. Owners take turns by steps, each channel
 * beginning with another one, and the broadcasts of some steps overlap the reduces of later ones.
 *
 * In a server the reduces of a channel are a group of their own, and so are its broadcasts: they
 * wait for each other in the order of the steps, and not for those of other channels. Bus bandwidth
 * is that of nccl-tests, algbw 2(n - 1)/n with all ranks, and so may exceed the rate of the links.
 */
class NvlsCollective : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param bytes of the operation
     * @param owners that take turns
     * @return a chunk per step and owner: those of the first step, by owner, then the next step's
     */
    ChunkSizes DivideInSteps(uint64_t bytes, uint32_t owners) const;

    /** The groups of one server and channel. */
    struct Groups
    {
        CommunicationGraph::Group reduces;    //!< NVSwitches add up what the GPUs hold
        CommunicationGraph::Group broadcasts; //!< NVSwitches give all GPUs what one holds
    };

    /**
     * @param ranks of one server
     * @param channel of the algorithm
     * @return its groups
     */
    static Groups MakeGroups(const std::vector<uint32_t>& ranks, uint32_t channel);

  private:
    uint64_t m_stepBytes; //!< of a reduce or a broadcast, at least 1
};

} // namespace ns3

#endif // AI_FABRIC_NVLS_COLLECTIVE_H
