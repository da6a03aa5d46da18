// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "chakra-groups.h"

#include "ns3/input-error.h"
#include "ns3/json-reader.h"
#include "ns3/parse-number.h"
#include "ns3/whole-file.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

ChakraGroups::ChakraGroups(uint32_t ranks, const std::string& file)
    : m_ranks(ranks),
      m_file(file),
      m_all(ranks)
{
    std::iota(m_all.begin(), m_all.end(), 0);
    if (file.empty())
    {
        return;
    }
    constexpr uint64_t MAX_BYTES = uint64_t{256} << 20;
    const auto root = ParseJson(file, ReadWholeFile(file, MAX_BYTES));
    if (root.kind != JsonValue::Kind::OBJECT)
    {
        throw InputError(file,
                         root.line,
                         "",
                         "is not an object; expected {\"name\": [ranks], ...}");
    }
    for (const auto& group : root.children)
    {
        m_given[group.key] = ReadRanks(group, group.key);
    }
}

std::vector<uint32_t>
ChakraGroups::ReadRanks(const JsonValue& list, const std::string& name) const
{
    const std::string key = "process group " + name.substr(0, 40);
    if (list.kind != JsonValue::Kind::LIST)
    {
        throw InputError(m_file,
                         list.line,
                         key,
                         "is not a list of ranks; expected a list such as [0, 1]");
    }
    std::vector<uint32_t> ranks;
    std::vector<bool> seen(m_ranks, false);
    for (const auto& value : list.children)
    {
        const auto rank = ParseNumber<uint32_t>(value.text);
        if (value.kind != JsonValue::Kind::NUMBER || !rank || *rank >= m_ranks || seen[*rank])
        {
            throw InputError(m_file,
                             value.line,
                             key,
                             "its entry " + value.key + " is not a rank from 0 to " +
                                 std::to_string(m_ranks - 1) + " or appears twice");
        }
        seen[*rank] = true;
        ranks.push_back(*rank);
    }
    return ranks.empty() ? m_all : ranks;
}

void
ChakraGroups::BeginRank(const std::string& file)
{
    m_file = file;
    m_own.clear();
}

void
ChakraGroups::TakeDefinitions(const std::string& text)
{
    // The list is written as a quoted string in a list of one element.
    const size_t begin = text.find("[{");
    const size_t end = text.rfind("}]");
    if (begin == std::string::npos || end == std::string::npos || end < begin ||
        text.find("\"pg_name\"") == std::string::npos)
    {
        return;
    }
    JsonOptions options;
    options.firstLine = 0;
    const auto root = ParseJson(m_file, text.substr(begin, end + 2 - begin), options);
    for (const auto& group : root.children)
    {
        const auto* name = group.Find("pg_name");
        const auto* ranks = group.Find("ranks");
        if (!name || !ranks)
        {
            throw InputError(m_file, 0, "process group " + group.key, "lacks pg_name or ranks");
        }
        m_own[name->text] = ReadRanks(*ranks, name->text);
    }
}

const std::vector<uint32_t>&
ChakraGroups::Find(const std::string& name, uint32_t rank, uint64_t node) const
{
    if (name.empty())
    {
        return m_all;
    }
    const auto given = m_given.find(name);
    const auto own = m_own.find(name);
    const std::string key = "node " + std::to_string(node);
    if (given == m_given.end() && own == m_own.end())
    {
        throw InputError(m_file,
                         0,
                         key,
                         "process group " + name.substr(0, 40) +
                             " is not defined; define it in the file of Groups");
    }
    const auto& ranks = given != m_given.end() ? given->second : own->second;
    if (std::find(ranks.begin(), ranks.end(), rank) == ranks.end())
    {
        throw InputError(m_file,
                         0,
                         key,
                         "process group " + name.substr(0, 40) + " does not hold rank " +
                             std::to_string(rank));
    }
    return ranks;
}

} // namespace ns3
