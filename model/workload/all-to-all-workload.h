// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ALL_TO_ALL_WORKLOAD_H
#define AI_FABRIC_ALL_TO_ALL_WORKLOAD_H

#include "fabric-workload.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Every host sends a message to every other one, all at the same time.
 *
 * Rank r of n posts its messages in the order r + 1, r + 2, ... r + n - 1 (modulo n), so that no
 * two ranks send to one receiver first. Rated like alltoall of nccl-tests, where every rank also
 * has a part for itself:
 *     bytes = n * Bytes,   busFactor = (n - 1) / n
 */
class AllToAllWorkload final : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;

    uint64_t m_bytes; //!< bytes per pair and direction
};

} // namespace ns3

#endif // AI_FABRIC_ALL_TO_ALL_WORKLOAD_H
