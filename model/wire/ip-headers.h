// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IP_HEADERS_H
#define AI_FABRIC_IP_HEADERS_H

#include "ns3/fabric-packet.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Lengths of headers between Ethernet and the transport, in bytes.
 */
constexpr uint32_t IPV4_BYTES = 20;
constexpr uint32_t UDP_BYTES = 8;

/**
 * @ingroup ai-fabric-wire
 * EtherType of IPv4.
 */
constexpr uint16_t IPV4_ETHER_TYPE = 0x0800;

/**
 * @ingroup ai-fabric-wire
 * The headers between Ethernet and UDP. Objects are constant and exist once.
 */
class IpHeaders
{
  public:
    virtual ~IpHeaders() = default;

    /** @return length of the headers in bytes */
    virtual uint32_t GetBytes() const = 0;

    /** @return EtherType of the outermost header */
    virtual uint16_t GetEtherType() const = 0;

    /** @return bytes of outer headers, which a switch may change or remove */
    virtual uint32_t GetOuterBytes() const = 0;

    /**
     * @param packet packet with addresses, DSCP, ECN and entropy
     * @param udpBytes length from the UDP header on
     * @param frame receives the headers
     */
    virtual void Write(const FabricPacket& packet,
                       uint32_t udpBytes,
                       std::vector<uint8_t>& frame) const = 0;

    /**
     * @param headers bytes from these headers on, complete
     * @return true if UDP is behind the headers; they may be damaged otherwise
     */
    virtual bool IsUdp(const uint8_t* headers) const = 0;

    /**
     * @param headers bytes from these headers on
     * @param available number of these bytes, including padding
     * @param packet receives addresses, DSCP and ECN
     * @return bytes up to the end of the datagram; nothing if the headers are not valid, or not in
     * front of UDP
     */
    virtual std::optional<std::size_t> Read(const uint8_t* headers,
                                            std::size_t available,
                                            FabricPacket& packet) const = 0;

    /**
     * Sets to ones what the invariant CRC does not cover (IBTA vol. 1, annex 17, A17.3.3).
     *
     * @param header innermost header
     */
    virtual void MaskVariant(uint8_t* header) const = 0;
};

/** @return IPv4 without options */
const IpHeaders& GetIpv4Headers();

/** @param packet packet @return byte of its DSCP and ECN field (RFC 2474, RFC 3168) */
uint32_t GetIpService(const FabricPacket& packet);

/** @param service byte of DSCP and ECN field @param packet receives both */
void SetIpService(uint32_t service, FabricPacket& packet);

/**
 * Sets CE in the IPv4 header of a packet that was marked on its path (RFC 3168, section 5).
 *
 * @param header IPv4 header
 * @param available number of bytes from there on
 */
void MarkIpv4(uint8_t* header, std::size_t available);

/**
 * @param ip headers of the packet
 * @param packet bytes from the innermost IP header to the end of the payload and its padding
 * @param bytes number of these bytes
 * @return invariant CRC of a RoCEv2 packet (IBTA vol. 1, annex 17, A17.3.3)
 */
uint32_t GetInvariantCrc(const IpHeaders& ip, const uint8_t* packet, std::size_t bytes);

/**
 * @param ip headers of the packet
 * @param packet bytes from the innermost IP header to the end of the invariant CRC
 * @param bytes number of these bytes, at least 4
 * @return true if the last four bytes are the invariant CRC
 */
bool HasInvariantCrc(const IpHeaders& ip, const uint8_t* packet, std::size_t bytes);

} // namespace ns3

#endif // AI_FABRIC_IP_HEADERS_H
