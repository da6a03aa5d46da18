// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "file-checker.h"

#include "attribute-text.h"

#include "ns3/string.h"

#include <string>

namespace ns3
{

namespace
{

/** The checker of a string, as a class of its own. */
class FileChecker : public StringChecker
{
  public:
    bool Check(const AttributeValue& value) const override
    {
        return dynamic_cast<const StringValue*>(&value) != nullptr;
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::StringValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return "std::string";
    }

    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<StringValue>();
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto* from = dynamic_cast<const StringValue*>(&source);
        auto* const to = dynamic_cast<StringValue*>(&destination);
        if (from && to)
        {
            *to = *from;
        }
        return from && to;
    }
};

} // namespace

Ptr<const AttributeChecker>
MakeFileChecker()
{
    return Create<FileChecker>();
}

bool
IsFileAttribute(const TypeId::AttributeInformation& info)
{
    const std::string ending = "File";
    const bool isNamedSo =
        info.name.size() >= ending.size() &&
        info.name.compare(info.name.size() - ending.size(), ending.size(), ending) == 0;
    return dynamic_cast<const FileChecker*>(PeekPointer(info.checker)) ||
           (isNamedSo && GetValueType(info) == "StringValue");
}

} // namespace ns3
