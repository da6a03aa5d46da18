// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TYPE_REFERENCE_H
#define AI_FABRIC_TYPE_REFERENCE_H

#include <iosfwd>

namespace ns3
{

/** Writes all types of every role with attributes, defaults and help. @param out where to */
void WriteReference(std::ostream& out);

/**
 * Writes the same for programs: an object of roles; in each an object of types by their spelling,
 * with "class" and "attributes". An attribute has "name", "value" (its ns-3 AttributeValue),
 * "range" (as ns-3 describes it, such as "uint32_t 1:65536"), "initial", "help", and "role" if it
 * holds an object.
 *
 * @param out where to
 */
void WriteReferenceJson(std::ostream& out);

} // namespace ns3

#endif // AI_FABRIC_TYPE_REFERENCE_H
