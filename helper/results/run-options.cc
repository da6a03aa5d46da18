// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-options.h"

#include <unistd.h>

namespace ns3
{

bool
RunOptions::ShowsProgress() const
{
    return !quiet && (progress || isatty(STDERR_FILENO));
}

std::string
RunOptions::GetCommandLine() const
{
    std::string line;
    for (const auto& argument : arguments)
    {
        line += (&argument == &arguments.front() ? "" : " ") + argument;
    }
    return line;
}

} // namespace ns3
