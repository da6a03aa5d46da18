// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TYPE_NAMES_H
#define AI_FABRIC_TYPE_NAMES_H

#include "ns3/name-hint.h"
#include "ns3/type-id.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Rules by which scenarios spell the names that ns-3 registers. There is no list: every rule works
 * on names.
 *
 * A name in a scenario and one in ns-3 are the same if they are the same without hyphens and
 * without regard to case: "hostsPerLeaf", "hosts-per-leaf" and HostsPerLeaf. A type is looked up
 * for a role, its suffix: "leaf-spine" as a Topology is ns3::LeafSpineTopology, "dcqcn" as a
 * CongestionControl is ns3::Dcqcn, since there is no ns3::DcqcnCongestionControl, and "none" as a
 * CongestionControl is ns3::NoCongestionControl. The full name, ns3::Dcqcn, works too.
 */

/** @param name an attribute @return its spelling in scenarios: HostsPerLeaf is hostsPerLeaf */
std::string SpellAttribute(const std::string& name);

/**
 * @param tid a type
 * @param role suffix of its class name
 * @return its spelling, such as "leaf-spine"
 */
std::string SpellType(TypeId tid, const std::string& role);

/**
 * @param base a type
 * @return the types that can be created among base and its derived types, by name
 */
std::vector<TypeId> GetTypes(TypeId base);

/**
 * @param name name as in a scenario
 * @param role suffix of its class name
 * @param base base class of the type; ns3::Object for any
 * @return the type; empty if none that can be created has this name
 */
std::optional<TypeId> FindType(const std::string& name, const std::string& role, TypeId base);

/** An attribute and the class that declares it. */
struct AttributeEntry
{
    TypeId::AttributeInformation info; //!< information of ns-3
    TypeId owner;                      //!< class that declares it
};

/**
 * @param tid a type
 * @return attributes that a scenario can set: its own, then the inherited ones
 */
std::vector<AttributeEntry> GetAttributes(TypeId tid);

} // namespace ns3

#endif // AI_FABRIC_TYPE_NAMES_H
