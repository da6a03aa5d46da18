// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLOW_FILTER_H
#define AI_FABRIC_FLOW_FILTER_H

#include "fabric-packet.h"

#include "ns3/random-draws.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * The number of a flow: what a source has for an endpoint of another host, whatever its paths.
 *
 * @param sourceHost index
 * @param destHost index
 * @param destEndpoint number there
 * @return the same at every port; equal for two flows with a chance of 2^-32
 */
constexpr uint32_t
FlowNumber(uint32_t sourceHost, uint32_t destHost, uint32_t destEndpoint)
{
    return static_cast<uint32_t>(HashDraw(HashDraw(sourceHost, destHost), uint64_t{destEndpoint}) >>
                                 32);
}

/** @ingroup ai-fabric-packet @param packet any @return the number of its flow */
inline uint32_t
FlowNumberOf(const FabricPacket& packet)
{
    return FlowNumber(packet.sourceHost, packet.destHost, packet.destEndpoint);
}

/**
 * @ingroup ai-fabric-packet
 * A set of queues, or of flows by hash: bit n is queue n, or any flow whose number is n modulo
 * BITS. So it may name flows that are not meant, and misses none.
 */
struct FlowFilter
{
    static constexpr uint32_t BITS = 1024; //!< in a set

    std::array<uint64_t, BITS / 64> words{}; //!< bit n of the filter: bit n % 64 of word n / 64

    /** @param number of a flow, or a queue @return whether it is in the set */
    bool Has(uint32_t number) const
    {
        return words[number % BITS / 64] >> number % 64 & 1;
    }

    /** @param number of a flow, or a queue @param in whether it is to be in the set */
    void Set(uint32_t number, bool in)
    {
        uint64_t& word = words[number % BITS / 64];
        const uint64_t bit = uint64_t{1} << number % 64;
        word = in ? word | bit : word & ~bit;
    }

    /** @return whether nothing is in the set */
    bool IsEmpty() const
    {
        return std::all_of(words.begin(), words.end(), [](uint64_t word) { return word == 0; });
    }

    /** @param other any @return whether it is the same set */
    bool operator==(const FlowFilter& other) const
    {
        return words == other.words;
    }
};

} // namespace ns3

#endif // AI_FABRIC_FLOW_FILTER_H
