// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "part-checker.h"

#include "attribute-text.h"
#include "input-error.h"
#include "name-hint.h"
#include "prepared-factory.h"

#include "ns3/attribute-construction-list.h"
#include "ns3/object-base.h"
#include "ns3/object.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ns3
{

namespace
{

bool
IsOf(TypeId tid, TypeId base)
{
    return tid == base || tid.IsChildOf(base);
}

/** @return "; expected one of ..." with the nearest name if one is similar */
std::string
DescribeAllowed(const std::string& given, const std::vector<std::string>& allowed)
{
    return "; expected " + (allowed.empty() ? "none" : "one of " + Join(allowed)) +
           Suggest(given, allowed);
}

[[noreturn]] void
FailType(const std::string& given, const std::string& problem, TypeId base)
{
    throw InputError(problem + DescribeAllowed(given, GetClassNames(base)));
}

/** @return attribute with this name that can be given to a factory */
TypeId::AttributeInformation
FindAttribute(TypeId tid, const std::string& name)
{
    std::vector<std::string> allowed;
    for (TypeId owner = tid;; owner = owner.GetParent())
    {
        for (std::size_t i = 0; i < owner.GetAttributeN(); ++i)
        {
            const auto info = owner.GetAttribute(i);
            if (!(info.flags & TypeId::ATTR_CONSTRUCT))
            {
                continue;
            }
            if (info.name == name)
            {
                return info;
            }
            allowed.push_back(info.name);
        }
        if (!owner.HasParent() || owner.GetParent() == owner)
        {
            break;
        }
    }
    throw InputError(tid.GetName() + ": has no attribute \"" + name + "\"" +
                     DescribeAllowed(name, allowed));
}

[[noreturn]] void
FailValue(TypeId owner, const TypeId::AttributeInformation& info, const std::string& text)
{
    throw InputError(owner.GetName() + ": " + info.name + ": is \"" + text + "\"; expected " +
                     DescribeValue(info));
}

/** Throws if a factory makes objects of another kind, or if one of its values is refused. */
void
CheckPart(const ObjectFactory& factory, TypeId base)
{
    const TypeId tid = factory.GetTypeId();
    if (!IsOf(tid, base))
    {
        FailType(tid.GetName(), tid.GetName() + " is not derived from " + base.GetName(), base);
    }
    const auto& given = PreparedFactory::GetGiven(factory);
    for (auto item = given.Begin(); item != given.End(); ++item)
    {
        if (!item->checker->CreateValidValue(*item->value))
        {
            FailValue(tid,
                      FindAttribute(tid, item->name),
                      item->value->SerializeToString(item->checker));
        }
    }
}

/** A factory of parts; ReadPart() reads its text. */
class PartValue : public ObjectFactoryValue
{
  public:
    Ptr<AttributeValue> Copy() const override
    {
        return Create<PartValue>(*this);
    }

    bool DeserializeFromString(std::string value, Ptr<const AttributeChecker> checker) override;
};

/** The checker of attributes that hold a factory. */
class PartChecker : public ObjectFactoryChecker
{
  public:
    explicit PartChecker(TypeId example)
        : m_base(GetFamily(example))
    {
    }

    TypeId GetBase() const
    {
        return m_base;
    }

    bool Check(const AttributeValue& value) const override
    {
        const auto* part = dynamic_cast<const ObjectFactoryValue*>(&value);
        if (part && part->Get().IsTypeIdSet())
        {
            CheckPart(part->Get(), m_base);
        }
        return part != nullptr;
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::ObjectFactoryValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return "ObjectFactory";
    }

    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<PartValue>();
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto* from = dynamic_cast<const ObjectFactoryValue*>(&source);
        auto* const to = dynamic_cast<ObjectFactoryValue*>(&destination);
        if (from && to)
        {
            to->Set(from->Get());
        }
        return from && to;
    }

  private:
    TypeId m_base; //!< base class of all parts
};

bool
PartValue::DeserializeFromString(std::string value, Ptr<const AttributeChecker> checker)
{
    const auto* part = dynamic_cast<const PartChecker*>(PeekPointer(checker));
    Set(ReadPart(value, part ? part->GetBase() : Object::GetTypeId()));
    return true;
}

} // namespace

