// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "object-builder.h"

#include "attribute-parser.h"
#include "internet-library.h"
#include "program-attributes.h"
#include "scenario-preset.h"
#include "type-names.h"

#include "ns3/config.h"
#include "ns3/fabric-profile.h"
#include "ns3/frozen-attributes.h"
#include "ns3/input-error.h"
#include "ns3/part-checker.h"
#include "ns3/pointer.h"
#include "ns3/switch-stage.h"
#include "ns3/switch-tier.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

/** An attribute that holds an object: its allowed and its present value. */
struct Slot
{
    std::string role;                     //!< suffix of the class names
    TypeId base;                          //!< base class; ns3::Object: any
    std::optional<ObjectFactory> current; //!< value without the scenario
};

ObjectFactory BuildFactory(const ScenarioValue& value, const Slot& slot);

/** @return "ns3::Type[A=1|B=2]" as an object with members; any other value unchanged */
ScenarioValue
Unfold(const ScenarioValue& value)
{
    if (value.kind != Kind::STRING || value.text.find('[') == std::string::npos)
    {
        return value;
    }
    PartText part;
    try
    {
        part = SplitPartText(value.text);
    }
    catch (const InputError& error)
    {
        value.Fail(error.what());
    }
    ScenarioValue object = ScenarioValue::MakeString("", value);
    object.kind = Kind::OBJECT;
    const auto add = [&object, &value](const std::string& key, const std::string& text) {
        auto member = ScenarioValue::MakeString(text, value);
        member.key = key;
        member.path = JoinPath(value.path, key);
        object.children.push_back(std::move(member));
    };
    add("type", part.type);
    for (const auto& [key, text] : part.attributes)
    {
        add(key, text);
    }
    return object;
}

/** @return type that a value names */
TypeId
ResolveType(const ScenarioValue& name, const Slot& slot)
{
    name.Expect(Kind::STRING, "the name of a type");
    if (const auto found = FindType(name.text, slot.role, slot.base))
    {
        return *found;
    }
    std::vector<std::string> allowed;
    if (slot.base != Object::GetTypeId())
    {
        for (const auto& tid : GetTypes(slot.base))
        {
            allowed.push_back(SpellType(tid, slot.role));
        }
    }
    const std::string meant = Suggest(name.text, allowed);
    name.Fail("unknown type \"" + name.text + "\"; expected " +
              (allowed.empty() ? "a registered type, such as ns3::" + slot.role
                               : "one of " + Join(allowed)) +
              (meant.empty() && !name.text.empty() ? "; --load adds your own types" : meant));
}

/** @return attribute with a given spelling in a scenario */
AttributeEntry
ResolveAttribute(const ScenarioValue& member, TypeId tid)
{
    std::vector<std::string> allowed;
    for (const auto& entry : GetAttributes(tid))
    {
        if (SameName(entry.info.name, member.key))
        {
            return entry;
        }
        allowed.push_back(SpellAttribute(entry.info.name));
    }
    if (const auto reason = WhyForPrograms(tid, member.key); !reason.empty())
    {
        member.Fail("has no effect in a scenario: " + reason);
    }
    member.Fail("unknown key for " + tid.GetName() + "; expected " +
                (allowed.empty() ? "none" : "one of " + Join(allowed)) +
                Suggest(member.key, allowed));
}

/** @return value for an attribute of any kind @param current present value, or null */
Ptr<AttributeValue>
BuildValue(const ScenarioValue& value,
           const TypeId::AttributeInformation& info,
           Ptr<const AttributeValue> current)
{
    Slot slot{info.name, Object::GetTypeId(), {}};
    if (const auto* factory = dynamic_cast<const ObjectFactoryValue*>(PeekPointer(current)))
    {
        if (factory->Get().IsTypeIdSet())
        {
            slot.current = factory->Get();
            slot.base = GetFamily(slot.current->GetTypeId());
        }
        return Create<ObjectFactoryValue>(BuildFactory(value, slot));
    }
    if (const auto* checker = dynamic_cast<const PointerChecker*>(PeekPointer(info.checker)))
    {
        slot.base = checker->GetPointeeTypeId();
        const auto* pointer = dynamic_cast<const PointerValue*>(PeekPointer(current));
        if (pointer && pointer->GetObject())
        {
            slot.current = ObjectFactory(pointer->GetObject()->GetInstanceTypeId().GetName());
        }
        else if (slot.base.HasConstructor())
        {
            slot.current = ObjectFactory(slot.base.GetName());
        }
        return Create<PointerValue>(BuildFactory(value, slot).Create());
    }
    if (value.kind == Kind::OBJECT)
    {
        value.Fail("is an object; expected " + DescribeExpected(info));
    }
    return ParseAttribute(value, info);
}

