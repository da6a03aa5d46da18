// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_FLOW_ENTROPY_H
#define AI_FABRIC_FLOW_ENTROPY_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
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

/**
 * The UDP source port of a connection without a flow label: what rdma_calc_flow_label() and
 * rdma_flow_label_to_udp_sport() of Linux make of its queue pair numbers.
 *
 * @param localQp number of the sending queue pair
 * @param remoteQp number of the receiving queue pair
 * @return 49152 to 65535
 */
constexpr uint16_t
UdpSourcePort(uint32_t localQp, uint32_t remoteQp)
{
    uint64_t value = uint64_t{localQp} * remoteQp;
    value ^= value >> 20;
    value ^= value >> 40;
    const uint32_t label = value & 0xfffff;
    return static_cast<uint16_t>(((label & 0x3fff) ^ ((label & 0xfc000) >> 14)) | 0xc000);
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

/** No host has this index. */
constexpr uint32_t NO_HOST = UINT32_MAX;

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
