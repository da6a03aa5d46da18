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
 * Ultra Ethernet Transport over UDP (UE 1.0, 3.4.2 and 3.5.10). The body of its frames is
 *
 *     PDS | SES | payload, pad
 *
 * with the fields of the specification's tables:
 *
 * - The destination's PDCID is the number at its NIC, 16 bit; the source's PDCID is 0. A context
 *   exists from the start, so SYN is 0.
 * - A message id has 16 bit. A demand, a credit and a count of received bytes have 24 bit in units
 *   of 256 B. Offsets of packet sequence numbers in an acknowledgement have 16 bit.
 * - RUDI and UUD have no PDCIDs; the number at the destination's NIC is in the 16 bit that their
 *   headers reserve.
 * - The header data of a message is its immediate, in its first packet only. Other fields of the
 *   semantic sublayer are 0.
 * - A trimmed packet consists of its headers. Bit 0 of its flags, reserved in the specification,
 *   marks it as trimmed, as the model has no DSCP for that. If a switch has cut the SES, missing
 *   fields are read as 0; the receiver needs the PDS alone.
 */
class UetCodec final : public UdpFrameCodec
{
  public:
    /** UDP destination port (UE 1.0, 3.5.10.1). */
    static constexpr uint16_t UDP_PORT = 4793;

    /** Unit of a demand or credit on the wire, in bytes. */
    static constexpr uint32_t CREDIT_UNIT_BYTES = 256;

    /** @param vlanTag true if data frames carry an 802.1Q tag */
    explicit UetCodec(bool vlanTag);

  private:
    uint32_t DoGetTrimmedBytes(const FabricPacket& packet) const override;
    uint32_t DoGetBodyBytes(const FabricPacket& packet, uint32_t roomBytes) const override;
    void DoWriteBody(const FabricPacket& packet,
                     uint32_t bodyBytes,
                     std::size_t ip,
                     std::vector<uint8_t>& frame) const override;
    bool DoReadBody(const uint8_t* ip,
                    std::size_t bytes,
                    WireReader& in,
                    FabricPacket& packet) const override;
};

} // namespace ns3

#endif // AI_FABRIC_UET_CODEC_H
