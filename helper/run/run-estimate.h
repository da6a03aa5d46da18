// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_ESTIMATE_H
#define AI_FABRIC_RUN_ESTIMATE_H

#include "ns3/fabric-build.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"
#include "ns3/traffic-notice.h"

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
 * An end at a given time cuts packets down to the share of it in the ideal duration of the job.
 * What a job does again after a failure is not counted.
 *
 * That is a lower bound where what is sent depends on what happens: retransmissions of a lossy
 * fabric, background traffic, jobs with a driver of which nobody knows what it will do. It is an
 * upper bound where buffers may come to wait for each other in a ring. Of these a copy of the
 * process runs the beginning (RunPilot()). If it comes to the end, what it took is the estimate.
 * If not, with B bytes of the jobs acknowledged by then:
 *
 *     packet-hops          = those so far * f
 *     seconds              = what building takes + those so far * f
 *     f                    = bytes of all jobs / B, or if that is less the time at which the run is
 *                            to end / the time so far
 *
 * which takes for granted that the network goes on as it begins: a packet is sent as often, and
 * background traffic has as much beside a byte of the jobs.
 */
struct RunEstimate
{
    double packetHops{0}; //!< of data and answers, as FabricStatistics counts them; NVLink's too
    double seconds{0};    //!< of one core of the machine that the costs are of, without its start
    double memoryMb{0};   //!< most that the process will have
    bool goesOn{false};   //!< true: if the network goes on as it begins
    std::string more;     //!< why more may be sent than is known before; empty: it is not so

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
 * that it takes milliseconds. Where that does not tell, --estimate runs the beginning for
 * RunOptions::pilotSeconds, and a run that is going to be long for a fifth of the time that it
 * takes at least, and no more than those.
 *
 * @param scenario what is to be run
 * @param fabric index of one of its fabrics
 * @param built that fabric, at time 0
 * @param options of the command line
 * @param deadlock what FindPossibleDeadlocks() says of the fabric
 * @return what it takes
 * @throw RunInterrupted if a signal has ended it
 */
RunEstimate EstimateRun(const FabricScenario& scenario,
                        size_t fabric,
                        const BuiltFabric& built,
                        const RunOptions& options,
                        const std::string& deadlock);

/** @param options of the command line @return whether anybody would be told of an estimate */
bool WantsEstimate(const RunOptions& options);

/**
 * Says on a terminal what a run will take, if it is not short.
 *
 * @param estimate of the run
 * @param options of the command line; nothing is said without WantsEstimate()
 */
void SayEstimate(const RunEstimate& estimate, const RunOptions& options);

/**
 * @ingroup ai-fabric-scenario
 * While it exists stderr is told now and then what the program does and what is known so far of the
 * estimate that it works on: for the first time after a second and a half, so that there is an
 * answer within two seconds whatever the size.
 *
 *     estimate: at least 746 million packet-hops, 150 s; building job 0, 6 s so far
 *
 * What is known is a bound: first what jobs say of their messages before their graphs are made,
 * then the graphs, over two links each; see SayBound(). A handler of SIGALRM writes it.
 */
class EstimateProgress
{
  public:
    EstimateProgress();
    ~EstimateProgress();

    EstimateProgress(const EstimateProgress&) = delete;
    EstimateProgress& operator=(const EstimateProgress&) = delete;

    /** @param scenario that has its graphs: what all its fabrics take at least, with one seed */
    static void Know(const FabricScenario& scenario);
};

/**
 * Says on stderr, before the graph of a job is made, what it takes if each of its messages goes
 * over two links in packets of 4096 B, inside servers of 16 KiB. Nothing is said of a job that
 * takes less than some seconds.
 *
 * @param job its name
 * @param count bytes and messages that it sends at least
 * @return whether anything was said
 */
bool SayBound(const std::string& job, const TrafficNotice::Count& count);

/** @return megabytes of memory that this process has; 0 if the system does not say */
double GetMemoryMb();

} // namespace ns3

#endif // AI_FABRIC_RUN_ESTIMATE_H
