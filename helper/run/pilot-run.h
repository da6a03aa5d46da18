// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PILOT_RUN_H
#define AI_FABRIC_PILOT_RUN_H

#include "ns3/fabric-build.h"
#include "ns3/scenario.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup ai-fabric-scenario
 * Cost of the beginning of a run.
 */
struct PilotRun
{
    double packetHops{0};          //!< hops of data and answers, in all networks
    double seconds{0};             //!< CPU time on this machine in seconds, without building
    double memoryMb{0};            //!< memory of its process at its end, in MB
    uint64_t acknowledgedBytes{0}; //!< acknowledged bytes of all jobs
    Time time;                     //!< simulated time
    bool ended{false};             //!< true: the whole run ended within the pilot
};

/**
 * Runs the beginning of a built fabric in a copy of this process, without any effect on this
 * process. Nothing is written.
 *
 * @param scenario scenario to run
 * @param built one of its fabrics, at time 0
 * @param seconds limit of CPU time in seconds; the same again for the events of 10 simulated
 *         microseconds, which are not interrupted
 * @return cost of the beginning; empty if it was not known in time, or memory is scarce
 * @throw RunInterrupted if a signal has ended it
 */
std::optional<PilotRun> RunPilot(const FabricScenario& scenario,
                                 const BuiltFabric& built,
                                 double seconds);

} // namespace ns3

#endif // AI_FABRIC_PILOT_RUN_H
