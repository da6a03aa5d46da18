// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UDP_FRAME_CODEC_H
#define AI_FABRIC_UDP_FRAME_CODEC_H

#include "ethernet-frame.h"

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
 * Frames of a transport over UDP and IPv4, with the FCS:
 *
 *     Ethernet 14 [802.1Q 4] | IPv4 20 | UDP 8 | body | FCS 4
 *
 * Frames shorter than 64 B get zeros before the FCS. A subclass knows the body of one transport.
 *
 * The packet gives addresses (HostIpv4() of its hosts), DSCP, ECN (ECT as ECT(0)) and UDP source
 * port (UdpSourcePortOf() its entropy); the link gives the MAC addresses; the tag has the packet's
 * priority and VLAN 0. Without a source: identification 0, do not fragment, time to live 64 and UDP
 * checksum 0.
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
class UdpFrameCodec : public FabricPacketCodec
{
  public:
    /**
     * With the number of another transport added, the port of its datagrams: one for private use.
     */
    static constexpr uint16_t OTHER_UDP_PORT = 0xff00;

  protected:
    /**
     * @param vlanTag whether data frames carry an 802.1Q tag
     * @param transport FabricPacket::transport of its packets
     * @param udpPort their destination port
     */
    UdpFrameCodec(bool vlanTag, uint8_t transport, uint16_t udpPort);

    /** @param bodyBytes of a packet @return its frame in bytes */
    uint32_t GetFrameBytes(uint32_t bodyBytes) const;

  private:
    uint32_t DoGetDataLinkType() const override;
    uint32_t DoGetLeastFrameBytes() const override;
    std::vector<uint8_t> DoEncode(const FabricPacket& packet, const FrameEnds& ends) const override;
    FabricPacketPtr DoDecode(const std::vector<uint8_t>& frame) const override;

    /**
     * @param packet of this transport
     * @param roomBytes what its length leaves for the body
     * @return bytes of the body, without what pads a short frame
     */
    virtual uint32_t DoGetBodyBytes(const FabricPacket& packet, uint32_t roomBytes) const = 0;
    /**
     * @param packet of this transport
     * @param bodyBytes of DoGetBodyBytes()
     * @param ipv4 where in the frame the header of IPv4 begins
     * @param frame gets the body behind its headers
     */
    virtual void DoWriteBody(const FabricPacket& packet,
                             uint32_t bodyBytes,
                             std::size_t ipv4,
                             std::vector<uint8_t>& frame) const = 0;
    /**
     * @param ipv4 header of IPv4 and what follows, to the end of the body
     * @param bytes of these
     * @param in the body
     * @param packet gets it; has what is before the body
     * @return whether it is sound
     */
    virtual bool DoReadBody(const uint8_t* ipv4,
                            std::size_t bytes,
                            WireReader& in,
                            FabricPacket& packet) const = 0;

    std::vector<uint8_t> EncodeBody(const FabricPacket& packet,
                                    const FrameEnds& ends,
                                    std::optional<uint16_t> tag) const;
    bool DecodeBody(const uint8_t* header, std::size_t available, FabricPacket& packet) const;

    bool m_vlanTag;      //!< whether data frames carry an 802.1Q tag
    uint8_t m_transport; //!< whose packets it knows
    uint16_t m_udpPort;  //!< of these
};

} // namespace ns3

#endif // AI_FABRIC_UDP_FRAME_CODEC_H
