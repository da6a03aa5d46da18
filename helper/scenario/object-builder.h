// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OBJECT_BUILDER_H
#define AI_FABRIC_OBJECT_BUILDER_H

#include "scenario-value.h"

#include "ns3/object-factory.h"
#include "ns3/object.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * Makes an object from its type and attributes in a scenario.
 *
 * Members are attributes; the value of an attribute that holds an object is a type name, or an
 * object with "type" and attributes. Without "type" the present type stays and only its attributes
 * change. A preset stands for its type and attributes, see ExpandPreset().
 *
 * @tparam T base class of the object
 * @param value value such as {"type": "leaf-spine", "leaves": 4}, or "leaf-spine"
 * @param role suffix of the class names, such as "Topology"
 * @return the object
 * @throw InputError with the place, and the allowed types, attributes or values
 */
template <typename T>
Ptr<T> BuildObject(const ScenarioValue& value, const std::string& role);

/**
 * BuildObject() for a base class given as a TypeId.
 *
 * @param base base class of the object; also its type without "type", if it can be created
 * @param value value of the scenario
 * @param role suffix of the class names
 * @return the object
 */
Ptr<Object> BuildObjectOf(TypeId base, const ScenarioValue& value, const std::string& role);

/**
 * BuildObject() for programs.
 *
 * @tparam T base class of the object
 * @param text text as in a scenario, with attributes in brackets: "dgx-h100", "my-server.json",
 *        "dgx-h100[Nvlinks=8|PacketBytes=4096]", "ns3::CustomServer"
 * @param role suffix of the class names, such as "Server"
 * @return the object
 */
template <typename T>
Ptr<T> BuildObject(const std::string& text, const std::string& role);

/**
 * BuildObject() for attributes that hold a factory.
 *
 * @param base base class of its objects
 * @param text text as in a scenario, with attributes in brackets
 * @param role suffix of the class names, such as "Model"
 * @return factory of such objects
 */
ObjectFactory BuildObjectFactory(TypeId base, const std::string& text, const std::string& role);

/**
 * Sets ns-3's default of an attribute, such as "ns3::Gpu::ReduceRate".
 *
 * @param value value whose key is the name of the attribute
 * @throw InputError if there is no such attribute or the value is wrong
 */
void SetDefaultAttribute(const ScenarioValue& value);

template <typename T>
Ptr<T>
BuildObject(const ScenarioValue& value, const std::string& role)
{
    return DynamicCast<T>(BuildObjectOf(T::GetTypeId(), value, role));
}

template <typename T>
Ptr<T>
BuildObject(const std::string& text, const std::string& role)
{
    return DynamicCast<T>(BuildObjectFactory(T::GetTypeId(), text, role).Create());
}

} // namespace ns3

#endif // AI_FABRIC_OBJECT_BUILDER_H
