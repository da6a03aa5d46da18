// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PROJECT_FOLDER_H
#define AI_FABRIC_PROJECT_FOLDER_H

#include <filesystem>

namespace ns3
{

/**
 * @return where what comes with the project is at run time: examples/scenarios, examples/presets
 *         and utils; in the installation that the running program belongs to (share/ai-fabric),
 *         else the folder of the sources that it was made from, else the installation that these
 *         were configured for
 */
std::filesystem::path GetProjectFolder();

} // namespace ns3

#endif // AI_FABRIC_PROJECT_FOLDER_H
