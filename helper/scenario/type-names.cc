// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "type-names.h"

#include "program-attributes.h"

#include "ns3/object.h"

#include <algorithm>
#include <cctype>
#include <utility>

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

/** @return lower case, without hyphens and underscores */
std::string
Plain(const std::string& name)
{
    std::string plain;
    for (const char c : name)
    {
        if (c != '-' && c != '_')
        {
            plain += ToLower(c);
        }
    }
    return plain;
}

bool
StartsWith(const std::string& text, const std::string& start)
{
    return text.compare(0, start.size(), start) == 0;
}

/** @return the name of a class without its namespace */
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

/** @return letters to insert, remove, replace or swap with the next to get from a to b */
size_t
CountEdits(const std::string& a, const std::string& b)
{
    std::vector<size_t> older; // of a's first i - 2 letters, against each beginning of b
    std::vector<size_t> old;
    std::vector<size_t> now(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
    {
        now[j] = j;
    }
    for (size_t i = 1; i <= a.size(); ++i)
    {
        older = std::move(old);
        old = now;
        now[0] = i;
        for (size_t j = 1; j <= b.size(); ++j)
        {
            now[j] =
                std::min({old[j] + 1, now[j - 1] + 1, old[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            {
                now[j] = std::min(now[j], older[j - 2] + 1);
            }
        }
    }
    return now[b.size()];
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
        return name; // of somebody else's namespace
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

bool
SameName(const std::string& a, const std::string& b)
{
    return Plain(a) == Plain(b);
}

std::vector<TypeId>
GetTypes(TypeId base)
{
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

std::optional<TypeId>
FindType(const std::string& name, const std::string& role, TypeId base)
{
    const std::string plain = Plain(WithoutNamespace(name));
    const std::string stem = plain == "none" ? "no" : plain;
    const auto types = GetTypes(base);
    for (const auto& wanted : {stem + Plain(role), plain})
    {
        for (const auto& tid : types)
        {
            if (Plain(WithoutNamespace(tid.GetName())) == wanted)
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

std::string
Suggest(const std::string& name, const std::vector<std::string>& known)
{
    const std::string plain = Plain(name);
    size_t least = std::max<size_t>(1, plain.size() / 3) + 1;
    std::string nearest;
    for (const auto& other : known)
    {
        const std::string full = Plain(other);
        const bool isBegun = plain.size() >= 3 && full.compare(0, plain.size(), plain) == 0;
        const size_t edits = isBegun ? 1 : CountEdits(plain, full);
        if (edits < least)
        {
            least = edits;
            nearest = other;
        }
    }
    return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

std::string
Join(const std::vector<std::string>& words)
{
    std::string text;
    for (const auto& word : words)
    {
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

} // namespace ns3
