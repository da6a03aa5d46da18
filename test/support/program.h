// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_PROGRAM_H
#define AI_FABRIC_PROGRAM_H

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <sys/wait.h>

namespace ns3
{

/** How a program ended. */
struct ProgramResult
{
    int status;       //!< of its exit, -1 if it did not exit by itself
    std::string text; //!< its standard output
};

/** @param command of the shell; its standard error goes where it says @return how it ended */
inline ProgramResult
RunProgram(const std::string& command)
{
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe)
    {
        throw std::runtime_error("cannot run " + command);
    }
    ProgramResult result{-1, ""};
    std::array<char, 4096> chunk;
    while (const size_t got = std::fread(chunk.data(), 1, chunk.size(), pipe))
    {
        result.text.append(chunk.data(), got);
    }
    const int status = pclose(pipe);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

} // namespace ns3

#endif // AI_FABRIC_PROGRAM_H
