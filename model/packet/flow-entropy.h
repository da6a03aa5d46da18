// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLOW_ENTROPY_H
#define AI_FABRIC_FLOW_ENTROPY_H

#include "ns3/fabric-units.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * What tells flows apart where paths are chosen: both addresses and the UDP source port.
 *
 * @param sourceHost host index
 * @param destHost host index
 * @param udpSourcePort of the connection
 * @return FabricPacket::entropy
 */
constexpr uint32_t
FlowEntropy(uint32_t sourceHost, uint32_t destHost, uint16_t udpSourcePort)
{
    return (sourceHost * 0x9e3779b1U) ^ (destHost * 0x85ebca6bU) ^ udpSourcePort;
}

/**
 * The inverse of FlowEntropy().
 *
 * @param sourceHost host index
 * @param destHost host index
 * @param entropy FlowEntropy(sourceHost, destHost, port)
 * @return that port
 */
constexpr uint16_t
UdpSourcePortOf(uint32_t sourceHost, uint32_t destHost, uint32_t entropy)
{
    return static_cast<uint16_t>(entropy ^ FlowEntropy(sourceHost, destHost, 0));
}

/** The first UDP source port that connections may have. */
constexpr uint16_t FIRST_SOURCE_PORT = 0xc000;

/** How many UDP source ports connections may have. */
constexpr uint32_t MOST_SOURCE_PORTS = 16'384;

/**
 * The UDP source port of a connection without a flow label. Linux hashes 14 bits of it from the
 * numbers of both queue pairs (rdma_calc_flow_label(), rdma_flow_label_to_udp_sport()), which are
 * arbitrary; here whatever is drawn for the connection takes their place.
 *
 * @param draw a number with random bits
 * @param ports how many there are to draw from, 1 to 16384
 * @return 49152 and so many from there on; of all 16384 up to 65535
 */
constexpr uint16_t
UdpSourcePort(uint64_t draw, uint32_t ports = MOST_SOURCE_PORTS)
{
    return static_cast<uint16_t>(FIRST_SOURCE_PORT + ((draw >> 50) * ports >> 14));
}

/**
 * A choice that all packets of a flow share, by the finalizer of MurmurHash3: every bit of the
 * inputs decides, and all numbers are equally likely.
 *
 * @param entropy of a flow
 * @param salt makes choices independent that have another one
 * @param count at least 1
 * @return a number below count
 */
constexpr uint32_t
ChooseByEntropy(uint32_t entropy, uint32_t salt, size_t count)
{
    uint64_t hash = uint64_t{entropy} << 32 | salt;
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdULL;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    hash ^= hash >> 33;
    return static_cast<uint32_t>((hash >> 32) * count >> 32);
}

/**
 * Which of the LIDs of a destination a connection sends to. It need not be told: whoever has its
 * packet finds the same.
 *
 * @param entropy of the connection
 * @param lids of the destination, 2^LMC
 * @return offset from the first of them
 */
constexpr uint32_t
LidOffset(uint32_t entropy, size_t lids)
{
    return ChooseByEntropy(entropy, 0, lids);
}

/**
 * The addresses that the HPCC simulator and its heirs give their hosts, known from their fct.txt.
 *
 * @param host host index
 * @return its IPv4 address in host byte order: 11.0.0.1, 11.0.1.1, ... 11.1.0.1, ...
 */
constexpr uint32_t
HostIpv4(uint32_t host)
{
    return 0x0b000001 + ((host / 256) << 16) + ((host % 256) << 8);
}

/**
 * The inverse of HostIpv4().
 *
 * @param address in host byte order
 * @return the host whose address it is, 0 to 65535, or NO_HOST
 */
constexpr uint32_t
HostOfIpv4(uint32_t address)
{
    return address >> 24 == 0x0b && (address & 0xff) == 1 ? address >> 8 & 0xffff : NO_HOST;
}

} // namespace ns3

#endif // AI_FABRIC_FLOW_ENTROPY_H
