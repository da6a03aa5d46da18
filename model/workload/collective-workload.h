// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_WORKLOAD_H
#define AI_FABRIC_COLLECTIVE_WORKLOAD_H

#include "fabric-workload.h"

#include "ns3/object-factory.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * A collective operation, run once or several times in sequence.
 *
 * There is no barrier between iterations: a rank begins iteration i + 1 when it has completed its
 * own part of iteration i, whatever the others do.
 */
class CollectiveWorkload final : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;
    bool DoHasLaw() const override;
    void DoFold(FabricJob& job, const HostMap& hosts, const LawNetwork& network) const override;
    /**
     * Fills in all but the graph.
     *
     * @param job job with its hosts
     * @param hosts all hosts
     * @return graph of one operation
     */
    CommunicationGraph BuildOnce(FabricJob& job, const HostMap& hosts) const;

    ObjectFactory m_algorithm; //!< factory of a CollectiveAlgorithm
    uint64_t m_bytes;          //!< size as nccl-tests counts it
    uint32_t m_iterations;     //!< at least 1
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_WORKLOAD_H
