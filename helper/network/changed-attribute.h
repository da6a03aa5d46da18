// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHANGED_ATTRIBUTE_H
#define AI_FABRIC_CHANGED_ATTRIBUTE_H

#include "ns3/object-base.h"
#include "ns3/type-id.h"

#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * @param object object with the attribute
 * @param tid class of the object, or a parent, that declares the attribute
 * @param name name of the attribute
 * @return value of the attribute as text if it differs from the default of the class; empty
 *         otherwise, and for attributes that cannot be set
 */
std::optional<std::string> FindChangedValue(const ObjectBase& object,
                                            TypeId tid,
                                            const std::string& name);

/**
 * @ingroup ai-fabric-network
 * @param object object with the attribute
 * @param other another object of the class
 * @param info the attribute
 * @return value of the object's attribute as text if it differs from that of the other one; empty
 *         otherwise, and for attributes that cannot be set
 */
std::optional<std::string> FindOtherValue(const ObjectBase& object,
                                          const ObjectBase& other,
                                          const TypeId::AttributeInformation& info);

} // namespace ns3

#endif // AI_FABRIC_CHANGED_ATTRIBUTE_H
