// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WRAPPED_NUMBER_H
#define AI_FABRIC_WRAPPED_NUMBER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * @param low low bits of a number
 * @param near value less than half a wrap away from the number
 * @param bits number of low bits, 1 to 32
 * @return the full number
 */
constexpr uint64_t
UnwrapNumber(uint32_t low, uint64_t near, uint32_t bits = 32)
{
    const uint32_t shift = 32 - bits;
    const auto distance = static_cast<int32_t>((low - static_cast<uint32_t>(near)) << shift);
    return near + static_cast<uint64_t>(int64_t{distance >> shift});
}

} // namespace ns3

#endif // AI_FABRIC_WRAPPED_NUMBER_H
