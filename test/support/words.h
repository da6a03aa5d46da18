// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WORDS_H
#define AI_FABRIC_WORDS_H

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

/** @param text words between blanks @return them */
inline std::vector<std::string>
Words(const std::string& text)
{
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

} // namespace ns3

#endif // AI_FABRIC_WORDS_H
