// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NVLS_ALL_REDUCE_H
#define AI_FABRIC_NVLS_ALL_REDUCE_H

#include "nvls-collective.h"

namespace ns3
{

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

} // namespace ns3

#endif // AI_FABRIC_NVLS_ALL_REDUCE_H
