// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "changed-attribute.h"

namespace ns3
{

namespace
{

bool
CanBeSet(const TypeId::AttributeInformation& info)
{
    return (info.flags & TypeId::ATTR_SET) && info.accessor->HasSetter();
}

/** @return value of an attribute as text */
std::string
GetText(const ObjectBase& object, const TypeId::AttributeInformation& info)
{
    const auto value = info.checker->Create();
    object.GetAttribute(info.name, *value);
    return value->SerializeToString(info.checker);
}

} // namespace

std::optional<std::string>
FindChangedValue(const ObjectBase& object, TypeId tid, const std::string& name)
{
    TypeId::AttributeInformation info;
    tid.LookupAttributeByName(name, &info);
    if (!CanBeSet(info))
    {
        return std::nullopt;
    }
    const auto text = GetText(object, info);
    if (text == info.originalInitialValue->SerializeToString(info.checker))
    {
        return std::nullopt;
    }
    return text;
}

std::optional<std::string>
FindOtherValue(const ObjectBase& object,
               const ObjectBase& other,
               const TypeId::AttributeInformation& info)
{
    if (!CanBeSet(info))
    {
        return std::nullopt;
    }
    const auto text = GetText(object, info);
    return text == GetText(other, info) ? std::nullopt : std::make_optional(text);
}

} // namespace ns3
