// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_TRIPLE_H
#define AI_FABRIC_NCCL_TRIPLE_H

#include <array>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-nccl
 * Times in us, by protocol.
 */
using NcclTriple = std::array<double, 3>;

/**
 * @ingroup ai-fabric-nccl
 * @param type name of the type that has the attribute
 * @param attribute name of the attribute
 * @param text three times, for LL, LL128 and Simple, such as "2.7 4 14"
 * @return the three times in us
 * @throw InputError if the text is not three times
 */
NcclTriple ReadNcclTriple(const char* type, const char* attribute, const std::string& text);

} // namespace ns3

#endif // AI_FABRIC_NCCL_TRIPLE_H
