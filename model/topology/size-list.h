// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SIZE_LIST_H
#define AI_FABRIC_SIZE_LIST_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * @param text list such as "400Gbps,800Gbps"
 * @param separator character between the items
 * @return the items, with an empty item after a separator at the end; nothing for an empty text
 */
std::vector<std::string> SplitList(const std::string& text, char separator = ',');

/**
 * @ingroup ai-fabric-topology
 * @param text sizes such as "4x4x8"
 * @param least smallest allowed number
 * @return the numbers, each at most 65536; nothing if the text is not such a list
 */
std::optional<std::vector<uint32_t>> ParseSizes(const std::string& text, uint32_t least);

/**
 * @ingroup ai-fabric-topology
 * @param index index of a point; the last dimension runs fastest
 * @param sizes sizes by dimension
 * @return coordinates of the point
 */
std::vector<uint32_t> GetPlace(uint64_t index, const std::vector<uint32_t>& sizes);

/**
 * @ingroup ai-fabric-topology
 * @param sizes sizes by dimension
 * @return number of points, at most 10^12
 */
uint64_t CountPoints(const std::vector<uint32_t>& sizes);

/**
 * @ingroup ai-fabric-topology
 * @param place coordinates of a point
 * @return coordinates as "1-0-3", for names
 */
std::string NamePlace(const std::vector<uint32_t>& place);

} // namespace ns3

#endif // AI_FABRIC_SIZE_LIST_H
