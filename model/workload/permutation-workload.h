// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PERMUTATION_WORKLOAD_H
#define AI_FABRIC_PERMUTATION_WORKLOAD_H

#include "fabric-workload.h"

#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Every host sends one message and receives one, never from itself; all start at the same time.
 *
 * The permutation is drawn uniformly among those without a fixed point: uniform permutations are
 * drawn until one has none, e = 2.7 times on average.
 */
class PermutationWorkload final : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    PermutationWorkload();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    uint64_t m_bytes; //!< bytes per host
    Ptr<UniformRandomVariable> m_random;
};

} // namespace ns3

#endif // AI_FABRIC_PERMUTATION_WORKLOAD_H
