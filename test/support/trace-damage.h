// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRACE_DAMAGE_H
#define AI_FABRIC_TRACE_DAMAGE_H

#include "dice.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{

/**
 * Damages a file in many ways and has it read each time: cut anywhere, bytes replaced, a part left
 * out or doubled. Reading has to succeed or to throw InputError with one line.
 *
 * @param good what an intact file holds
 * @param read reads a text as that of a file
 * @param rounds how many files
 * @return how many were refused
 */
inline int
ReadDamaged(const std::string& good,
            const std::function<void(const std::string& text)>& read,
            int rounds)
{
    Dice dice(1);
    const auto below = [&dice](size_t count) { return dice(static_cast<uint32_t>(count)); };
    int refused = 0;
    for (int round = 0; round < rounds; ++round)
    {
        std::string text = good;
        const size_t place = below(text.size());
        const size_t length = 1 + below(std::min<size_t>(text.size() - place, 12));
        switch (round % 4)
        {
        case 0:
            text.resize(place);
            break;
        case 1:
            text[place] = static_cast<char>(dice(256));
            break;
        case 2:
            text.erase(place, length);
            break;
        default:
            text.insert(place, text.substr(place, length));
            break;
        }
        try
        {
            read(text);
        }
        catch (const InputError& error)
        {
            ++refused;
            const std::string message = error.what();
            EXPECT_EQ(message.find('\n'), std::string::npos) << message;
            EXPECT_LT(message.size(), 1000u) << message;
        }
    }
    return refused;
}

} // namespace ns3

#endif // AI_FABRIC_TRACE_DAMAGE_H
