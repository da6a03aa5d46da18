// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREATE_PART_H
#define AI_FABRIC_CREATE_PART_H

#include "input-error.h"

#include "ns3/object-factory.h"

#include <set>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * ns-3 leaves a factory empty that is set from a name that nobody has registered, and crashes when
 * it is to create something.
 *
 * @param factory of a part
 * @param base what its class has to be derived from
 * @param attribute of which class and which, such as "FabricSwitch Watchdog"
 * @throw InputError with the classes that there are if the factory has none
 */
inline void
RequireType(const ObjectFactory& factory, TypeId base, const std::string& attribute)
{
    if (factory.IsTypeIdSet())
    {
        return;
    }
    std::set<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid.HasConstructor() && (tid == base || tid.IsChildOf(base)))
        {
            names.insert(tid.GetName());
        }
    }
    std::string all;
    for (const auto& name : names)
    {
        all += (all.empty() ? "" : ", ") + name;
    }
    throw InputError(attribute + ": names no class that is registered; expected one of " + all);
}

/**
 * @ingroup ai-fabric-core
 * @param factory of a part of an object, the value of one of its attributes
 * @param attribute of which class and which, such as "FabricSwitch Watchdog"
 * @return the part
 * @throw InputError if the factory makes something else
 */
template <typename T>
Ptr<T>
CreatePart(const ObjectFactory& factory, const std::string& attribute)
{
    RequireType(factory, T::GetTypeId(), attribute);
    const auto part = DynamicCast<T>(factory.Create());
    if (!part)
    {
        throw InputError(attribute + ": " + factory.GetTypeId().GetName() + " is no " +
                         T::GetTypeId().GetName());
    }
    return part;
}

} // namespace ns3

#endif // AI_FABRIC_CREATE_PART_H
