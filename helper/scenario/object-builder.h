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
 * Makes an object from its type and attributes as a scenario gives them.
 *
 * Members are attributes; what holds an object itself is a type name, or an object with "type" and
 * attributes. Without "type" the one in effect stays and only its attributes change. A preset
 * stands for its type and attributes, see ExpandPreset().
 *
 * @tparam T what the object has to be
 * @param value such as {"type": "leaf-spine", "leaves": 4}, or "leaf-spine"
 * @param role suffix of the class names, such as "Topology"
 * @return the object
 * @throw InputError with the place, and the types, attributes or values that are allowed
 */
template <typename T>
Ptr<T> BuildObject(const ScenarioValue& value, const std::string& role);

/**
 * As BuildObject().
 *
 * @param base what the object has to be; it is one without "type" if it can
 * @param value of the scenario
 * @param role suffix of the class names
 * @return the object
 */
Ptr<Object> BuildObjectOf(TypeId base, const ScenarioValue& value, const std::string& role);

/**
 * As BuildObject(), for programs.
 *
 * @tparam T what the object has to be
 * @param text as in a scenario, with attributes in brackets: "dgx-h100", "my-server.json",
 *        "dgx-h100[Nvlinks=8|PacketBytes=4096]", "ns3::CustomServer"
 * @param role suffix of the class names, such as "Server"
 * @return the object
 */
template <typename T>
Ptr<T> BuildObject(const std::string& text, const std::string& role);

/**
 * As BuildObject(), for attributes that hold a factory.
 *
 * @param base what its objects have to be
 * @param text as in a scenario, with attributes in brackets
 * @param role suffix of the class names, such as "Model"
 * @return a factory of them
 */
ObjectFactory BuildObjectFactory(TypeId base, const std::string& text, const std::string& role);

/**
 * Sets ns-3's default of an attribute, named as in "ns3::Gpu::ReduceRate".
 *
 * @param value its key is the name
 * @throw InputError if there is none such or the value is wrong
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
