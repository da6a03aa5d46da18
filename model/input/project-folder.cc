// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "project-folder.h"

#include <system_error>

namespace ns3
{

namespace fs = std::filesystem;

fs::path
GetProjectFolder()
{
    std::error_code error;
    const auto program = fs::read_symlink("/proc/self/exe", error);
    const auto installed = program.parent_path().parent_path() / "share" / "ai-fabric";
    if (!error && fs::exists(installed, error))
    {
        return installed;
    }
    const auto sources = fs::path(__FILE__).parent_path().parent_path().parent_path();
#ifdef AI_FABRIC_DATA_DIR
    if (!fs::exists(sources, error))
    {
        return AI_FABRIC_DATA_DIR;
    }
#endif
    return sources;
}

} // namespace ns3
