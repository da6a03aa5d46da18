// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MANIFEST_H
#define AI_FABRIC_MANIFEST_H

#include "fabric-summary.h"
#include "run-options.h"

#include "ns3/scenario.h"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** State of a run in its manifest, besides the configuration. */
struct ManifestState
{
    bool complete{false};           //!< true: nothing is missing
    std::string reason;             //!< reason why the run is not complete, if known
    std::vector<std::string> files; //!< files of the run, by path within the folder; folders end in
                                    //!< '/'
    std::vector<FabricSummary> results; //!< results so far
};

/** @return version of this module and of ns-3, such as "ai-fabric 1.0.0, ns-3 3.37" */
std::string GetVersionLine();

/**
 * Writes manifest.json.
 *
 * @param out stream of the file
 * @param scenario scenario that is simulated
 * @param options options of the command line
 * @param seeds seeds of the draws in the folder
 * @param state state of the run
 */
void WriteManifest(std::ostream& out,
                   const FabricScenario& scenario,
                   const RunOptions& options,
                   const std::vector<uint32_t>& seeds,
                   const ManifestState& state);

} // namespace ns3

#endif // AI_FABRIC_MANIFEST_H
