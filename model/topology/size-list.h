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
 * @param text such as "400Gbps,800Gbps"
 * @param separator between its items
 * @return the items, an empty one after a separator at the end; none of an empty text
 */
std::vector<std::string> SplitList(const std::string& text, char separator = ',');

/**
 * @ingroup ai-fabric-topology
 * @param text such as "4x4x8"
 * @param least of each number
 * @return the numbers, each at most 65536; nothing if it is no such list
 */
std::optional<std::vector<uint32_t>> ParseSizes(const std::string& text, uint32_t least);

/**
 * @ingroup ai-fabric-topology
 * @param index of a point, the last dimension runs fastest
 * @param sizes by dimension
 * @return its coordinates
 */
std::vector<uint32_t> GetPlace(uint64_t index, const std::vector<uint32_t>& sizes);

/**
 * @ingroup ai-fabric-topology
 * @param sizes by dimension
 * @return how many points there are, at most 10^12
 */
uint64_t CountPoints(const std::vector<uint32_t>& sizes);

/**
 * @ingroup ai-fabric-topology
 * @param place coordinates
 * @return them as "1-0-3", for names
 */
std::string NamePlace(const std::vector<uint32_t>& place);

} // namespace ns3

#endif // AI_FABRIC_SIZE_LIST_H
