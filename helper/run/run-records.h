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

/** What a scenario wants recorded while a fabric runs: pauses, queues and rates over time. */
class RunRecords
{
  public:
    /** @param scenario outlives it @param network of the fabric, before it runs; outlives it */
    RunRecords(const FabricScenario& scenario, const FabricNetwork& network);

    /** Begins what looks at times of its own. @param jobs whose queue pairs are told apart */
    void Start(const std::vector<Ptr<GraphExecutor>>& jobs);

    /** The run is over. @param result gets what went wrong in it, before its jobs are known */
    void FinishFaults(FabricResult& result);

    /** Ends all of it. @param result with faults and jobs; gets what else was recorded */
    void Finish(FabricResult& result);

    /** @return whether pauses are recorded */
    bool HasPauses() const
    {
        return m_pauses.has_value();
    }

    /** @return whether paths are recorded */
    bool HasPaths() const
    {
        return !m_paths.empty();
    }

  private:
    const FabricScenario& m_scenario;
    const FabricNetwork& m_network;
    FaultRecorder m_faults;
    std::optional<PauseRecorder> m_pauses; //!< none: they are not wanted
    std::vector<std::unique_ptr<PathRecorder>>
        m_paths; //!< of the network, its planes, north-south; or none
};

} // namespace ns3

#endif // AI_FABRIC_RUN_RECORDS_H
