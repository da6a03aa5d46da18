// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_STANDING_H
#define AI_FABRIC_JOB_STANDING_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Progress of a job, of this process or over all processes.
 */
struct JobStanding
{
    bool isEverythingDone; //!< all nodes are complete
    bool waitsForTime;     //!< a node, the driver or the start waits for a time
    bool hasWorkInFlight;  //!< a node has started and not ended
    int64_t finishPs;      //!< end of the latest completed node, in ps; -1: none
    int64_t failedTicks;   //!< time of the first failed message; INT64_MAX: none

    /** @return progress over all processes, which call this at the same time between windows */
    JobStanding OverRanks() const;
};

/**
 * @ingroup ai-fabric-execution
 * @param ticks time of this process
 * @return latest time of all processes, which call this at the same time between windows
 */
int64_t GetLatestOverRanks(int64_t ticks);

} // namespace ns3

#endif // AI_FABRIC_JOB_STANDING_H
