// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_ESTIMATE_H
#define AI_FABRIC_RUN_ESTIMATE_H

#include "ns3/fabric-build.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <cstddef>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-scenario
 * Estimate of the run of a fabric, before it runs.
 *
 * Packets are counted from the graphs of its jobs, times the number of their runs:
 *
 *     packet-hops          = sum over networks of PacketLoad::GetHops()
 *     seconds              = sum over packet-hops, messages, hosts and fabrics of the cost of each,
 *                            on a machine as fast as this one is at present
 *     memory               = memory of the process after building, plus messages, pairs of hosts
 *                            with queue pairs and spans of nodes of the run
 *
 * If the run ends at a given time, packets are reduced to the share of that time in the ideal
 * duration of the job. Work that a job repeats after a failure is not counted.
 *
 * The estimate is a lower bound if the traffic depends on events: retransmissions of a lossy
 * fabric, background traffic, jobs with a driver. It is an upper bound if buffers may come to wait
 * for each other in a ring. In these cases a copy of the process runs the beginning (RunPilot()).
 * If the pilot reaches the end, its cost is the estimate. If not, with B bytes of the jobs
 * acknowledged by then:
 *
 *     packet-hops          = packet-hops so far * f
 *     seconds              = time of building + seconds so far * f
 *     f                    = bytes of all jobs / B, or if that is less the time at which the run is
 *                            to end / the time so far
 *
 * which assumes that the network continues as it begins: each packet is sent as often, and the
 * ratio of background traffic to bytes of the jobs stays.
 */
struct RunEstimate
{
    double packetHops{0}; //!< hops of data and answers, as FabricStatistics counts them; including
                          //!< NVLink
    double seconds{0};    //!< time of one core of this machine, without the start of the program
    double memoryMb{0};   //!< largest memory of the process in MB
    bool goesOn{false};   //!< true: assumes that the network continues as it begins
    std::string more;     //!< reason why more may be sent than is known before; empty: none
    bool skips{false};    //!< true: fast-forward may leave out a part of it

    /** Adds a later run of the same process. @param next estimate of that run */
    void Add(const RunEstimate& next);

    /**
     * @param times number of runs, each in a process of its own
     * @param workers number of processes at once
     * @return estimate of all runs
     */
    RunEstimate Repeat(size_t times, size_t workers) const;

    /**
     * Measures the speed of this machine, unless that is done.
     *
     * @return the estimate in words, such as "12.3 million packet-hops, 9 s, 87 MB"
     */
    std::string Describe() const;
};

/**
 * @ingroup ai-fabric-scenario
 * Estimates the run of a built fabric in some milliseconds: it walks the paths of about a thousand
 * messages of each job to learn the mean length of paths.
 *
 * If the messages do not tell the cost (see RunEstimate), a pilot runs the beginning: with
 * --estimate for RunOptions::pilotSeconds, and before a long run for a fifth of the estimated time,
 * at most RunOptions::pilotSeconds.
 *
 * @param scenario scenario to run
 * @param fabric index of one of its fabrics
 * @param built that fabric, at time 0
 * @param options options of the command line
 * @param deadlock result of FindPossibleDeadlocks() for the fabric
 * @return estimate of its run
 * @throw RunInterrupted if a signal has ended it
 */
RunEstimate EstimateRun(const FabricScenario& scenario,
                        size_t fabric,
                        const BuiltFabric& built,
                        const RunOptions& options,
                        const std::string& deadlock);

/** @param options options of the command line @return true if an estimate would be printed */
bool WantsEstimate(const RunOptions& options);

/**
 * Prints on a terminal the estimate of a run, unless the run is short.
 *
 * @param estimate estimate of the run
 * @param options options of the command line; nothing is printed without WantsEstimate()
 */
void SayEstimate(const RunEstimate& estimate, const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_RUN_ESTIMATE_H
