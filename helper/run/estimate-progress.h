// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ESTIMATE_PROGRESS_H
#define AI_FABRIC_ESTIMATE_PROGRESS_H

#include "ns3/scenario.h"
#include "ns3/traffic-notice.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-scenario
 * While an object of this class exists, stderr shows at intervals the activity of the program and
 * the present lower bound of the estimate: for the first time after a second and a half, so that
 * there is an answer within two seconds for any size.
 *
 *     estimate: at least 746 million packet-hops, 150 s; building job 0, 6 s so far
 *
 * The shown value is a bound: first from the message counts that jobs announce before their graphs
 * are made, then from the graphs, with two links for each message; see SayBound(). A handler of
 * SIGALRM writes it.
 */
class EstimateProgress
{
  public:
    EstimateProgress();
    ~EstimateProgress();

    EstimateProgress(const EstimateProgress&) = delete;
    EstimateProgress& operator=(const EstimateProgress&) = delete;

    /**
     * Sets the bound.
     *
     * @param scenario scenario with its graphs; the bound covers all its fabrics with one seed
     */
    static void Know(const FabricScenario& scenario);
};

/**
 * Prints on stderr, before the graph of a job is made, its cost if each of its messages takes two
 * links, in packets of 4096 B, inside servers of 16 KiB. Prints nothing for a job of less than some
 * seconds.
 *
 * @param job name of the job
 * @param count lower bound of its bytes and messages
 * @return true if anything was printed
 */
bool SayBound(const std::string& job, const TrafficNotice::Count& count);

} // namespace ns3

#endif // AI_FABRIC_ESTIMATE_PROGRESS_H
