// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sweep-plan.h"

#include "scenario-output.h"
#include "scenario.h"
#include "seed-list.h"
#include "sweep-axis.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace ns3
{

namespace
{

constexpr size_t MOST_RUNS = 100'000;
constexpr size_t LONGEST_NAME = 150; //!< length of a folder name; file systems allow 255

/** @return true if setting @p outer replaces the value of @p key */
bool
Covers(const std::string& outer, const std::string& key)
{
    return key == outer || key.compare(0, outer.size() + 1, outer + ".") == 0;
}

/** Throws if a value would be set without effect. */
void
CheckOverlaps(const std::vector<SweepAxis>& axes, const std::vector<std::string>& overrides)
{
    for (size_t i = 0; i < axes.size(); ++i)
    {
        for (const auto& level : axes[i].levels)
        {
            for (const auto& [key, value] : level.values)
            {
                for (const auto& text : overrides)
                {
                    const auto name = text.substr(0, text.find('='));
                    if (Covers(key, name))
                    {
                        throw InputError("command line",
                                         0,
                                         "--set " + name,
                                         "has no effect, since the sweep sets " + key);
                    }
                }
                for (size_t j = 0; j < i; ++j)
                {
                    for (const auto& earlier : axes[j].levels)
                    {
                        for (const auto& other : earlier.values)
                        {
                            if (Covers(key, other.key))
                            {
                                value.Fail("sets " + key + " and so overwrites " + other.key +
                                           " of an earlier axis; expected the more general key "
                                           "first, and each key in one axis only");
                            }
                        }
                    }
                }
            }
        }
    }
}

/** @return last part of the name of an axis; the whole name if another axis ends the same */
std::string
GetShortName(const std::vector<std::string>& names, const std::string& name)
{
    const auto last = [](const std::string& path) { return path.substr(path.rfind('.') + 1); };
    const auto same = std::count_if(names.begin(), names.end(), [&](const auto& other) {
        return last(other) == last(name);
    });
    return same > 1 ? name : last(name);
}

/** @return a text reduced to characters allowed in the name of a folder */
std::string
GetFileText(const std::string& text)
{
    std::string name;
    for (const char c : text)
    {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '+' ||
                           c == '-' || c == '_';
        name += plain ? c : '-';
    }
    return name;
}

/** Sets the folder name of a point. @param taken names of other points */
void
NamePoint(SweepPoint& point, const std::vector<std::string>& axes, std::set<std::string>& taken)
{
    std::string name;
    for (size_t axis = 0; axis < axes.size(); ++axis)
    {
        name += (axis > 0 ? "_" : "") + GetFileText(GetShortName(axes, axes[axis])) + "-" +
                GetFileText(point.labels[axis]);
    }
    name = name.substr(0, LONGEST_NAME);
    point.folder = name;
    for (int i = 2; !taken.insert(point.folder).second; ++i)
    {
        point.folder = name + "_" + std::to_string(i);
    }
}

} // namespace

std::vector<SweepRun>
SweepPlan::GetRuns() const
{
    std::vector<SweepRun> runs;
    for (size_t point = 0; point < points.size(); ++point)
    {
        if (!variants.empty() && variants[point].state != SweepVariant::RUN)
        {
            continue;
        }
        for (const uint32_t seed : seeds)
        {
            SweepRun run;
            run.number = runs.size() + 1;
            run.point = point;
            run.seed = seed;
            run.folder = "runs/" + points[point].folder + "/seed-" + std::to_string(seed);
            run.values = points[point].values;
            runs.push_back(std::move(run));
        }
    }
    return runs;
}

void
SweepPlan::NamePoints()
{
    std::set<std::string> taken;
    for (auto& point : points)
    {
        NamePoint(point, axes, taken);
    }
}

std::optional<SweepPlan>
PlanSweep(const ScenarioValue& root,
          const ScenarioInput& input,
          const std::vector<std::string>& moreAxes)
{
    const auto axes = ReadSweepAxes(root, moreAxes);
    if (axes.empty())
    {
        return std::nullopt;
    }
    if (input.ncclTests)
    {
        axes.front().place.Fail(
            "is given beside --nccl-tests, which has no sweep; expected one of the two");
    }
    CheckOverlaps(axes, input.overrides);
    SweepPlan plan;
    plan.folder = GetOutputFolder(root, input);
    plan.seeds = GetSeeds(root, input, FabricScenario::SEEDS);
    size_t count = plan.seeds.size();
    for (const auto& axis : axes)
    {
        plan.axes.push_back(axis.name);
        count = std::min(count * axis.levels.size(), MOST_RUNS + 1);
    }
    if (count > MOST_RUNS)
    {
        axes.back().place.Fail("makes a sweep of more than " + std::to_string(MOST_RUNS) +
                               " runs; expected fewer values or seeds");
    }
    plan.points.emplace_back();
    for (const auto& axis : axes)
    {
        std::vector<SweepPoint> product;
        for (const auto& point : plan.points)
        {
            for (const auto& level : axis.levels)
            {
                product.push_back(point);
                product.back().labels.push_back(level.label);
                product.back().values.insert(product.back().values.end(),
                                             level.values.begin(),
                                             level.values.end());
            }
        }
        plan.points = std::move(product);
    }
    plan.NamePoints();
    return plan;
}

} // namespace ns3
