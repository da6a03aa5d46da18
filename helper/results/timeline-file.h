// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TIMELINE_FILE_H
#define AI_FABRIC_TIMELINE_FILE_H

#include "fabric-result.h"

#include "ns3/scenario.h"

#include <iosfwd>

namespace ns3
{

/**
 * Writes timeline-FABRIC.json: all recorded events in the JSON of Trace Event Format, which
 * Perfetto and chrome://tracing show. Times are microseconds with three decimals: the nearest
 * nanosecond.
 *
 * A process is a rank of a job, with a thread for each stream of its GPU and one for each kind of
 * communication, which is busy while any communication of the kind is in progress; messages and
 * waits for them are asynchronous slices of the process, because they overlap. Further processes
 * are "queue pairs" and "queues", with a counter for each that was sampled, "pauses", with a thread
 * for each port and priority that was paused, and "failures". The slices of a thread are written so
 * that they do not overlap, and the events of a thread or counter are in the order of their times.
 * Numbers of processes and threads begin at 1.
 *
 * @param out stream of the JSON file
 * @param result result of a fabric whose jobs and pauses were recorded
 * @param scenario scenario that was simulated
 */
void WriteTimeline(std::ostream& out, const FabricResult& result, const FabricScenario& scenario);

} // namespace ns3

#endif // AI_FABRIC_TIMELINE_FILE_H
