// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "source-files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <string>

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

const std::string HEAD = "// SPDX-License-Identifier: GPL-2.0-only\n"
                         "// Copyright (c) 2026 The ai-fabric developers\n";

/** Licence and copyright line, plain ASCII, include guard. */
Complaints
JudgeForm(const Sources& sources)
{
    Complaints complaints;
    for (const auto& file : sources)
    {
        if (!StartsWith(file.text, HEAD))
        {
            complaints.push_back(file.path + ": does not begin with:\n" + HEAD);
        }
        if (std::any_of(file.text.begin(), file.text.end(), [](unsigned char c) {
                return c > 126 || (c < ' ' && c != '\n');
            }))
        {
            complaints.push_back(file.path + ": a character that is not printable ASCII");
        }
        if (file.IsHeader())
        {
            std::string guard = "AI_FABRIC_" + file.Name();
            std::transform(guard.begin(), guard.end(), guard.begin(), [](unsigned char c) {
                return std::isalnum(c) ? static_cast<char>(std::toupper(c)) : '_';
            });
            if (file.text.find("#ifndef " + guard + "\n") == std::string::npos)
            {
                complaints.push_back(file.path + ": the include guard is not " + guard);
            }
        }
    }
    return complaints;
}

Complaints
JudgeUniqueness(const Sources& sources)
{
    Complaints complaints;
    std::map<std::string, std::string> seen;
    for (const auto& file : sources)
    {
        if (file.IsHeader() && !seen.emplace(file.Name(), file.path).second)
        {
            complaints.push_back(file.path + ": " + seen[file.Name()] + " has the same name");
        }
    }
    return complaints;
}

} // namespace

TEST(SourceForm, EverySourceFileIsLicensedAsciiAndGuarded)
{
    EXPECT_EQ(Lines(JudgeForm(ReadProject())), "");
}

TEST(SourceForm, HeaderNamesAreUnique)
{
    EXPECT_EQ(Lines(JudgeUniqueness(ReadProject())), "");
}

/** ns-3 keeps all headers in one folder. Inside a tree it holds a copy or a stub of ours, too. */
TEST(SourceForm, HeaderNamesAreNoneOfNs3)
{
    const fs::path ns3Headers = AI_FABRIC_NS3_INCLUDE_DIR;
    ASSERT_TRUE(fs::exists(ns3Headers / "simulator.h")) << ns3Headers;
    for (const auto& file : ReadProject())
    {
        const fs::path other = ns3Headers / file.Name();
        if (file.IsHeader() && fs::exists(other))
        {
            const std::string text = ReadText(other);
            EXPECT_TRUE(text == file.text || text.find(file.path) != std::string::npos)
                << file.path << " has the name of " << other;
        }
    }
}

TEST(SourceForm, BadFormIsFound)
{
    const std::string good = HEAD + "#ifndef AI_FABRIC_TWO_WORDS_H\n";
    EXPECT_TRUE(JudgeForm({{"model/core/two-words.h", good}}).empty());
    EXPECT_EQ(JudgeForm({{"model/core/other.h", good}}).size(), 1U);
    EXPECT_EQ(JudgeForm({{"model/core/a.cc", "\n" + HEAD}}).size(), 1U);
    EXPECT_EQ(JudgeForm({{"model/core/a.cc", HEAD + "// \xc2\xb5s\n"}}).size(), 1U);
    EXPECT_EQ(JudgeForm({{"model/core/a.cc", HEAD + "\tint i;\n"}}).size(), 1U);
}

TEST(SourceForm, NameInTwoRoomsIsFound)
{
    EXPECT_EQ(JudgeUniqueness({{"model/core/a.h", ""}, {"model/link/a.h", ""}}).size(), 1U);
}
