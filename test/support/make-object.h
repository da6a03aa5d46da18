// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MAKE_OBJECT_H
#define AI_FABRIC_MAKE_OBJECT_H

#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** Attributes as text. */
using Attributes = std::vector<std::pair<std::string, std::string>>;

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
