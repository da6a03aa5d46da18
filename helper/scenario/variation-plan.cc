// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "variation-plan.h"

#include "scenario-members.h"
#include "scenario-output.h"
#include "scenario-preset.h"
#include "seed-list.h"
#include "type-names.h"
#include "variation-choice.h"

#include "ns3/fabric-profile.h"
#include "ns3/object.h"
#include "ns3/parse-number.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <utility>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

/** An object of a scenario that may have a setting. */
struct Owner
{
    size_t index;                  //!< index in the list of its kind
    std::string path;              //!< path in the scenario
    const ScenarioValue* inEffect; //!< the object with all its attributes
    const ScenarioValue* written;  //!< the object as the scenario writes it; null: not written
};

/** @return value at a path of keys in any spelling; null: none */
const ScenarioValue*
FindPath(const ScenarioValue* value, const std::string& path)
{
    for (size_t begin = 0; value && begin <= path.size();)
    {
        const size_t end = std::min(path.find('.', begin), path.size());
        const auto key = path.substr(begin, end - begin);
        const auto& members = value->children;
        const auto member = std::find_if(members.begin(), members.end(), [&key](const auto& other) {
            return SameName(other.key, key);
        });
        value = member == members.end() ? nullptr : &*member;
        begin = end + 1;
    }
    return value;
}

/** @return objects of a kind in a scenario */
std::vector<Owner>
FindOwners(const std::string& of, const ScenarioValue& root, const ScenarioFacts& facts)
{
    const auto* inEffect = facts.scenario.Find(of);
    const auto* written = root.Find(of);
    if (!inEffect)
    {
        return {};
    }
    if (inEffect->kind != Kind::LIST)
    {
        return {{0, of, inEffect, written}};
    }
    std::vector<Owner> owners;
    for (size_t i = 0; i < inEffect->children.size(); ++i)
    {
        const bool isList = written && written->kind == Kind::LIST;
        owners.push_back({i,
                          of + "." + std::to_string(i),
                          &inEffect->children[i],
                          isList ? &written->children[i] : written});
    }
    return owners;
}

/** @return true if an object is of a class or derived from it @param role suffix of class names */
bool
IsOf(const ScenarioValue& object, const std::string& name, const std::string& role)
{
    const auto* type = object.Find("type");
    const auto wanted = FindType(name, role, Object::GetTypeId());
    TypeId tid;
    return type && wanted && TypeId::LookupByNameFailSafe(type->text, &tid) &&
           (tid == *wanted || tid.IsChildOf(*wanted));
}

/** @return keys that a variation sets; empty: they are computed */
std::vector<std::string>
GetKeys(const VariedSetting& variation)
{
    std::vector<std::string> keys;
    if (!variation.factors.empty())
    {
        keys.push_back(variation.key);
    }
    for (const auto& level : variation.levels)
    {
        for (const auto& value : level.values)
        {
            keys.push_back(value.key);
        }
    }
    return keys;
}

/** @return true if an object has a setting */
bool
Fits(const Owner& owner, const VariedSetting& variation)
{
    if (variation.index.value_or(owner.index) != owner.index)
    {
        return false;
    }
    for (const auto& [path, names] : variation.classes)
    {
        const bool isSelf = path == "type";
        const auto* object = isSelf ? owner.inEffect : FindPath(owner.inEffect, path);
        const auto role = isSelf ? variation.of : path.substr(path.rfind('.') + 1);
        const auto isOf = [&object = object, &role](const std::string& name) {
            return IsOf(*object, name, role);
        };
        if (!object || std::none_of(names.begin(), names.end(), isOf))
        {
            return false;
        }
    }
    const auto keys = GetKeys(variation);
    return std::all_of(keys.begin(), keys.end(), [&owner](const auto& key) {
        return FindPath(owner.inEffect, key) != nullptr;
    });
}

/** @return values in effect of a variation's keys, as text */
std::string
Describe(const Owner& owner, const VariedSetting& variation)
{
    std::string text;
    for (const auto& key : GetKeys(variation))
    {
        text += FormatValue(*FindPath(owner.inEffect, key)) + "\n";
    }
    return text;
}

/** @return true if the scenario itself writes a key of a variation */
bool
IsWritten(const Owner& owner, const VariedSetting& variation)
{
    const auto keys = GetKeys(variation);
    return std::any_of(keys.begin(), keys.end(), [&owner](const auto& key) {
        return FindPath(owner.written, key) != nullptr;
    });
}