/** @return present value of an attribute of an object */
Ptr<const AttributeValue>
GetCurrent(Ptr<const Object> object, const TypeId::AttributeInformation& info)
{
    if (!(info.flags & TypeId::ATTR_GET) || !info.accessor->HasGetter())
    {
        return info.initialValue;
    }
    auto value = info.checker->Create();
    object->GetAttribute(info.name, *value);
    return value;
}

/** @return true if the object accepts the value. A setter that parses does not know its place. */
bool
TrySet(Object& object,
       const ScenarioValue& member,
       const std::string& name,
       const AttributeValue& value)
{
    try
    {
        return object.SetAttributeFailSafe(name, value);
    }
    catch (const InputError& error)
    {
        member.Fail(error.what());
    }
}

/** @return member with a given name in any spelling; end: none */
std::vector<ScenarioValue>::iterator
LocateMember(ScenarioValue& object, const std::string& key)
{
    return std::find_if(object.children.begin(), object.children.end(), [&key](const auto& member) {
        return SameName(member.key, key);
    });
}

/** @return text that names the type of a part; empty: none */
std::string
GetTypeText(const ScenarioValue& part)
{
    const auto* type = part.kind == Kind::STRING ? &part : part.Find("type");
    return type ? type->text : "";
}

/** @return stage that was formerly named as a path selector; empty: it is a path selector */
std::string
GetFormerStage(const ScenarioValue& selector)
{
    const std::string name = GetTypeText(selector);
    for (const std::string stage : {"scheduled", "scheduled-box"})
    {
        for (const auto& former : {stage, stage + "PathSelector", "ns3::" + stage + "PathSelector"})
        {
            if (SameName(name, former))
            {
                return stage;
            }
        }
    }
    return "";
}

/**
 * Moves a stage that is spelled as a path selector, as it formerly was:
 *
 *     "pathSelector": {"type": "scheduled-box", "queueBytes": 1000, "pathSelector": "spray"}
 *     becomes
 *     "pathSelector": "spray", "stage": {"type": "scheduled-box", "queueBytes": 1000}
 *
 * Without a type, the attributes are those of the stage of a preset.
 *
 * @param parts a fabric or a tier
 * @return true if a path selector named a stage
 */
bool
MoveFormerStage(ScenarioValue& parts)
{
    const auto found = LocateMember(parts, "PathSelector");
    if (found == parts.children.end())
    {
        return false;
    }
    auto selector = Unfold(*found);
    const auto present = LocateMember(parts, "Stage");
    const std::string former = GetFormerStage(selector);
    const auto tid = FindType(
        !former.empty() || present == parts.children.end() ? former : GetTypeText(*present),
        "Stage",
        SwitchStage::GetTypeId());
    if (!tid)
    {
        return false;
    }
    auto stage = ScenarioValue::MakeString("", *found);
    stage.kind = Kind::OBJECT;
    stage.key = "stage";
    std::vector<ScenarioValue> left; // members of the path selector
    std::optional<ScenarioValue> inner;
    const auto attributes = GetAttributes(*tid);
    for (auto& member : selector.children)
    {
        const bool isKnown =
            std::any_of(attributes.begin(), attributes.end(), [&member](const auto& entry) {
                return SameName(entry.info.name, member.key);
            });
        if (SameName(member.key, "PathSelector"))
        {
            inner = std::move(member);
        }
        else if (member.key != "type" && (isKnown || !former.empty()))
        {
            stage.children.push_back(std::move(member));
        }
        else if (former.empty())
        {
            left.push_back(std::move(member));
        }
    }
    if (!former.empty())
    {
        auto type = ScenarioValue::MakeString(former, *found);
        type.key = "type";
        stage.children.push_back(std::move(type));
    }
    if (!inner && former == "scheduled-box")
    {
        inner = ScenarioValue::MakeString("ecmp", *found); // the former default of the box
    }
    if (inner)
    {
        inner->key = found->key;
        *found = std::move(*inner);
    }
    else if (former.empty() && (selector.kind == Kind::STRING || !left.empty()))
    {
        selector.children = std::move(left);
        *found = std::move(selector);
    }
    else
    {
        parts.children.erase(found);
    }
    if (stage.children.empty())
    {
        return false;
    }
    if (const auto lower = LocateMember(parts, "Stage"); lower != parts.children.end())
    {
        Merge(*lower, stage, "Stage");
    }
    else
    {
        parts.children.push_back(std::move(stage));
    }
    return !former.empty();
}

/** Moves the stages of a fabric. The path selector of a tier formerly replaced the stage, too. */
void
MoveFormerStages(ScenarioValue& fabric)
{
    if (!MoveFormerStage(fabric))
    {
        return;
    }
    for (auto& tier : fabric.children)
    {
        if (!SameName(tier.key, "LeafSwitches") && !SameName(tier.key, "SpineSwitches") &&
            !SameName(tier.key, "CoreSwitches") && !SameName(tier.key, "BorderSwitches"))
        {
            continue;
        }
        tier = Unfold(tier);
        if (LocateMember(tier, "PathSelector") != tier.children.end() &&
            LocateMember(tier, "Stage") == tier.children.end())
        {
            auto none = ScenarioValue::MakeString("none", tier);
            none.key = "stage";
            tier.children.push_back(std::move(none));
        }
    }
}

