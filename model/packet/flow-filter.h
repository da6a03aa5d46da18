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
 * The number of a flow: packets from a host to an endpoint of another host, on any path.
 *
 * @param sourceHost host index of the source
 * @param destHost host index of the destination
 * @param destEndpoint number of the endpoint there
 * @return number, the same at every port; two flows have equal numbers with probability 2^-32
 */
constexpr uint32_t
FlowNumber(uint32_t sourceHost, uint32_t destHost, uint32_t destEndpoint)
{
    return static_cast<uint32_t>(HashDraw(HashDraw(sourceHost, destHost), uint64_t{destEndpoint}) >>
                                 32);
}

/**
 * @ingroup ai-fabric-packet
 * @param packet packet
 * @return number of its flow
 */
inline uint32_t
FlowNumberOf(const FabricPacket& packet)
{
    return FlowNumber(packet.sourceHost, packet.destHost, packet.destEndpoint);
}

/**
 * @ingroup ai-fabric-packet
 * A set of queues, or of flows by hash: bit n is queue n, or all flows whose number is n modulo
 * BITS. The set may contain additional flows, but never misses a flow.
 */
struct FlowFilter
{
    static constexpr uint32_t BITS = 1024; //!< number of bits

    std::array<uint64_t, BITS / 64> words{}; //!< bit n of the filter: bit n % 64 of word n / 64

    /**
     * @param number number of a flow, or of a queue
     * @return true if it is in the set
     */
    bool Has(uint32_t number) const
    {
        return words[number % BITS / 64] >> number % 64 & 1;
    }

    /**
     * @param number number of a flow, or of a queue
     * @param in true: add it; false: remove it
     */
    void Set(uint32_t number, bool in)
    {
        uint64_t& word = words[number % BITS / 64];
        const uint64_t bit = uint64_t{1} << number % 64;
        word = in ? word | bit : word & ~bit;
    }

    /** @return true if the set is empty */
    bool IsEmpty() const
    {
        return std::all_of(words.begin(), words.end(), [](uint64_t word) { return word == 0; });
    }

    /**
     * @param other another set
     * @return true if both sets are equal
     */
    bool operator==(const FlowFilter& other) const
    {
        return words == other.words;
    }
};

} // namespace ns3

#endif // AI_FABRIC_FLOW_FILTER_H
