// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UDP_FRAME_CODEC_H
#define AI_FABRIC_UDP_FRAME_CODEC_H

#include "ethernet-frame.h"
#include "ip-headers.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Frames of a transport over UDP and IP, with the FCS:
 *
 *     Ethernet 14 [802.1Q 4] | IP | UDP 8 | body | FCS 4
 *
 * Frames shorter than 64 B get zeros before the FCS. A subclass handles the body of one transport.
 *
 * The packet gives addresses (HostIpv4() of its hosts), DSCP, ECN (ECT as ECT(0)) and UDP source
 * port (UdpSourcePortOf() of its entropy); the link gives the MAC addresses; the tag has the
 * packet's priority and VLAN 0. Fields without a source: identification 0, do not fragment, time to
 * live 64 and UDP checksum 0.
 *
 * A FOREIGN packet is its ForeignFrame between the MAC addresses of its hosts; a mark on it is CE
 * in its IPv4 header.
 *
 * A packet of another transport is a datagram of the same length to OTHER_UDP_PORT, filled with
 * zeros: only that transport's codec knows its header. Such datagrams are not decoded.
 *
 * Not on the wire and therefore not decoded: times; the priority without a tag; the part of the
 * entropy that the UDP source port does not hold, and for FOREIGN packets all of it. wireBytes
 * counts preamble and gap.
 */
class UdpFrameCodec : public FabricPacketCodec
{
  public:
    /**
     * UDP port of transport n is OTHER_UDP_PORT + n (private range).
     */
    static constexpr uint16_t OTHER_UDP_PORT = 0xff00;

  protected:
    /**
     * @param vlanTag true if data frames carry an 802.1Q tag
     * @param transport FabricPacket::transport of its packets
     * @param udpPort UDP destination port of its packets
     * @param ip headers of its packets between Ethernet and UDP
     */
    UdpFrameCodec(bool vlanTag,
                  uint8_t transport,
                  uint16_t udpPort,
                  const IpHeaders& ip = GetIpv4Headers());

    /**
     * @param bodyBytes length of a packet's body
     * @return length of its frame in bytes
     */
    uint32_t GetFrameBytes(uint32_t bodyBytes) const;

  private:
    uint32_t DoGetDataLinkType() const override;
    uint32_t DoGetLeastFrameBytes() const override;
    std::vector<uint8_t> DoEncode(const FabricPacket& packet, const FrameEnds& ends) const override;
    FabricPacketPtr DoDecode(const std::vector<uint8_t>& frame) const override;

    /**
     * @param packet packet of this transport
     * @param roomBytes bytes that the frame leaves for the body
     * @return length of the body, without the padding of a short frame
     */
    virtual uint32_t DoGetBodyBytes(const FabricPacket& packet, uint32_t roomBytes) const = 0;
    /**
     * @param packet packet of this transport
     * @param bodyBytes result of DoGetBodyBytes()
     * @param ip offset of the outermost IP header in the frame
     * @param frame receives the body behind its headers
     */
    virtual void DoWriteBody(const FabricPacket& packet,
                             uint32_t bodyBytes,
                             std::size_t ip,
                             std::vector<uint8_t>& frame) const = 0;
    /**
     * @param ip bytes from the outermost IP header to the end of the body
     * @param bytes number of these bytes
     * @param in reader at the body
     * @param packet receives the body; has the fields before it
     * @return true if the body is valid
     */
    virtual bool DoReadBody(const uint8_t* ip,
                            std::size_t bytes,
                            WireReader& in,
                            FabricPacket& packet) const = 0;

    std::vector<uint8_t> EncodeBody(const FabricPacket& packet,
                                    const FrameEnds& ends,
                                    std::optional<uint16_t> tag) const;
    uint32_t GetAroundBytes() const;
    bool IsOwn(uint64_t type, const uint8_t* header, std::size_t available) const;
    bool DecodeBody(const uint8_t* header, std::size_t available, FabricPacket& packet) const;

    bool m_vlanTag;        //!< data frames carry an 802.1Q tag
    uint8_t m_transport;   //!< transport number of its packets
    uint16_t m_udpPort;    //!< UDP port of its packets
    const IpHeaders& m_ip; //!< headers of its packets between Ethernet and UDP
};

} // namespace ns3

#endif // AI_FABRIC_UDP_FRAME_CODEC_H
