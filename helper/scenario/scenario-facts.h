// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_FACTS_H
#define AI_FABRIC_SCENARIO_FACTS_H

#include "scenario-value.h"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

struct FabricScenario;

/** A job of a scenario that has been built. */
struct JobFacts
{
    std::string name;            //!< name, unique in the scenario
    std::vector<uint32_t> hosts; //!< host indexes by rank; the target of an incast is last
};

/**
 * The facts of a built scenario, as text. A child process builds the scenario and writes them,
 * because ns-3 keeps its state in globals; its parent decides which runs follow.
 */
struct ScenarioFacts
{
    ScenarioValue scenario;           //!< every attribute in effect, see WriteConfiguration()
    std::vector<std::string> fabrics; //!< labels of the fabrics
    std::vector<JobFacts> jobs;       //!< in the order of the workloads

    /** @param out gets the facts as JSON @param scenario the scenario that has been built */
    static void Write(std::ostream& out, const FabricScenario& scenario);

    /** @param text written by Write() @return the facts */
    static ScenarioFacts Read(const std::string& text);
};

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_FACTS_H
