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
 * How scenarios spell what ns-3 registers. Nothing is listed: every rule works on names.
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
 * @param role its suffix
 * @return its spelling, such as "leaf-spine"
 */
std::string SpellType(TypeId tid, const std::string& role);

/**
 * @param base all types derived from it, or it itself, that can be created
 * @return them, by name
 */
std::vector<TypeId> GetTypes(TypeId base);

/**
 * @param name as in a scenario
 * @param role the suffix
 * @param base what the type has to be derived from; ns3::Object for any
 * @return the type, if there is one that can be created
 */
std::optional<TypeId> FindType(const std::string& name, const std::string& role, TypeId base);

/** An attribute and the class that has it. */
struct AttributeEntry
{
    TypeId::AttributeInformation info; //!< what ns-3 knows of it
    TypeId owner;                      //!< where it is declared
};

/**
 * @param tid a type
 * @return the attributes that a scenario can set: its own, then those it inherits
 */
std::vector<AttributeEntry> GetAttributes(TypeId tid);

} // namespace ns3

#endif // AI_FABRIC_TYPE_NAMES_H
