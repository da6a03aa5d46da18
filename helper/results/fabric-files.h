// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_FILES_H
#define AI_FABRIC_FABRIC_FILES_H

#include "fabric-result.h"

#include "ns3/scenario.h"

#include <filesystem>
#include <vector>

namespace ns3
{

/** The folder in which the files of one fabric in one draw wait until they are complete. */
struct ResultStage
{
    std::filesystem::path folder; //!< of all that follows

    /** @return the folder of tables that have rows of all fabrics, each with a heading */
    std::filesystem::path GetTables() const
    {
        return folder / "tables";
    }

    /** @return the folder of files that are this fabric's alone */
    std::filesystem::path GetOwn() const
    {
        return folder / "own";
    }

    /** @return the file of the summary, see SaveSummary() */
    std::filesystem::path GetSummary() const
    {
        return folder / "summary";
    }
};

/**
 * Writes the files of one fabric, see ResultFolder.
 *
 * @param stage where to
 * @param scenario what was simulated
 * @param results what became of the fabric: a list of one, as functions for tables take several
 * @throw WriteError
 */
void WriteFabricFiles(const ResultStage& stage,
                      const FabricScenario& scenario,
                      const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_FILES_H
