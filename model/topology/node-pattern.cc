// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "node-pattern.h"

#include "ns3/parse-number.h"

namespace ns3
{

namespace
{

/** @return true if a text matches a pattern with * */
bool
Matches(const std::string& pattern, const std::string& text)
{
    size_t p = 0;
    size_t t = 0;
    size_t star = std::string::npos; // position of the last star so far
    size_t taken = 0;                // start of the text behind that star
    while (t < text.size())
    {
        if (p < pattern.size() && pattern[p] == '*')
        {
            star = p++;
            taken = t;
        }
        else if (p < pattern.size() && pattern[p] == text[t])
        {
            ++p;
            ++t;
        }
        else if (star != std::string::npos)
        {
            p = star + 1;
            t = ++taken;
        }
        else
        {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string::npos;
}

} // namespace

std::string
TrimSpaces(const std::string& text)
{
    const size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? ""
                                      : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<uint32_t>
FindNodes(const FabricTopology& topology, const std::string& pattern)
{
    const size_t space = pattern.find(' ');
    const std::string kind = pattern.substr(0, space);
    const bool counted =
        space != std::string::npos && (kind == "host" || kind == "switch" || kind == "node");
    const std::string which = counted ? TrimSpaces(pattern.substr(space)) : pattern;
    const auto number = ParseNumber<uint32_t>(which);
    std::vector<uint32_t> found;
    uint32_t seen = 0; // number of nodes of the kind so far
    for (uint32_t id = 0; id < topology.nodes.size(); ++id)
    {
        if (!counted)
        {
            if (Matches(pattern, topology.nodes[id].name))
            {
                found.push_back(id);
            }
        }
        else if (kind == "node" || (kind == "host") == topology.IsHost(id))
        {
            if (which == "*" || number == seen)
            {
                found.push_back(id);
            }
            ++seen;
        }
    }
    return found;
}

} // namespace ns3
