// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROCE_V2_CODEC_H
#define AI_FABRIC_ROCE_V2_CODEC_H

#include "ethernet-frame.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Lengths of headers between Ethernet and the BTH, in bytes.
 */
constexpr uint32_t IPV4_BYTES = 20;
constexpr uint32_t UDP_BYTES = 8;

/**
 * @ingroup ai-fabric-wire
 * RoCEv2 over IPv4 (IBTA annex A17), with the FCS:
 *
 *     Ethernet 14 [802.1Q 4] | IPv4 20 | UDP 8 | BTH ... | payload, pad | ICRC 4 | FCS 4
 *
 * Frames shorter than 64 B get zeros before the FCS.
 *
 * The packet gives addresses (HostIpv4() of its hosts), DSCP, ECN (ECT as ECT(0)), UDP source port
 * (UdpSourcePortOf() its entropy) and everything from the BTH on, see RdmaHeaderOptions; the link
 * gives the MAC addresses; the tag has the packet's priority and VLAN 0. A selective
 * acknowledgement is there if the packet is as much longer. Without a source: identification 0, do
 * not fragment, time to live 64, UDP checksum 0, and a payload of zeros.
 *
 * A FOREIGN packet is its ForeignFrame between the MAC addresses of its hosts; a mark that it met
 * is CE in its IPv4 header.
 *
 * A packet of another transport is a datagram to OTHER_UDP_PORT, as long as it is, of zeros: what
 * its header means, only a codec of its own knows. It is not decoded.
 *
 * Not on the wire and so not decoded: times, priority if there is no tag, and of the entropy what
 * the UDP source port does not hold; of FOREIGN packets none. wireBytes counts preamble and gap.
 */
class RoceV2Codec final : public FabricPacketCodec
{
  public:
    /** UDP destination port (IBTA annex A17.3.1.1). */
    static constexpr uint16_t UDP_PORT = 4791;

    /**
     * With the number of another transport added, the port of its datagrams: one for private use.
     */
    static constexpr uint16_t OTHER_UDP_PORT = 0xff00;

    /** @param vlanTag whether data frames carry an 802.1Q tag */
    explicit RoceV2Codec(bool vlanTag);

    /**
     * The invariant CRC: CRC-32 of eight bytes 0xff and the packet, in which TOS, TTL, both
     * checksums and the byte behind the BTH's P_Key count as 0xff (IBTA annex A17.3.3).
     *
     * @param packet IPv4 header without options to pad, not the ICRC; at least up to the BTH
     * @param bytes its length
     * @return the CRC
     */
    static uint32_t InvariantCrc(const uint8_t* packet, std::size_t bytes);

  private:
    uint32_t DoGetDataLinkType() const override;
    uint32_t DoGetLeastFrameBytes() const override;
    std::vector<uint8_t> DoEncode(const FabricPacket& packet, const FrameEnds& ends) const override;
    FabricPacketPtr DoDecode(const std::vector<uint8_t>& frame) const override;

    bool m_vlanTag; //!< whether data frames carry an 802.1Q tag
};

} // namespace ns3

#endif // AI_FABRIC_ROCE_V2_CODEC_H