/** @return number of the configuration in effect times a factor, with its unit */
ScenarioValue
Multiply(const ScenarioValue& value, double factor, const VariedSetting& variation)
{
    const auto& text = value.text;
    const auto isNumeric = [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) || c == '.' || c == '+' || c == '-';
    };
    const auto end =
        static_cast<size_t>(std::find_if_not(text.begin(), text.end(), isNumeric) - text.begin());
    const bool isNumber = value.kind == Kind::NUMBER;
    const auto number = ParseNumber<double>(isNumber ? text : text.substr(0, end));
    if ((!isNumber && value.kind != Kind::STRING) || !number)
    {
        variation.place.Fail("multiplies " + variation.key + ", which is " + FormatValue(value) +
                             "; expected the key of a number");
    }
    double product = number.value_or(0) * factor;
    constexpr double PRECISE = 1000; // whole numbers from here on may be rounded
    const bool isWhole = text.find_first_of(".e") == std::string::npos;
    product = isWhole && product >= PRECISE ? std::round(product) : product;
    char digits[40];
    std::snprintf(digits, sizeof(digits), "%.15g", product);
    auto result = value;
    result.source = variation.place.source;
    result.line = variation.place.line;
    result.text = digits + (isNumber ? "" : text.substr(end));
    return result;
}

/** @return multiples of a value in effect */
std::vector<VariationLevel>
Multiply(const ScenarioValue& value, const VariedSetting& variation)
{
    std::vector<VariationLevel> levels;
    for (const double factor : variation.factors)
    {
        char label[40];
        std::snprintf(label, sizeof(label), "%g times", factor);
        levels.push_back({label, {{variation.key, Multiply(value, factor, variation)}}});
    }
    return levels;
}

/** @return levels of a variation in one owner, with keys relative to it */
std::vector<VariationLevel>
GetLevels(const Owner& owner, const VariedSetting& variation)
{
    return variation.factors.empty()
               ? variation.levels
               : Multiply(*FindPath(owner.inEffect, variation.key), variation);
}

/** Collects the points of a plan. */
class VariationPlanner
{
  public:
    VariationPlanner(const ScenarioValue& root, const ScenarioFacts& facts, SweepPlan& plan)
        : m_root(root),
          m_facts(facts),
          m_plan(plan)
    {
        AddPoint("as it is", "", {}, {});
    }

    /** Adds the points of one variation. */
    void Add(const VariedSetting& variation)
    {
        if (variation.of == "assumed")
        {
            m_assumed = &variation;
            return;
        }
        std::vector<Owner> owners;
        for (const auto& owner : FindOwners(variation.of, m_root, m_facts))
        {
            if (Fits(owner, variation))
            {
                owners.push_back(owner);
            }
        }
        if (variation.of != "workload")
        {
            AddTogether(variation, owners);
            return;
        }
        for (const auto& owner : owners)
        {
            const bool several = m_facts.jobs.size() > 1;
            const auto& job = m_facts.jobs[owner.index].name;
            const bool isRemoved = variation.choice == "removed";
            const auto name = variation.name + (isRemoved ? " " + job
                                                : several ? " of " + job
                                                          : "");
            if (variation.choice.empty())
            {
                AddLevels(variation, name, {owner}, job);
            }
            else if (auto level = ChooseVariant(variation.choice, owner.index, m_root, m_facts))
            {
                const bool isOwn = variation.choice != "removed"; // of others it is the cause
                AddPoint(name,
                         level->label,
                         level->values,
                         GetVariant(variation, isOwn ? job : ""));
            }
        }
    }

    /**
     * Adds a point for each value that a preset in use marks as assumed and that has no variation.
     */
    void AddAssumed()
    {
        for (const char* key : {"topology", "server", "workload"})
        {
            if (const auto* value = m_root.Find(key))
            {
                for (const auto& used : FindPresets(*value))
                {
                    AddAssumed(used.path, used.preset);
                }
            }
        }
        for (auto& owner : FindOwners("fabric", m_root, m_facts))
        {
            auto fabric = *owner.written;
            if (const auto preset = ExpandPreset(fabric, "Fabric", FabricProfile::GetTypeId()))
            {
                AddAssumed(owner.path, *preset);
            }
        }
        for (auto& left : m_left)
        {
            AddPoint(left.name, left.setting, {}, std::move(left.variant));
        }
    }

  private:
    /** A setting that is not varied. */
    struct Left
    {
        std::string name;    //!< name of the variation, or path of a value
        std::string setting; //!< name of the setting
        SweepVariant variant;
    };

    static SweepVariant GetVariant(const VariedSetting& variation, const std::string& job)
    {
        return {variation.GetKind(),
                variation.removes,
                variation.removes.empty() ? "" : job,
                SweepVariant::RUN};
    }

