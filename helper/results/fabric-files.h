// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_FILES_H
#define AI_FABRIC_FABRIC_FILES_H

#include "fabric-result.h"

#include "ns3/scenario.h"

#include <filesystem>

namespace ns3
{

/** The folder in which the files of one fabric in one draw wait until they are complete. */
struct ResultStage
{
    std::filesystem::path folder; //!< folder of all files below

    /** @return the folder of tables that have rows of all fabrics, each with a heading */
    std::filesystem::path GetTables() const
    {
        return folder / "tables";
    }

    /** @return the folder of files for this fabric alone */
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
 * @param stage stage that gets the files
 * @param scenario scenario that was simulated
 * @param result result of the fabric
 * @throw WriteError if a file cannot be written
 */
void WriteFabricFiles(const ResultStage& stage,
                      const FabricScenario& scenario,
                      const FabricResult& result);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_FILES_H
