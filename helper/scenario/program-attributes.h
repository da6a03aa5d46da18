// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PROGRAM_ATTRIBUTES_H
#define AI_FABRIC_PROGRAM_ATTRIBUTES_H

#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * Tells why scenarios may not set an attribute: some attributes are for programs only, and change
 * nothing that a scenario can build.
 *
 * @param tid TypeId of an object
 * @param attribute name of the attribute, in any spelling
 * @return reason why it has no effect in a scenario; empty: it has an effect
 */
std::string WhyForPrograms(TypeId tid, const std::string& attribute);

} // namespace ns3

#endif // AI_FABRIC_PROGRAM_ATTRIBUTES_H
