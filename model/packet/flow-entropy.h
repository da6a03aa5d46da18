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
 * Number that distinguishes flows in the choice of paths: both addresses and the UDP source port.
 *
 * @param sourceHost host index
 * @param destHost host index
 * @param udpSourcePort UDP source port of the connection
 * @return value for FabricPacket::entropy
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
 * @param entropy result of FlowEntropy(sourceHost, destHost, port)
 * @return the port
 */
constexpr uint16_t
UdpSourcePortOf(uint32_t sourceHost, uint32_t destHost, uint32_t entropy)
{
    return static_cast<uint16_t>(entropy ^ FlowEntropy(sourceHost, destHost, 0));
}

/** First UDP source port of connections. */
constexpr uint16_t FIRST_SOURCE_PORT = 0xc000;

/** Number of UDP source ports of connections. */
constexpr uint32_t MOST_SOURCE_PORTS = 16'384;

/**
 * The UDP source port of a connection without a flow label. Linux hashes 14 bits of it from the
 * numbers of both queue pairs (rdma_calc_flow_label(), rdma_flow_label_to_udp_sport()), which are
 * arbitrary; here the draw of the connection replaces them.
 *
 * @param draw number with random bits
 * @param ports number of ports to choose from, 1 to 16384
 * @return port, 49152 to 49152 + ports - 1; up to 65535 with all 16384
 */
constexpr uint16_t
UdpSourcePort(uint64_t draw, uint32_t ports = MOST_SOURCE_PORTS)
{
    return static_cast<uint16_t>(FIRST_SOURCE_PORT + ((draw >> 50) * ports >> 14));
}

/**
 * Makes a choice shared by all packets of a flow, with the finalizer of MurmurHash3: every bit of
 * the inputs has an effect, and all choices are equally likely.
 *
 * @param entropy entropy of a flow
 * @param salt salt; choices with different salts are independent
 * @param count number of choices, at least 1
 * @return index of the choice, 0 to count - 1
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
 * Chooses the LID of the destination for a connection. The choice need not be transmitted: every
 * holder of a packet computes the same value.
 *
 * @param entropy entropy of the connection
 * @param lids number of LIDs of the destination, 2^LMC
 * @return offset from the first LID
 */
constexpr uint32_t
LidOffset(uint32_t entropy, size_t lids)
{
    return ChooseByEntropy(entropy, 0, lids);
}

/**
 * The addresses of hosts in the HPCC simulator and its descendants, known from their fct.txt.
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
 * @param address IPv4 address in host byte order
 * @return host index of this address, 0 to 65535, or NO_HOST
 */
constexpr uint32_t
HostOfIpv4(uint32_t address)
{
    return address >> 24 == 0x0b && (address & 0xff) == 1 ? address >> 8 & 0xffff : NO_HOST;
}

} // namespace ns3

#endif // AI_FABRIC_FLOW_ENTROPY_H
