// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "internet-library.h"

#include "class-library.h"

#include "ns3/input-error.h"
#include "ns3/type-id.h"

#include <filesystem>
#include <string>
#include <system_error>

namespace ns3
{

void
LoadInternetLibrary()
{
    TypeId tid;
    if (TypeId::LookupByNameFailSafe("ns3::InternetProtocols", &tid))
    {
        return;
    }
    namespace fs = std::filesystem;
    std::error_code error;
    const auto folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    const fs::path name = "ai-fabric-internet.so";
    auto file = folder / name;
#ifdef AI_FABRIC_LIBRARY_DIR
    if (!fs::exists(file, error))
    {
        file = (folder / AI_FABRIC_LIBRARY_DIR / name).lexically_normal();
    }
#endif
    if (!fs::exists(file, error))
    {
        throw InputError(file.string(),
                         0,
                         "",
                         "is missing, but the runner needs it for ns-3's own protocols; expected "
                         "it there, or in the folder of the runner");
    }
    LoadClassLibrary(file.string());
}

} // namespace ns3
