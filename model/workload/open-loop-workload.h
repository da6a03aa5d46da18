// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPEN_LOOP_WORKLOAD_H
#define AI_FABRIC_OPEN_LOOP_WORKLOAD_H

#include "fabric-workload.h"
#include "flow-size-distribution.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Flows that start at given times, whatever became of earlier flows.
 *
 * Flows start for Duration or until there are Flows of them, whichever comes first. Each flow is a
 * message on a channel, and thus a queue pair, of its own unless the subclass says otherwise. Load
 * is offered payload over the rate of the links: headers come on top.
 */
class OpenLoopWorkload : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /** Throws if neither Duration nor Flows is set. */
    void CheckEnd() const;

    /**
     * @param meanGapPs mean time from one flow to the next, in ps
     * @return time during which flows start, in ps: Duration, or the time until there are Flows of
     *         them
     */
    double GetLastsPs(double meanGapPs) const;

    /**
     * Throws if there are more flows than the memory holds, before the first one is made.
     *
     * @param meanGapPs mean time from one flow to the next, in ps
     */
    void RequireFlows(double meanGapPs) const;

    /**
     * @param flows number of flows made already
     * @param timePs start of the next flow after the start of the job, in ps
     * @return true if that flow is to be made: neither Duration nor Flows is used up
     */
    bool Wants(uint64_t flows, double timePs) const;

    /**
     * Adds a flow; throws if the graph gets too large.
     *
     * @param job job that gets the flow
     * @param from rank that sends
     * @param to rank that receives
     * @param bytes size of the flow, at least 1
     * @param timePs start after the start of the job, in ps
     * @param channel channel of the flow
     * @return the numbers of its SEND and its RECV
     */
    std::pair<uint32_t, uint32_t> AddFlow(FabricJob& job,
                                          uint32_t from,
                                          uint32_t to,
                                          uint64_t bytes,
                                          double timePs,
                                          uint32_t channel) const;

    /** @return rate of each rank's host in bit/s; the last entry is the sum */
    static std::vector<double> GetRates(const FabricJob& job, const HostMap& hosts);

    /**
     * @param sizes value of the attribute Sizes
     * @param file value of the attribute SizesFile
     * @return distribution of sizes that they select
     */
    FlowSizeDistribution LoadSizes(const std::string& sizes, const std::string& file) const;

    /**
     * Throws InputError if the load is not above 0.
     *
     * @param attribute name of the attribute
     * @param load value of the attribute
     */
    void CheckLoad(const char* attribute, double load) const;

  private:
    Time m_duration;  //!< time during which flows start; 0: no limit
    uint64_t m_flows; //!< number of flows; 0: no limit
};

} // namespace ns3

#endif // AI_FABRIC_OPEN_LOOP_WORKLOAD_H
