// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "report-page.h"

#include "ns3/project-folder.h"

#include <iostream>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

extern char** environ;

namespace ns3
{

std::string
MakeReport(const std::filesystem::path& folder, bool figure)
{
    std::vector<std::string> arguments{"python3",
                                       GetProjectFolder() / "utils" / "report.py",
                                       "--quiet"};
    if (figure)
    {
        arguments.emplace_back("--figure");
    }
    arguments.push_back(folder.string());
    std::vector<char*> argv;
    for (auto& argument : arguments)
    {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    pid_t child = 0;
    int status = 0;
    if (posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0)
    {
        std::cerr << "no report was written: 'python3 " << arguments[1] << ' ' << folder.string()
                  << "' failed\n";
    }
    const auto page = folder / "report.html";
    std::error_code ignored;
    return std::filesystem::exists(page, ignored) ? page.string() : std::string();
}

} // namespace ns3
