// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_NVLS_ALL_REDUCE_H
#define AI_FABRIC_NVLS_ALL_REDUCE_H

#include "chunked-collective.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce by the NVSwitches of one server (NVIDIA's NVLink SHARP; NCCL's NVLS).
 *
 * Each of the n ranks owns a shard of S/n bytes, in steps of at most StepBytes per channel:
 *
 *     reduce      the switch collects the step from all ranks, the owner gets the sum
 *                 (PTX multimem.ld_reduce)
 *     broadcast   the owner sends the sum once, the switch copies it to all ranks, itself included
 *                 (PTX multimem.st)
 *
 * so that per rank
 *
 *     up:  S + S/n,     down:  S/n + S,     time = S (1 + 1/n) / B
 *
 * where a ring moves 2(n - 1)/n S each way, with B what NVLS reaches of NVLink's rate. Owners take
 * turns by steps, and the broadcasts of some steps overlap the reduces of later ones, which is what
 * fills both directions; a step is all that is not overlapped.
 *
 * The reduces are a group of their own, of channel 0, and so are the broadcasts, of channel 1.
 * Channels of the algorithm share them. Bus bandwidth is that of nccl-tests, algbw 2(n - 1)/n, and
 * so may exceed the rate of NVLink.
 */
class NvlsAllReduce final : public ChunkedCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
    double DoGetBusFactor(uint32_t ranks) const override;

    uint64_t m_stepBytes; //!< of a reduce or a broadcast, at least 1
};

} // namespace ns3

#endif // AI_FABRIC_NVLS_ALL_REDUCE_H
