// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PROGRAM_ATTRIBUTES_H
#define AI_FABRIC_PROGRAM_ATTRIBUTES_H

#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * Some attributes serve programs only: they change nothing that a scenario can build, so scenarios
 * may not set them.
 *
 * @param tid of an object
 * @param attribute of it, in any spelling
 * @return why it has no effect in a scenario; empty: it has one
 */
std::string WhyForPrograms(TypeId tid, const std::string& attribute);

} // namespace ns3

#endif // AI_FABRIC_PROGRAM_ATTRIBUTES_H
