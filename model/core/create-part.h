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
 * Creates the part of an attribute with an ObjectFactory. ns-3 leaves a factory empty if its name
 * is not registered, and crashes when it is to create an object.
 *
 * @tparam T base class of the part
 * @tparam Factory ObjectFactory or PreparedFactory
 * @param factory factory of the part
 * @param attribute class and name of the attribute, such as "FabricSwitch Watchdog"
 * @return the part
 * @throw InputError with the allowed classes if the factory makes none of them
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
                                            : "does not name a registered class") +
                     "; expected one of " + Join(GetClassNames(T::GetTypeId())));
}

} // namespace ns3

#endif // AI_FABRIC_CREATE_PART_H
