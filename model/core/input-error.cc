// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "input-error.h"

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

/** @return the text without what would make it more than one line, which quoted input may hold */
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
