// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRACE_WORKLOAD_H
#define AI_FABRIC_TRACE_WORKLOAD_H

#include "ns3/fabric-workload.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * A workload from a file that was recorded or generated.
 *
 * Rank r of the trace runs on the r-th host of Hosts. There may be more hosts than ranks; the
 * remaining hosts take no part.
 */
class TraceWorkload : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * Gives each rank its host and the job an empty graph of as many ranks.
     *
     * @param job job with its selected hosts
     * @param ranks number of ranks of the trace
     * @param file path of the trace, for the error if there are fewer hosts
     */
    static void PlaceRanks(FabricJob& job, uint32_t ranks, const std::string& file);

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const final;

    /**
     * Fills in the graph.
     *
     * @param job job as DoBuild() gets it; PlaceRanks() prepares it
     * @param hosts all hosts, not only those of the job
     * @param file path of the trace, not empty
     */
    virtual void DoLoad(FabricJob& job, const HostMap& hosts, const std::string& file) const = 0;

    std::string m_file; //!< path of the file
};

} // namespace ns3

#endif // AI_FABRIC_TRACE_WORKLOAD_H
