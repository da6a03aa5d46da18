// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "source-files.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

// Names that the literature gave to algorithms, and that mean nothing else.
const std::set<std::string> PROPER = {"Dcqcn", "Dctcp", "Hpcc", "Mrg32k3a", "Nscc"};

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

/** @return all types that a header puts into a namespace */
std::set<std::string>
FindTypes(const std::string& text)
{
    std::set<std::string> types;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (line.empty() || line[0] != word[0] || line.back() == ';' ||
            (word != "class" && word != "struct" && word != "union" && word != "enum"))
        {
            continue;
        }
        words >> word;
        if (word == "class") // of an enumeration
        {
            words >> word;
        }
        types.insert(word.substr(0, word.find_first_of(":{<")));
    }
    return types;
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

// Headers of all modules that ns-3 has, of which BesideNs3 compiles the usual ones.
TEST(ClassNames, AreNoneOfNs3)
{
    EXPECT_EQ(FindTypes("class A : public B\n{\n  struct C\nenum class D\nstruct E;\nenum F\n"),
              (std::set<std::string>{"A", "D", "F"}));
    std::set<std::string> ours;
    std::set<std::string> headers;
    for (const auto& file : ReadProject())
    {
        if (file.IsHeader() &&
            (StartsWith(file.path, "model/") || StartsWith(file.path, "helper/")))
        {
            headers.insert(file.Name());
            ours.merge(FindTypes(file.text));
        }
    }
    EXPECT_GT(ours.size(), 500u);
    int others = 0;
    for (const auto& entry : std::filesystem::directory_iterator(AI_FABRIC_NS3_INCLUDE_DIR))
    {
        const auto name = entry.path().filename().string();
        // Within a tree ns-3 has copies or stubs of ours in the same folder.
        if (entry.path().extension() != ".h" || headers.count(name) || name == "ai-fabric-module.h")
        {
            continue;
        }
        ++others;
        for (const auto& type : FindTypes(ReadText(entry.path())))
        {
            EXPECT_FALSE(ours.count(type)) << type << " is a type of " << name;
        }
    }
    EXPECT_GT(others, 100);
}
