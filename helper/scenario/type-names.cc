// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "type-names.h"

#include "internet-library.h"
#include "program-attributes.h"

#include "ns3/background-traffic.h"
#include "ns3/host-protocols.h"
#include "ns3/object.h"

#include <algorithm>
#include <cctype>

namespace ns3
{

namespace
{

const std::string NAMESPACE = "ns3::";

bool
IsUpper(char c)
{
    return std::isupper(static_cast<unsigned char>(c));
}

char
ToLower(char c)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool
StartsWith(const std::string& text, const std::string& start)
{
    return text.compare(0, start.size(), start) == 0;
}

/** @return name of a class without its namespace */
std::string
WithoutNamespace(const std::string& name)
{
    return StartsWith(name, NAMESPACE) ? name.substr(NAMESPACE.size()) : name;
}

/** @return FatTree as fat-tree; a run of capitals is one word: HTTPServer as http-server */
std::string
Kebab(const std::string& name)
{
    std::string kebab;
    for (size_t i = 0; i < name.size(); ++i)
    {
        const bool wordBegins =
            i > 0 && IsUpper(name[i]) &&
            (!IsUpper(name[i - 1]) || (i + 1 < name.size() && std::islower(name[i + 1])));
        if (wordBegins)
        {
            kebab += '-';
        }
        kebab += ToLower(name[i]);
    }
    return kebab;
}

} // namespace

std::string
SpellAttribute(const std::string& name)
{
    std::string spelling = name;
    for (size_t i = 0; i < spelling.size() && IsUpper(spelling[i]); ++i)
    {
        if (i > 0 && i + 1 < spelling.size() && std::islower(spelling[i + 1]))
        {
            break;
        }
        spelling[i] = ToLower(spelling[i]);
    }
    return spelling;
}

std::string
SpellType(TypeId tid, const std::string& role)
{
    std::string name = WithoutNamespace(tid.GetName());
    if (name.find(':') != std::string::npos)
    {
        return name; // another namespace
    }
    if (!role.empty() && name.size() > role.size() &&
        name.compare(name.size() - role.size(), role.size(), role) == 0)
    {
        name.resize(name.size() - role.size());
        if (name == "No")
        {
            return "none";
        }
    }
    return Kebab(name);
}

std::vector<TypeId>
GetTypes(TypeId base)
{
    if (base == BackgroundTraffic::GetTypeId() || base == HostProtocols::GetTypeId())
    {
        LoadInternetLibrary();
    }
    std::vector<TypeId> types;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid.HasConstructor() && (tid == base || tid.IsChildOf(base)))
        {
            types.push_back(tid);
        }
    }
    std::sort(types.begin(), types.end(), [](TypeId a, TypeId b) {
        return a.GetName() < b.GetName();
    });
    return types;
}

std::optional<TypeId>
FindType(const std::string& name, const std::string& role, TypeId base)
{
    const std::string plain = WithoutNamespace(name);
    const std::string stem = SameName(plain, "none") ? "no" : plain;
    const auto types = GetTypes(base);
    for (const auto& wanted : {stem + role, plain})
    {
        for (const auto& tid : types)
        {
            if (SameName(WithoutNamespace(tid.GetName()), wanted))
            {
                return tid;
            }
        }
    }
    return {};
}

std::vector<AttributeEntry>
GetAttributes(TypeId tid)
{
    constexpr uint32_t SETTABLE = TypeId::ATTR_SET | TypeId::ATTR_CONSTRUCT;
    std::vector<AttributeEntry> attributes;
    for (TypeId owner = tid;; owner = owner.GetParent())
    {
        for (std::size_t i = 0; i < owner.GetAttributeN(); ++i)
        {
            const auto info = owner.GetAttribute(i);
            if ((info.flags & SETTABLE) && info.supportLevel == TypeId::SupportLevel::SUPPORTED &&
                WhyForPrograms(tid, info.name).empty())
            {
                attributes.push_back({info, owner});
            }
        }
        if (!owner.HasParent() || owner.GetParent() == owner)
        {
            return attributes;
        }
    }
}

} // namespace ns3
