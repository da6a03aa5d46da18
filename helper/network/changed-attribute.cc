// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "changed-attribute.h"

namespace ns3
{

std::optional<std::string>
FindChangedValue(const ObjectBase& object, TypeId tid, const std::string& name)
{
    TypeId::AttributeInformation info;
    tid.LookupAttributeByName(name, &info);
    if (!(info.flags & TypeId::ATTR_SET) || !info.accessor->HasSetter())
    {
        return std::nullopt;
    }
    const auto value = info.checker->Create();
    object.GetAttribute(name, *value);
    const auto text = value->SerializeToString(info.checker);
    if (text == info.originalInitialValue->SerializeToString(info.checker))
    {
        return std::nullopt;
    }
    return text;
}

} // namespace ns3
