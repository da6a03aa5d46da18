// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "file-slug.h"

#include <cctype>

namespace ns3
{

std::string
Slug(const std::string& label)
{
    std::string slug;
    for (const char c : label)
    {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte))
        {
            slug += static_cast<char>(std::tolower(byte));
        }
        else if (!slug.empty() && slug.back() != '-')
        {
            slug += '-';
        }
    }
    return slug.empty() ? "fabric" : slug;
}

} // namespace ns3
