// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "memory-limit.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/** @return number at the start of a file; nothing if there is none, such as for "max" */
std::optional<uint64_t>
ReadNumber(const std::string& path)
{
    std::ifstream file(path);
    uint64_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

/** @return rest of a limit; UINT64_MAX without a limit */
uint64_t
GetLeft(const std::optional<uint64_t>& limit, const std::optional<uint64_t>& used)
{
    return limit ? *limit - std::min(*limit, used.value_or(0)) : UINT64_MAX;
}

/** @return available memory of the machine */
uint64_t
GetMachineBytes()
{
    std::ifstream file("/proc/meminfo");
    std::string word;
    while (file >> word)
    {
        uint64_t kilobytes = 0;
        if (word == "MemAvailable:" && file >> kilobytes)
        {
            return kilobytes * 1024;
        }
    }
    return UINT64_MAX;
}

/** @return rest of the control group and of its parents */
uint64_t
GetControlGroupBytes()
{
    uint64_t left = GetLeft(ReadNumber("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
                            ReadNumber("/sys/fs/cgroup/memory/memory.usage_in_bytes"));
    std::ifstream file("/proc/self/cgroup");
    std::string line;
    while (std::getline(file, line))
    {
        if (line.rfind("0::", 0) != 0)
        {
            continue;
        }
        for (std::string group = line.substr(3);;)
        {
            const std::string folder = "/sys/fs/cgroup" + group;
            left = std::min(left,
                            GetLeft(ReadNumber(folder + "/memory.max"),
                                    ReadNumber(folder + "/memory.current")));
            const size_t slash = group.rfind('/');
            if (slash == std::string::npos)
            {
                break;
            }
            group.erase(slash);
        }
    }
    return left;
}

/** @return rest of the limit of address space */
uint64_t
GetAddressBytes()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    {
        return UINT64_MAX;
    }
    const uint64_t pages = ReadNumber("/proc/self/statm").value_or(0);
    return GetLeft(limit.rlim_cur, pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)));
}

} // namespace

uint64_t
GetAvailableMemoryBytes()
{
    return std::min({GetMachineBytes(), GetControlGroupBytes(), GetAddressBytes()});
}

std::string
DescribeMemoryShortage(double bytes)
{
    const auto available = static_cast<double>(GetAvailableMemoryBytes());
    if (bytes <= available)
    {
        return "";
    }
    char text[100];
    std::snprintf(text,
                  sizeof(text),
                  "%.1f GB of memory, and %.1f GB are available",
                  bytes / 1e9,
                  available / 1e9);
    return text;
}

} // namespace ns3
