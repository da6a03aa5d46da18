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
 * Flows that start when their time has come, whatever has become of those before.
 *
 * They go on for Duration or until there are Flows of them, whichever comes first. Each is a
 * message on a channel, and thus a queue pair, of its own unless the subclass says otherwise. Load
 * is payload offered over the rate of the links: headers come on top.
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
     * @param meanGapPs from one flow to the next, mean
     * @return for how long flows start, in picoseconds: Duration, or until there are Flows of them
     */
    double GetLastsPs(double meanGapPs) const;

    /**
     * Throws if there are more flows than the memory holds, before the first one is made.
     *
     * @param meanGapPs from one flow to the next, mean
     */
    void RequireFlows(double meanGapPs) const;

    /**
     * @param flows there are already
     * @param timePs after the start of the job at which the next flow would begin
     * @return whether that flow is to be made: neither Duration nor Flows is used up
     */
    bool Wants(uint64_t flows, double timePs) const;

    /**
     * Adds a flow; throws if the graph gets too large.
     *
     * @param job gets it
     * @param from rank that sends
     * @param to rank that receives
     * @param bytes at least 1
     * @param timePs when it starts, after the start of the job
     * @param channel it is on
     * @return the numbers of its SEND and its RECV
     */
    std::pair<uint32_t, uint32_t> AddFlow(FabricJob& job,
                                          uint32_t from,
                                          uint32_t to,
                                          uint64_t bytes,
                                          double timePs,
                                          uint32_t channel) const;

    /** @return rate of each rank's host in bit/s, and the sum behind them */
    static std::vector<double> GetRates(const FabricJob& job, const HostMap& hosts);

    /**
     * @param sizes attribute Sizes
     * @param file attribute SizesFile
     * @return what they say
     */
    FlowSizeDistribution LoadSizes(const std::string& sizes, const std::string& file) const;

    /**
     * Throws InputError if it is not above 0.
     *
     * @param attribute name
     * @param load its value
     */
    void CheckLoad(const char* attribute, double load) const;

  private:
    Time m_duration;  //!< 0: without end
    uint64_t m_flows; //!< 0: without end
};

} // namespace ns3

#endif // AI_FABRIC_OPEN_LOOP_WORKLOAD_H
