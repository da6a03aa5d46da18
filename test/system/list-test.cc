// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// --list of a type, of a role, and of what has a word.

#include "run-program.h"

#include <gtest/gtest.h>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/** @return the types that a reference has, as it spells them */
std::vector<std::string>
GetTypes(const std::string& reference)
{
    std::vector<std::string> types;
    const std::regex head("\\n  \"([^\"]*)\" \\(ns3::[A-Za-z0-9]*\\)\\n");
    for (std::sregex_iterator i(reference.begin(), reference.end(), head), end; i != end; ++i)
    {
        types.push_back((*i)[1]);
    }
    return types;
}

TEST(List, OneType)
{
    for (const std::string name : {"dcqcn", "Dcqcn", "ns3::Dcqcn"})
    {
        const auto one = RunDraws("--list " + name);
        EXPECT_EQ(one.status, 0) << one.text;
        EXPECT_EQ(GetTypes(one.text), std::vector<std::string>{"dcqcn"}) << one.text;
        EXPECT_TRUE(Has(one.text, "    increaseTimer = "));
    }
    // A class that no scenario names has trace sources all the same.
    const auto traces = RunDraws("--list RdmaQueuePair");
    EXPECT_EQ(traces.status, 0);
    EXPECT_TRUE(Begins(traces.text, "\ntraces\n\n  ns3::RdmaQueuePair\n    "));
}

TEST(List, OneRole)
{
    const auto role = RunDraws("--list congestion-control");
    EXPECT_EQ(role.status, 0);
    EXPECT_TRUE(Begins(role.text, "congestionControl\n"));
    const auto types = GetTypes(role.text);
    EXPECT_GT(types.size(), 5u);
    // The whole reference has the same types of that role.
    const auto all = RunDraws("--list").text;
    const auto begin = all.find("\ncongestionControl\n");
    ASSERT_NE(begin, std::string::npos);
    const std::string rest = all.substr(begin + 1);
    std::smatch next;
    const std::regex nextRole("\\n\\n[a-z]");
    ASSERT_TRUE(std::regex_search(rest, next, nextRole));
    const auto length = static_cast<size_t>(next.position());
    EXPECT_EQ(GetTypes(rest.substr(0, length + 1)), types);
}

TEST(List, Words)
{
    const auto found = RunDraws("--list --search watchdog");
    EXPECT_EQ(found.status, 0);
    EXPECT_FALSE(GetTypes(found.text).empty());
    EXPECT_LT(GetTypes(found.text).size(), GetTypes(RunDraws("--list").text).size());
    // Every attribute has the word in its two or three lines.
    const std::regex attribute("\\n    [a-z][A-Za-z0-9]* = .*\\n        .*");
    for (std::sregex_iterator i(found.text.begin(), found.text.end(), attribute), end; i != end;
         ++i)
    {
        EXPECT_TRUE(std::regex_search(i->str(), std::regex("watchdog", std::regex::icase)))
            << i->str();
    }
    const auto both = RunDraws("--list dcqcn --search timer");
    EXPECT_TRUE(Has(both.text, "increaseTimer"));
    EXPECT_FALSE(Has(both.text, "initialAlpha ="));
}

TEST(List, WhatIsNotThere)
{
    ExpectOneLine("--list dcqnc", "command line: --list: there is no type or role \"dcqnc\"");
    ExpectOneLine("--list --search qwertz", "command line: --search: nothing has \"qwertz\"");
    ExpectOneLine("x.json --search pause", "command line: --search: has no effect without --list");
}

} // namespace

#endif // AI_FABRIC_RUN
