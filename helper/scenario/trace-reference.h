// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRACE_REFERENCE_H
#define AI_FABRIC_TRACE_REFERENCE_H

#include <iosfwd>

namespace ns3
{

/**
 * Writes the trace sources of every class of the group AiFabric, each with the class that declares
 * it, the signature of its sinks and its help. @param out where to
 */
void WriteTraceReference(std::ostream& out);

} // namespace ns3

#endif // AI_FABRIC_TRACE_REFERENCE_H