TypeId
GetFamily(TypeId tid)
{
    while (tid.HasParent() && tid.GetParent() != Object::GetTypeId() &&
           tid.GetParent() != ObjectBase::GetTypeId())
    {
        tid = tid.GetParent();
    }
    return tid;
}

std::vector<std::string>
GetClassNames(TypeId base)
{
    std::vector<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid.HasConstructor() && IsOf(tid, base))
        {
            names.push_back(tid.GetName());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

PartText
SplitPartText(const std::string& text)
{
    const std::string form = "; expected Type[Attribute=value|...]";
    const std::size_t open = text.find('[');
    PartText part{text.substr(0, open), {}};
    if (open == std::string::npos)
    {
        return part;
    }
    if (text.back() != ']')
    {
        throw InputError("\"" + text + "\" does not end in ]" + form);
    }
    const std::string inner = text.substr(open + 1, text.size() - open - 2);
    int depth = 0;
    for (std::size_t begin = 0, i = 0; i <= inner.size(); ++i)
    {
        if (i < inner.size() && (inner[i] != '|' || depth > 0))
        {
            depth += inner[i] == '[' ? 1 : inner[i] == ']' ? -1 : 0;
            continue;
        }
        const std::string item = inner.substr(begin, i - begin);
        const std::size_t equals = item.find('=');
        if (equals != std::string::npos)
        {
            part.attributes.emplace_back(item.substr(0, equals), item.substr(equals + 1));
        }
        else if (!item.empty())
        {
            throw InputError("\"" + item + "\" has no =" + form);
        }
        begin = i + 1;
    }
    return part;
}

ObjectFactory
ReadPart(const std::string& text, TypeId base)
{
    const auto part = SplitPartText(text);
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(part.type, &tid))
    {
        FailType(part.type, "\"" + part.type + "\" is not a registered class", base);
    }
    if (!IsOf(tid, base))
    {
        FailType(part.type, part.type + " is not derived from " + base.GetName(), base);
    }
    ObjectFactory factory;
    factory.SetTypeId(tid);
    for (const auto& [name, value] : part.attributes)
    {
        const auto info = FindAttribute(tid, name);
        Ptr<AttributeValue> read;
        try
        {
            read = ReadValue(value, info);
        }
        catch (const InputError& error)
        {
            throw InputError(tid.GetName() + ": " + name + ": " + error.what());
        }
        if (!read)
        {
            FailValue(tid, info, value);
        }
        if (dynamic_cast<const PointerValue*>(PeekPointer(read)))
        {
            read = Create<StringValue>(
                // Each object of the factory has its own part.
                value);
        }
        factory.Set(name, *read);
    }
    return factory;
}

Ptr<const AttributeChecker>
MakePartChecker(TypeId example)
{
    return Create<PartChecker>(example);
}

Ptr<AttributeValue>
PartPointerValue::Copy() const
{
    return Create<PartPointerValue>(*this);
}

bool
PartPointerValue::DeserializeFromString(std::string value, Ptr<const AttributeChecker> checker)
{
    const auto* pointer = dynamic_cast<const PointerChecker*>(PeekPointer(checker));
    const TypeId base = pointer ? pointer->GetPointeeTypeId() : Object::GetTypeId();
    const ObjectFactory factory = ReadPart(value, base);
    if (!factory.GetTypeId().HasConstructor())
    {
        const std::string name = factory.GetTypeId().GetName();
        FailType(name, name + " cannot be created", base);
    }
    SetObject(factory.Create());
    return true;
}

} // namespace ns3
