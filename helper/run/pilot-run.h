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
 * What the beginning of a run has taken.
 */
struct PilotRun
{
    double packetHops{0};          //!< of data and answers, in all networks
    double seconds{0};             //!< CPU time of this machine, without building
    double memoryMb{0};            //!< of its process at its end
    uint64_t acknowledgedBytes{0}; //!< of all jobs
    Time time;                     //!< simulated
    bool ended{false};             //!< as the whole run would, there is no more
};

/**
 * Runs the beginning of what has been built, in a copy of this process, which knows nothing of it
 * afterwards. Nothing is written.
 *
 * @param scenario what is to be run
 * @param built one of its fabrics, at time 0
 * @param seconds of CPU time, at most, and as much again for the events of 10 simulated
 *        microseconds, which are not interrupted
 * @return what these took; nothing if that was not known in time, or memory is scarce
 * @throw RunInterrupted if a signal has ended it
 */
std::optional<PilotRun> RunPilot(const FabricScenario& scenario,
                                 const BuiltFabric& built,
                                 double seconds);

} // namespace ns3

#endif // AI_FABRIC_PILOT_RUN_H
