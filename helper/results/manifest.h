// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MANIFEST_H
#define AI_FABRIC_MANIFEST_H

#include "fabric-summary.h"

#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** What a manifest says besides the configuration. */
struct ManifestState
{
    bool complete{false};           //!< nothing is missing
    std::string reason;             //!< why not, if it is known
    std::vector<std::string> files; //!< of the run, by path within the folder; folders end in '/'
    std::vector<FabricSummary> results; //!< those that are there
};

/** @return the version of this module and that of ns-3, as in "ai-fabric 1.0.0, ns-3 3.37" */
std::string GetVersionLine();

/**
 * Writes manifest.json.
 *
 * @param out the file
 * @param scenario what is simulated
 * @param options of the command line
 * @param seeds of the draws that the folder has
 * @param state how far it has come
 */
void WriteManifest(std::ostream& out,
                   const FabricScenario& scenario,
                   const RunOptions& options,
                   const std::vector<uint32_t>& seeds,
                   const ManifestState& state);

} // namespace ns3

#endif // AI_FABRIC_MANIFEST_H
