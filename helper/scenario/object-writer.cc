// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "object-writer.h"

#include "attribute-parser.h"
#include "type-names.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/prepared-factory.h"
#include "ns3/random-variable-stream.h"
#include "ns3/uinteger.h"

#include <cstdio>
#include <filesystem>
#include <type_traits>

namespace ns3
{

namespace
{

template <typename T>
bool
Is(const AttributeValue& value)
{
    return dynamic_cast<const T*>(&value) != nullptr;
}

void WriteFactory(JsonWriter& json, const std::string& key, const ObjectFactory& factory);

void
WriteValue(JsonWriter& json, const AttributeEntry& entry, const AttributeValue& value)
{
    const auto& info = entry.info;
    const std::string key = SpellAttribute(info.name);
    if (const auto* factory = dynamic_cast<const ObjectFactoryValue*>(&value))
    {
        if (factory->Get().IsTypeIdSet() && factory->Get().GetTypeId().HasConstructor())
        {
            WriteFactory(json, key, factory->Get());
        }
        return;
    }
    if (const auto* pointer = dynamic_cast<const PointerValue*>(&value))
    {
        if (pointer->GetObject())
        {
            WriteObject(json, key, *pointer->GetObject());
        }
        return;
    }
    if (const auto* number = dynamic_cast<const DoubleValue*>(&value))
    {
        char text[40];
        std::snprintf(text, sizeof(text), "%.17g", number->Get());
        json.AddLiteral(key, text);
        return;
    }
    std::string text = value.SerializeToString(info.checker);
    if (Is<UintegerValue>(value) || Is<IntegerValue>(value) || Is<BooleanValue>(value))
    {
        json.AddLiteral(key, text);
        return;
    }
    if (const auto* time = dynamic_cast<const TimeValue*>(&value))
    {
        text = std::to_string(time->Get().GetPicoSeconds()) + "ps";
    }
    // Paths are absolute, because the manifest may be run from another folder.
    if (NamesFile(info, text))
    {
        text = std::filesystem::absolute(text).lexically_normal().string();
    }
    json.Add(key, text);
}

/**
 * @param tid class of the object
 * @param getValue function from an AttributeEntry to the value of the attribute
 */
template <typename GetValue>
void
WriteMembers(JsonWriter& json, const std::string& key, TypeId tid, GetValue getValue)
{
    json.BeginObject(key);
    json.Add("type", tid.GetName());
    for (const auto& entry : GetAttributes(tid))
    {
        if ((entry.info.flags & TypeId::ATTR_GET) && entry.info.accessor->HasGetter())
        {
            WriteValue(json, entry, *getValue(entry));
        }
    }
    json.EndObject();
}

/** Writes an object as a factory would make it. */
void
WriteFactory(JsonWriter& json, const std::string& key, const ObjectFactory& factory)
{
    const TypeId tid = factory.GetTypeId();
    if (!tid.IsChildOf(RandomVariableStream::GetTypeId()))
    {
        WriteObject(json, key, *factory.Create());
        return;
    }
    // ns-3's first random variable of a process takes 41 million instructions for its constants.
    const auto& given = PreparedFactory::GetGiven(factory);
    WriteMembers(json, key, tid, [&given](const AttributeEntry& entry) {
        const auto value = given.Find(entry.info.checker);
        return entry.info.checker->CreateValidValue(value ? *value : *entry.info.initialValue);
    });
}

} // namespace

void
WriteObject(JsonWriter& json, const std::string& key, const Object& object)
{
    WriteMembers(json, key, object.GetInstanceTypeId(), [&object](const AttributeEntry& entry) {
        const auto value = entry.info.checker->Create();
        object.GetAttribute(entry.info.name, *value);
        return value;
    });
}

} // namespace ns3
