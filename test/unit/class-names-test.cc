// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <string>

using namespace ns3;

namespace
{

// Names that the literature gave to algorithms, and that mean nothing else.
const std::set<std::string> PROPER = {"Dcqcn", "Dctcp", "Hpcc", "Nscc"};

/**
 * @return the types that a header puts into ns-3's namespace under a name of
 *         one word
 */
std::set<std::string>
FindSingleWords(const std::string& text)
{
    const std::regex type("(^|\n)(class|struct|union|enum class|enum) ([A-Z][a-z0-9]*)\\b[^;]");
    std::set<std::string> words;
    for (auto it = std::sregex_iterator(text.begin(), text.end(), type);
         it != std::sregex_iterator();
         ++it)
    {
        words.insert((*it)[3]);
    }
    return words;
}

} // namespace

// Another module of ns-3 may well have a Job, a Gpu or a Swift of its own.
TEST(ClassNames, OfOneCommonWordAreNoneInTheNamespaceOfNs3)
{
    EXPECT_EQ(FindSingleWords("\nclass Job\n{\n"), std::set<std::string>{"Job"});
    EXPECT_TRUE(FindSingleWords("\nclass Job;\n\nclass FabricJob\n{\n    struct Part\n").empty());
    const std::filesystem::path source = AI_FABRIC_SOURCE_DIR;
    int headers = 0;
    for (const std::string top : {"model", "helper"})
    {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(source / top))
        {
            if (entry.path().extension() != ".h")
            {
                continue;
            }
            ++headers;
            for (const auto& word : FindSingleWords(Read(entry.path())))
            {
                EXPECT_TRUE(PROPER.count(word)) << entry.path() << ": " << word;
            }
        }
    }
    EXPECT_GT(headers, 200);
}