    void AddPoint(const std::string& name,
                  const std::string& setting,
                  const std::vector<SweptValue>& values,
                  SweepVariant variant)
    {
        m_plan.points.push_back({{name, setting}, values, ""});
        m_plan.variants.push_back(std::move(variant));
    }

    /**
     * Adds the points of a variation in all owners except those whose difference the scenario
     * compares.
     */
    void AddTogether(const VariedSetting& variation, std::vector<Owner> owners)
    {
        const auto differ = [&](const Owner& owner) {
            return Describe(owner, variation) != Describe(owners.front(), variation);
        };
        if (variation.removes.empty() && std::any_of(owners.begin(), owners.end(), differ))
        {
            std::vector<Owner> rest;
            for (const auto& owner : owners)
            {
                if (!IsWritten(owner, variation))
                {
                    rest.push_back(owner);
                    continue;
                }
                auto variant = GetVariant(variation, "");
                variant.state = SweepVariant::LEFT;
                variant.reason = "the scenario sets it differently in its fabrics, so it is what "
                                 "the scenario compares";
                m_left.push_back({variation.name, m_facts.fabrics[owner.index], variant});
            }
            owners = std::move(rest);
        }
        AddLevels(variation, variation.name, owners, "");
    }

    void AddLevels(const VariedSetting& variation,
                   const std::string& name,
                   const std::vector<Owner>& owners,
                   const std::string& job)
    {
        if (owners.empty())
        {
            return;
        }
        const size_t first = m_plan.points.size();
        for (const auto& owner : owners)
        {
            const auto levels = GetLevels(owner, variation);
            for (size_t i = 0; i < levels.size(); ++i)
            {
                if (first + i == m_plan.points.size())
                {
                    AddPoint(name, levels[i].label, {}, GetVariant(variation, job));
                }
                for (const auto& value : levels[i].values)
                {
                    m_plan.points[first + i].values.push_back(
                        {JoinPath(owner.path, value.key), value.value});
                }
            }
        }
    }

    /** @return true if a point sets the value, a part of it or an object around it */
    bool IsVaried(const std::string& path) const
    {
        const auto covers = [](const std::string& outer, const std::string& inner) {
            return inner.size() >= outer.size() && SameName(inner.substr(0, outer.size()), outer) &&
                   (inner.size() == outer.size() || inner[outer.size()] == '.');
        };
        for (const auto& point : m_plan.points)
        {
            for (const auto& value : point.values)
            {
                if (covers(value.key, path) || covers(path, value.key))
                {
                    return true;
                }
            }
        }
        return false;
    }

    void AddAssumed(const std::string& path, const ScenarioPreset& preset)
    {
        for (const auto& source : preset.source.children)
        {
            const auto place = JoinPath(path, source.key);
            if (source.text.find("ssumed") == std::string::npos || IsVaried(place))
            {
                continue;
            }
            const auto* value = FindPath(&m_facts.scenario, place);
            const auto name = preset.name + ": " + source.key;
            if (value && m_assumed && ParseNumber<double>(value->text.substr(0, 1)))
            {
                for (const auto& level : Multiply(*value, *m_assumed))
                {
                    auto values = level.values;
                    values.front().key = place;
                    AddPoint(name, level.label, values, GetVariant(*m_assumed, ""));
                }
                continue;
            }
            SweepVariant variant{"assumed", "", "", SweepVariant::LEFT};
            variant.reason = "it is assumed, and has no range in the presets";
            m_left.push_back({name, path, variant});
        }
    }

    const ScenarioValue& m_root;
    const ScenarioFacts& m_facts;
    SweepPlan& m_plan;
    const VariedSetting* m_assumed{nullptr}; //!< range of assumed values without a variation; null:
                                             //!< none
    std::vector<Left> m_left{};              //!< appended behind the others
};

} // namespace

SweepPlan
PlanVariations(const ScenarioValue& root,
               const ScenarioFacts& facts,
               const std::vector<VariedSetting>& variations,
               const ScenarioInput& input)
{
    SweepPlan plan;
    plan.folder =
        input.output.empty() ? GetOutputFolder(root, input) + "-what-decides" : input.output;
    plan.seeds = GetSeeds(root, input, DECIDING_SEEDS);
    plan.axes = {"variation", "setting"};
    VariationPlanner planner(root, facts, plan);
    for (const auto& variation : variations)
    {
        planner.Add(variation);
    }
    planner.AddAssumed();
    plan.NamePoints();
    return plan;
}

} // namespace ns3
