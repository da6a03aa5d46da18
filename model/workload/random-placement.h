// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANDOM_PLACEMENT_H
#define AI_FABRIC_RANDOM_PLACEMENT_H

#include "rank-placement.h"

#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Places ranks on hosts drawn at random, each arrangement with the same probability: a cluster
 * after long use.
 */
class RandomPlacement final : public RankPlacement
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    RandomPlacement();

  private:
    std::vector<uint32_t> DoOrder(const HostMap& hosts,
                                  std::vector<uint32_t> candidates) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    Ptr<UniformRandomVariable> m_random;
};

} // namespace ns3

#endif // AI_FABRIC_RANDOM_PLACEMENT_H