/** Sets every attribute on a sample object first, because a factory that fails aborts. */
ObjectFactory
BuildFactory(const ScenarioValue& given, const Slot& slot)
{
    auto value = Unfold(given);
    const bool isPreset = ExpandPreset(value, slot.role, slot.base).has_value();
    if (slot.base == FabricProfile::GetTypeId())
    {
        MoveFormerStages(value);
    }
    else if (slot.base == SwitchTier::GetTypeId())
    {
        MoveFormerStage(value);
    }
    // A class that cannot be created stands for a part that is chosen elsewhere.
    const bool isChosen = slot.current && slot.current->GetTypeId().HasConstructor();
    const auto current = isPreset || !isChosen ? std::nullopt : slot.current;
    if (value.kind != Kind::STRING)
    {
        value.Expect(Kind::OBJECT, "a type name, or an object with \"type\" and attributes");
    }
    const auto* type = value.kind == Kind::STRING ? &value : value.Find("type");
    ObjectFactory factory;
    if (current)
    {
        factory = *current;
    }
    if (type)
    {
        const auto tid = ResolveType(*type, slot);
        if (!current || tid != current->GetTypeId())
        {
            factory = ObjectFactory();
            factory.SetTypeId(tid);
        }
    }
    else if (!current)
    {
        ResolveType(ScenarioValue::MakeString("", value), slot);
    }
    const auto tid = factory.GetTypeId();
    const auto specimen = factory.Create();
    if (auto* readOnce = dynamic_cast<FrozenAttributes*>(PeekPointer(specimen)))
    {
        readOnce->NotifyRead(nullptr); // objects made with the attributes read them then
    }
    for (const auto& member : value.children)
    {
        if (&member == type)
        {
            continue;
        }
        const auto info = ResolveAttribute(member, tid).info;
        const auto attribute = BuildValue(member, info, GetCurrent(specimen, info));
        if ((info.flags & TypeId::ATTR_SET) && !TrySet(*specimen, member, info.name, *attribute))
        {
            member.Fail("is refused; expected " + DescribeExpected(info));
        }
        factory.Set(info.name, *attribute);
    }
    return factory;
}

/** Names that a class had in the last release, with the name that it has now. */
const std::map<std::string, std::string> FORMER_NAMES{
    {"ns3::GrantingPathSelector", "ns3::CreditedVoqStage"},
    {"ns3::ScheduledBoxPathSelector", "ns3::ScheduledBoxStage"},
    {"ns3::ScheduledPathSelector", "ns3::ScheduledStage"},
};

/**
 * @param name name of a class of the runner or of a loaded library
 * @param tid set to the class
 * @return true if there is such a class
 */
bool
FindClass(const std::string& name, TypeId& tid)
{
    const auto former = FORMER_NAMES.find(name);
    const auto& today = former == FORMER_NAMES.end() ? name : former->second;
    if (TypeId::LookupByNameFailSafe(today, &tid))
    {
        return true;
    }
    LoadInternetLibrary();
    return TypeId::LookupByNameFailSafe(today, &tid);
}

} // namespace

Ptr<Object>
BuildObjectOf(TypeId base, const ScenarioValue& value, const std::string& role)
{
    Slot slot{role, base, {}};
    if (base.HasConstructor())
    {
        slot.current = ObjectFactory(base.GetName());
    }
    return BuildFactory(value, slot).Create();
}

ObjectFactory
BuildObjectFactory(TypeId base, const std::string& text, const std::string& role)
{
    ScenarioValue value;
    value.kind = Kind::STRING;
    value.text = text;
    value.path = SpellAttribute(role);
    value.key = value.path;
    return BuildFactory(value, {role, base, {}});
}

void
SetDefaultAttribute(const ScenarioValue& value)
{
    const size_t colons = value.key.rfind("::");
    TypeId tid;
    if (colons == std::string::npos || !FindClass(value.key.substr(0, colons), tid))
    {
        value.Fail("does not name a class of ns-3; expected ns3::Class::Attribute");
    }
    auto member = value;
    member.key = value.key.substr(colons + 2);
    const auto entry = ResolveAttribute(member, tid);
    const auto attribute = BuildValue(member, entry.info, entry.info.initialValue);
    if (!Config::SetDefaultFailSafe(entry.owner.GetName() + "::" + entry.info.name, *attribute))
    {
        value.Fail("is refused; expected " + DescribeExpected(entry.info));
    }
}

} // namespace ns3
