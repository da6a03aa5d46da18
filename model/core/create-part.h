// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREATE_PART_H
#define AI_FABRIC_CREATE_PART_H

#include "input-error.h"
#include "name-hint.h"
#include "part-checker.h"

#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * What an attribute that holds an ObjectFactory stands for. ns-3 leaves a factory empty that is set
 * from a name that nobody has registered, and crashes when it is to create something.
 *
 * @tparam T class of the part
 * @tparam Factory ObjectFactory or PreparedFactory
 * @param factory of the part
 * @param attribute of which class and which, such as "FabricSwitch Watchdog"
 * @return the part
 * @throw InputError with the classes that there are if the factory makes none of them
 */
template <typename T, typename Factory>
Ptr<T>
CreatePart(const Factory& factory, const std::string& attribute)
{
    const auto isOne = [](TypeId tid) {
        return tid.HasConstructor() && (tid == T::GetTypeId() || tid.IsChildOf(T::GetTypeId()));
    };
    if (factory.IsTypeIdSet() && isOne(factory.GetTypeId()))
    {
        return factory.template Create<T>();
    }
    throw InputError(attribute + ": " +
                     (factory.IsTypeIdSet() ? "is " + factory.GetTypeId().GetName()
                                            : "names no class that is registered") +
                     "; expected one of " + Join(GetClassNames(T::GetTypeId())));
}

} // namespace ns3

#endif // AI_FABRIC_CREATE_PART_H
