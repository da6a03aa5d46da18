// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRACE_REFERENCE_H
#define AI_FABRIC_TRACE_REFERENCE_H

#include "type-reference.h"

#include <cstddef>
#include <iosfwd>

namespace ns3
{

/**
 * Writes the trace sources of every class of the group AiFabric, each with the class that declares
 * it, the signature of its sinks and its help.
 *
 * @param out stream to write to
 * @param filter its name is that of a class here; with a word, only sources that contain it are
 *         written
 * @return number of sources
 */
size_t WriteTraceReference(std::ostream& out, const ReferenceFilter& filter);

} // namespace ns3

#endif // AI_FABRIC_TRACE_REFERENCE_H
