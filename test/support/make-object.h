// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MAKE_OBJECT_H
#define AI_FABRIC_MAKE_OBJECT_H

#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** Names and values of attributes; made of pairs, or of a text such as "Hosts=3 Rate=100Gbps". */
class Attributes : public std::vector<std::pair<std::string, std::string>>
{
  public:
    using vector::vector;

    /** @param text name=value, separated by blanks; a blank before no "Name=" is part of a value */
    Attributes(const std::string& text)
    {
        static const std::regex NAME("(^| )([A-Z][A-Za-z0-9]*)=");
        for (auto place = std::sregex_iterator(text.begin(), text.end(), NAME);
             place != std::sregex_iterator();)
        {
            const auto name = *place++;
            const auto begin = name[0].second;
            const bool last = place == std::sregex_iterator();
            emplace_back(name[2], std::string(begin, last ? text.end() : (*place)[0].first));
        }
    }

    /** The same of a literal. */
    Attributes(const char* text)
        : Attributes(std::string(text))
    {
    }
};

/** @return both; of attributes named twice the later one counts */
inline Attributes
operator+(Attributes attributes, const Attributes& more)
{
    attributes.insert(attributes.end(), more.begin(), more.end());
    return attributes;
}

/**
 * @param type name of a class, without ns3::
 * @param attributes of it; of those named twice the last one counts
 * @return a new object
 */
template <typename T>
Ptr<T>
Make(const std::string& type, const Attributes& attributes = {})
{
    ObjectFactory factory("ns3::" + type);
    for (const auto& [name, value] : attributes)
    {
        factory.Set(name, StringValue(value));
    }
    return factory.Create<T>();
}

} // namespace ns3

#endif // AI_FABRIC_MAKE_OBJECT_H
