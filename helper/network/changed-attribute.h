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
 * @param object whose attribute it is
 * @param tid class of the object, or a parent, that has the attribute itself
 * @param name of the attribute
 * @return its value as text if that is another one than the class has by default; none also for
 *         attributes that nobody can set
 */
std::optional<std::string> FindChangedValue(const ObjectBase& object,
                                            TypeId tid,
                                            const std::string& name);

} // namespace ns3

#endif // AI_FABRIC_CHANGED_ATTRIBUTE_H
