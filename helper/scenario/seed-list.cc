// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "seed-list.h"

#include "attribute-parser.h"

#include "ns3/input-error.h"
#include "ns3/parse-number.h"
#include "ns3/random-draws.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <sstream>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

constexpr uint32_t MOST_SEEDS = 10'000;

/** Throws an error about a value. */
using Failure = std::function<void(const std::string& problem)>;

/** @return a number of seeds from a first one on; fails if there are not as many */
std::vector<uint32_t>
CountSeeds(uint64_t first, uint64_t count, const Failure& fail)
{
    if (count < 1 || count > MOST_SEEDS)
    {
        fail("is " + std::to_string(count) + "; expected 1 to " + std::to_string(MOST_SEEDS));
    }
    if (first + count - 1 > LAST_SEED)
    {
        fail("goes beyond the last seed, " + std::to_string(LAST_SEED));
    }
    std::vector<uint32_t> seeds(count);
    for (uint64_t i = 0; i < count; ++i)
    {
        seeds[i] = static_cast<uint32_t>(first + i);
    }
    return seeds;
}

/** Adds a seed to a list; fails if it is not a seed or is in the list already. */
void
AddSeed(std::vector<uint32_t>& seeds, uint64_t seed, const Failure& fail)
{
    if (seed < 1 || seed > LAST_SEED)
    {
        fail("is " + std::to_string(seed) + "; expected 1 to " + std::to_string(LAST_SEED));
    }
    if (std::find(seeds.begin(), seeds.end(), seed) != seeds.end())
    {
        fail("names " + std::to_string(seed) + " twice");
    }
    if (seeds.size() >= MOST_SEEDS)
    {
        fail("names more than " + std::to_string(MOST_SEEDS) + " seeds");
    }
    seeds.push_back(static_cast<uint32_t>(seed));
}

/** @return seeds of --seeds @param first first seed, if the option gives only their number */
std::vector<uint32_t>
ParseSeedsOption(const std::string& text, uint64_t first)
{
    const Failure fail = [](const std::string& problem) {
        throw InputError("command line", 0, "--seeds", problem);
    };
    const auto parse = [&](const std::string& part) {
        const auto number = ParseNumber<uint64_t>(part);
        if (!number)
        {
            fail("is \"" + text + "\"; expected how many, such as 10, or a list, such as 3,7,9");
        }
        return number.value_or(0);
    };
    if (text.find(',') == std::string::npos)
    {
        return CountSeeds(first, parse(text), fail);
    }
    std::vector<uint32_t> seeds;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');)
    {
        AddSeed(seeds, parse(part), fail);
    }
    return seeds;
}

} // namespace

void
CheckSeedsOption(const std::string& text)
{
    ParseSeedsOption(text, 1);
}

std::vector<uint32_t>
GetSeeds(const ScenarioValue& root, const ScenarioInput& input, uint32_t usual)
{
    const auto* first = root.Find("seed");
    const auto* several = root.Find("seeds");
    const auto failAt = [](const ScenarioValue& value) {
        return [&value](const std::string& problem) { value.Fail(problem); };
    };
    std::vector<uint32_t> seeds;
    if (first)
    {
        AddSeed(seeds, ParseUnsigned(*first, false), failAt(*first));
    }
    const uint32_t start = first ? seeds[0] : 1;
    if (several && several->kind == Kind::LIST)
    {
        if (first)
        {
            first->Fail("has no effect beside a list of seeds; expected one of the two, or the "
                        "option --seed for one run");
        }
        if (several->children.empty())
        {
            several->Fail("is empty; expected at least one seed");
        }
        for (const auto& child : several->children)
        {
            AddSeed(seeds, ParseUnsigned(child, false), failAt(child));
        }
    }
    else
    {
        const uint64_t count = several ? ParseUnsigned(*several, false) : usual;
        seeds = several ? CountSeeds(start, count, failAt(*several))
                        : CountSeeds(start, std::min<uint64_t>(count, LAST_SEED - start + 1), {});
    }
    if (input.seed)
    {
        return {*input.seed};
    }
    if (!input.seeds.empty())
    {
        return ParseSeedsOption(input.seeds, start);
    }
    return input.ncclTests ? std::vector<uint32_t>{seeds.front()} : seeds;
}

std::string
DescribeSeeds(const std::vector<uint32_t>& seeds)
{
    bool counted = seeds.size() > 2;
    for (size_t i = 1; i < seeds.size(); ++i)
    {
        counted = counted && seeds[i] == seeds[i - 1] + 1;
    }
    std::string text = seeds.size() == 1 ? "seed " : "seeds ";
    if (counted)
    {
        return text + std::to_string(seeds.front()) + " to " + std::to_string(seeds.back());
    }
    constexpr size_t SHOWN = 12;
    for (size_t i = 0; i < std::min(seeds.size(), SHOWN); ++i)
    {
        text += (i > 0 ? ", " : "") + std::to_string(seeds[i]);
    }
    return text + (seeds.size() > SHOWN ? " and others" : "");
}

std::string
FormatSeedList(const std::vector<uint32_t>& seeds)
{
    std::string text;
    for (const uint32_t seed : seeds)
    {
        text += (text.empty() ? "" : ", ") + std::to_string(seed);
    }
    return "[" + text + "]";
}

} // namespace ns3
