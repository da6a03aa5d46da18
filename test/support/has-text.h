// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HAS_TEXT_H
#define AI_FABRIC_HAS_TEXT_H

#include <gtest/gtest.h>
#include <string>

namespace ns3
{

/** @return whether a text has a part; an expectation that fails shows both */
inline testing::AssertionResult
Has(const std::string& text, const std::string& part)
{
    const bool found = text.find(part) != std::string::npos;
    return (found ? testing::AssertionSuccess() : testing::AssertionFailure())
           << '"' << part << (found ? "\" is in:\n" : "\" is not in:\n") << text;
}

/** @return whether a text has a start; an expectation that fails shows both */
inline testing::AssertionResult
Begins(const std::string& text, const std::string& start)
{
    const bool begins = text.rfind(start, 0) == 0;
    return (begins ? testing::AssertionSuccess() : testing::AssertionFailure())
           << '"' << start << (begins ? "\" is the start of:\n" : "\" is not the start of:\n")
           << text;
}

} // namespace ns3

#endif // AI_FABRIC_HAS_TEXT_H
