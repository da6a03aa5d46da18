// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "input-error.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>

namespace ns3
{

namespace
{

std::string
Compose(const std::string& file, uint64_t line, const std::string& key, const std::string& problem)
{
    std::string text = file;
    if (line > 0)
    {
        text += ":" + std::to_string(line);
    }
    text += ": ";
    if (!key.empty())
    {
        text += key + ": ";
    }
    return text + problem;
}

/** @return text without line breaks, which quoted input may contain */
std::string
OneLine(std::string text)
{
    for (char& c : text)
    {
        const bool control = static_cast<unsigned char>(c) < ' ' || c == '\x7f';
        c = control ? '?' : c;
    }
    return text;
}

[[noreturn]] void EndProgram();

/** Terminate handler for all other exceptions. */
const std::terminate_handler g_otherwise = std::set_terminate(&EndProgram);

/** Prints an uncaught InputError, which is the user's error, and ends without a core dump. */
[[noreturn]] void
EndProgram()
{
    if (const auto current = std::current_exception())
    {
        try
        {
            std::rethrow_exception(current);
        }
        catch (const InputError& error)
        {
            constexpr int BAD_INPUT = 2;
            std::cout.flush();
            std::cerr << error.what() << std::endl;
            std::fflush(nullptr);
            std::_Exit(BAD_INPUT);
        }
        catch (...)
        {
        }
    }
    if (g_otherwise)
    {
        g_otherwise();
    }
    std::abort();
}

} // namespace

InputError::InputError(const std::string& problem)
    : std::runtime_error(OneLine(problem))
{
}

InputError::InputError(const std::string& file,
                       uint64_t line,
                       const std::string& key,
                       const std::string& problem)
    : std::runtime_error(OneLine(Compose(file, line, key, problem)))
{
}

} // namespace ns3
