// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "project-folder.h"

namespace ns3
{

std::filesystem::path
GetProjectFolder()
{
    return std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
}

} // namespace ns3
