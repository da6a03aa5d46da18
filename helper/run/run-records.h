// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_RECORDS_H
#define AI_FABRIC_RUN_RECORDS_H

#include "fault-recorder.h"

#include "ns3/fabric-network.h"
#include "ns3/fabric-result.h"
#include "ns3/graph-executor.h"
#include "ns3/path-recorder.h"
#include "ns3/pause-recorder.h"
#include "ns3/scenario.h"

#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/** The recorders that a scenario asks for: faults, pauses, paths, queues and rates over time. */
class RunRecords
{
  public:
    /**
     * @param scenario scenario; outlives this
     * @param network network of the fabric, before it runs; outlives this
     */
    RunRecords(const FabricScenario& scenario, const FabricNetwork& network);

    /** Starts the samplers. @param jobs jobs to which queue pairs are attributed */
    void Start(const std::vector<Ptr<GraphExecutor>>& jobs);

    /**
     * Ends the record of faults after the run.
     *
     * @param result gets the faults, before its jobs are known
     */
    void FinishFaults(FabricResult& result);

    /** Ends all records. @param result result with faults and jobs; gets all other records */
    void Finish(FabricResult& result);

    /** @return true if pauses are recorded */
    bool HasPauses() const
    {
        return m_pauses.has_value();
    }

    /** @return true if paths are recorded */
    bool HasPaths() const
    {
        return !m_paths.empty();
    }

  private:
    const FabricScenario& m_scenario;
    const FabricNetwork& m_network;
    FaultRecorder m_faults;
    std::optional<PauseRecorder> m_pauses; //!< empty: not requested
    std::vector<std::unique_ptr<PathRecorder>>
        m_paths; //!< for the network, its planes and north-south; or empty
};

} // namespace ns3

#endif // AI_FABRIC_RUN_RECORDS_H
