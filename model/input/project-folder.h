// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PROJECT_FOLDER_H
#define AI_FABRIC_PROJECT_FOLDER_H

#include <filesystem>

namespace ns3
{

/**
 * @return folder with the project's files at run time (examples/scenarios, examples/presets and
 * utils): in the installation of the running program (share/ai-fabric), else the source folder from
 * which it was built, else the installation for which the sources were configured
 */
std::filesystem::path GetProjectFolder();

} // namespace ns3

#endif // AI_FABRIC_PROJECT_FOLDER_H
