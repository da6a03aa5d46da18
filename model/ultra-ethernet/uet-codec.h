// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_CODEC_H
#define AI_FABRIC_UET_CODEC_H

#include "ns3/udp-frame-codec.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * FabricPacket::transport of UetRequest, UetAnswer and UetControl.
 */
extern const uint8_t UET_TRANSPORT;

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Ultra Ethernet Transport over UDP (UE 1.0, 3.4.2 and 3.5.10); the body of its frames is
 *
 *     PDS | SES | payload, pad
 *
 * with the fields of the specification's tables. Of PDCIDs that of the destination is the number at
 * its NIC, 16 bit, and that of the source 0; a context is there from the start, so SYN is 0. A
 * message id has 16 bit, a demand and a credit 24 bit in units of 256 B, what was received 24 bit
 * in such units; offsets of packet sequence numbers in an acknowledgement have 16 bit. RUDI and
 * UUD have no PDCIDs; the number at the destination's NIC is in the 16 bit that its headers
 * reserve. The header data of a message is its immediate, and goes with its first packet only.
 * Other fields of the semantic sublayer are 0. A trimmed packet is its headers; that it is trimmed
 * is bit 0 of its flags, which the specification reserves, as here no DSCP tells. Where a switch
 * has cut the SES, what is not there is read as 0; the receiver needs the PDS alone.
 */
class UetCodec final : public UdpFrameCodec
{
  public:
    /** UDP destination port (UE 1.0, 3.5.10.1). */
    static constexpr uint16_t UDP_PORT = 4793;

    /** Bytes that a demand or credit counts on the wire. */
    static constexpr uint32_t CREDIT_UNIT_BYTES = 256;

    /** @param vlanTag whether data frames carry an 802.1Q tag */
    explicit UetCodec(bool vlanTag);

  private:
    uint32_t DoGetTrimmedBytes(const FabricPacket& packet) const override;
    uint32_t DoGetBodyBytes(const FabricPacket& packet, uint32_t roomBytes) const override;
    void DoWriteBody(const FabricPacket& packet,
                     uint32_t bodyBytes,
                     std::size_t ipv4,
                     std::vector<uint8_t>& frame) const override;
    bool DoReadBody(const uint8_t* ipv4,
                    std::size_t bytes,
                    WireReader& in,
                    FabricPacket& packet) const override;
};

} // namespace ns3

#endif // AI_FABRIC_UET_CODEC_H
