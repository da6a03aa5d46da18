// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROCE_V2_CODEC_H
#define AI_FABRIC_ROCE_V2_CODEC_H

#include "udp-frame-codec.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * RoCEv2 over IPv4 (IBTA annex A17); the body of its frames is
 *
 *     BTH ... | payload, pad | ICRC 4
 *
 * The packet gives all fields from the BTH on, see RdmaHeaderOptions. A selective acknowledgement
 * is present if the packet is longer by its length. The payload consists of zeros.
 */
class RoceV2Codec final : public UdpFrameCodec
{
  public:
    /** UDP destination port (IBTA annex A17.3.1.1). */
    static constexpr uint16_t UDP_PORT = 4791;

    /** @param vlanTag true if data frames carry an 802.1Q tag */
    explicit RoceV2Codec(bool vlanTag);

  private:
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

#endif // AI_FABRIC_ROCE_V2_CODEC_H
