// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_ESTIMATE_H
#define AI_FABRIC_RUN_ESTIMATE_H

#include "ns3/fabric-build.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-scenario
 * What it takes to run a fabric, said before it runs.
 *
 * Packets are those of the graphs of its jobs, as often as these run:
 *
 *     packet-hops          = sum over networks of PacketLoad::GetHops()
 *     seconds              = sum over packet-hops, messages, hosts and fabrics of what one costs,
 *                            on a machine as fast as this one is just now
 *     memory               = what the process has once the fabric is built, and what messages,
 *                            pairs of hosts with queue pairs and spans of nodes add while it runs
 *
 * An end at a given time cuts packets down to the share of it in the ideal duration of the job. It
 * is a lower bound where what is sent depends on what happens: retransmissions of a lossy fabric,
 * background traffic, jobs with a driver of which nobody knows what it will do. What a job does
 * again after a failure is not counted.
 */
struct RunEstimate
{
    double packetHops{0}; //!< of data and answers, as FabricStatistics counts them; NVLink's too
    double seconds{0};    //!< of one core of the machine that the costs are of, without its start
    double memoryMb{0};   //!< most that the process will have
    bool whole{true};     //!< false: more may be sent than is known before

    /** Adds what runs after this one in the same process. @param next it */
    void Add(const RunEstimate& next);

    /**
     * @param times how often it runs, each time in a process of its own
     * @param workers how many of these at once
     * @return all of it
     */
    RunEstimate Repeat(size_t times, size_t workers) const;

    /** Measures how fast this machine is, if nobody has. @return it in words, such as "12.3 million
     * packet-hops, 9 s, 87 MB" */
    std::string Describe() const;
};

/**
 * @ingroup ai-fabric-scenario
 * Walks the paths of a thousand or so of the messages of each job to know how long paths are, so
 * that it takes milliseconds.
 *
 * @param scenario what is to be run
 * @param fabric index of one of its fabrics
 * @param built that fabric, at time 0
 * @return what it takes
 */
RunEstimate EstimateRun(const FabricScenario& scenario, size_t fabric, const BuiltFabric& built);

/** @param options of the command line @return whether anybody would be told of an estimate */
bool WantsEstimate(const RunOptions& options);

/**
 * Says on a terminal what a run will take, if it is not short.
 *
 * @param estimate of the run
 * @param options of the command line; nothing is said without WantsEstimate()
 */
void SayEstimate(const RunEstimate& estimate, const RunOptions& options);

/** @return megabytes of memory that this process has; 0 if the system does not say */
double GetMemoryMb();

} // namespace ns3

#endif // AI_FABRIC_RUN_ESTIMATE_H
