// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SUE_CODEC_H
#define AI_FABRIC_SUE_CODEC_H

#include "ns3/fabric-packet-codec.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scale-up
 * Frames of SUE for captures:
 *
 *     header | RH 8 | commands and data | R-CRC 4 | FCS 4
 *
 * RH, most significant bit first:
 *
 *     version 2 = 0 | opcode 2 (0 ACK, 1 NACK) | 0 2 | XPU 10 | PSN 16
 *     virtual channel 2 | 0 4 | partition 10 = 0 | acknowledged PSN 16
 *
 * with the low bits of the packet's numbers. The XPU is assumed to be the sender. In a frame of
 * several packets PSN is that of the first one with data, and the acknowledged PSN that of the last
 * acknowledgement; fields without a source are 0. Bits that are not published are 0: the ESUN
 * header, commands. Both EtherTypes are not assigned, so these are two for local experiments. AFH
 * has the MAC addresses of Gen 1, as the fields of Gen 2 are not published. R-CRC is assumed to be
 * the CRC of the FCS, from RH on. Short frames have zeros before R-CRC. Frames are not decoded.
 */
class SueCodec final : public FabricPacketCodec
{
  public:
    /** Header before RH. */
    enum class Header
    {
        UDP,  //!< Ethernet, IPv4, UDP
        ESUN, //!< Ethernet, ESUN header
        AFH   //!< AFH Gen 1, EtherType
    };

    static constexpr uint32_t RH_BYTES = 8;    //!< reliability header
    static constexpr uint32_t R_CRC_BYTES = 4; //!< end-to-end check of RH and payload

    static constexpr uint16_t ESUN_TYPE = 0x88b5; //!< EtherType for local experiments
    static constexpr uint16_t AFH_TYPE = 0x88b6;  //!< EtherType for local experiments

    /**
     * @param header header before RH
     * @param reliability true if frames have RH and R-CRC
     */
    SueCodec(Header header, bool reliability);

  private:
    uint32_t DoGetDataLinkType() const override;
    uint32_t DoGetLeastFrameBytes() const override;
    std::vector<uint8_t> DoEncode(const FabricPacket& packet, const FrameEnds& ends) const override;
    FabricPacketPtr DoDecode(const std::vector<uint8_t>& frame) const override;

    void WriteHeader(const FabricPacket& packet, std::vector<uint8_t>& frame) const;

    Header m_header;    //!< header before RH
    bool m_reliability; //!< frames have RH and R-CRC
};

} // namespace ns3

#endif // AI_FABRIC_SUE_CODEC_H
