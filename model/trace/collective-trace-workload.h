// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_TRACE_WORKLOAD_H
#define AI_FABRIC_COLLECTIVE_TRACE_WORKLOAD_H

#include "trace-workload.h"

#include "ns3/collective-library.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * A trace that names collectives but not their messages: an attribute for each operation names its
 * algorithm.
 */
class CollectiveTraceWorkload : public TraceWorkload
{
  public:
    /** @return the TypeId, with the attributes AllReduce, AllGather, ReduceScatter and AllToAll */
    static TypeId GetTypeId();

  protected:
    /**
     * @param tid TypeId of a kind of trace that can also name broadcasts, reductions, gathers,
     *         scatters and barriers
     * @return tid with the attributes of these operations
     */
    static TypeId AddRootedOperations(TypeId tid);

    /**
     * @param hosts all hosts
     * @param hostOfRank host index by rank of the job
     * @return library that makes the graphs of the trace's collectives
     * @throw InputError if an attribute is not a CollectiveAlgorithm
     */
    CollectiveLibrary MakeTraceLibrary(const HostMap& hosts,
                                       const std::vector<uint32_t>& hostOfRank) const
    {
        return MakeLibrary(m_collectives, hosts, hostOfRank);
    }

  private:
    CollectiveChoices m_collectives;
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_TRACE_WORKLOAD_H
