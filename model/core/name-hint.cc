// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "name-hint.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ns3
{

namespace
{

char
ToLower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/** @return index of the first character from begin on that is neither a hyphen nor an underscore */
size_t
SkipMarks(std::string_view name, size_t begin)
{
    while (begin < name.size() && (name[begin] == '-' || name[begin] == '_'))
    {
        ++begin;
    }
    return begin;
}

/** @return name in lower case, without hyphens and underscores */
std::string
Plain(const std::string& name)
{
    std::string plain;
    for (size_t i = SkipMarks(name, 0); i < name.size(); i = SkipMarks(name, i + 1))
    {
        plain += ToLower(name[i]);
    }
    return plain;
}

/**
 * @return number of letters to insert, remove, replace or swap with the next one to get from a to b
 */
size_t
CountEdits(const std::string& a, const std::string& b)
{
    std::vector<size_t> older; // for a's first i - 2 letters, by length of the start of b
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

bool
SameName(std::string_view a, std::string_view b)
{
    size_t i = 0;
    size_t j = 0;
    while (true)
    {
        i = SkipMarks(a, i);
        j = SkipMarks(b, j);
        if (i == a.size() || j == b.size())
        {
            return i == a.size() && j == b.size();
        }
        if (ToLower(a[i++]) != ToLower(b[j++]))
        {
            return false;
        }
    }
}

std::string
Suggest(const std::string& name, const std::vector<std::string>& known)
{
    const std::string plain = Plain(name);
    // Words with more edits only look alike.
    size_t least = std::clamp<size_t>(plain.size() / 3, 1, 2) + 1;
    std::string nearest;
    for (const auto& other : known)
    {
        const size_t edits = CountEdits(plain, Plain(other));
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
