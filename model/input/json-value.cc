// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "json-value.h"

namespace ns3
{

const JsonValue*
JsonValue::Find(std::string_view name) const
{
    for (const auto& child : children)
    {
        if (kind == Kind::OBJECT && child.key == name)
        {
            return &child;
        }
    }
    return nullptr;
}

const char*
DescribeKind(JsonValue::Kind kind)
{
    switch (kind)
    {
    case JsonValue::Kind::EMPTY:
        return "null";
    case JsonValue::Kind::BOOLEAN:
        return "a boolean (true or false)";
    case JsonValue::Kind::NUMBER:
        return "a number";
    case JsonValue::Kind::STRING:
        return "a string";
    case JsonValue::Kind::LIST:
        return "a list";
    case JsonValue::Kind::OBJECT:
        break;
    }
    return "an object";
}

} // namespace ns3
