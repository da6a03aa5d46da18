// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_FRAMING_H
#define AI_FABRIC_UET_FRAMING_H

#include "uet-header.h"

#include "ns3/fabric-framing.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Ultra Ethernet Transport over UDP and IPv4 (UE 1.0, 3.4 and 3.5):
 *
 *     Ethernet 14 [+ 802.1Q 4] | IPv4 20 | UDP 8 | PDS | SES | payload, pad | FCS 4
 *     PDS   request 12, with demand 16; ACK_CC 32, ACK_CCX 44; NACK 16; control 16;
 *           of RUDI request and response 8, of UUD request 4
 *     SES   standard request 44; response in an acknowledgement 12; else none
 *
 * and preamble 8 and interpacket gap 12 on the wire. A full packet of 4096 B is 4198 B long and
 * takes 4218 B on the wire, an acknowledgement 90 B and 110 B; of RUDI 4194 B and 4214 B, and 66 B
 * and 86 B; of UUD 4190 B and 4210 B. A frame has at least 64 B.
 *
 * The lengths of both sublayers are those of the specification's tables, as implementations in the
 * open have them. Assumed: each acknowledgement, and each response of RUDI, has one response of the
 * semantic sublayer; payload is padded to 4 B; there is neither encryption nor an end-to-end CRC,
 * both of which are optional.
 */
class UetFraming : public FabricFraming
{
  public:
    static constexpr uint32_t REQUEST_BYTES = 12;      //!< of the PDS
    static constexpr uint32_t DEMAND_BYTES = 4;        //!< of a request with demand, besides
    static constexpr uint32_t ACK_CC_BYTES = 32;       //!< of the PDS
    static constexpr uint32_t ACK_CCX_BYTES = 44;      //!< of the PDS
    static constexpr uint32_t NACK_BYTES = 16;         //!< of the PDS
    static constexpr uint32_t CONTROL_BYTES = 16;      //!< of the PDS
    static constexpr uint32_t RUDI_BYTES = 8;          //!< of the PDS
    static constexpr uint32_t UUD_BYTES = 4;           //!< of the PDS
    static constexpr uint32_t REQUEST_SES_BYTES = 44;  //!< standard header
    static constexpr uint32_t RESPONSE_SES_BYTES = 12; //!< of an acknowledgement

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param type of a packet @return bytes of its sublayers, without payload */
    static constexpr uint32_t GetHeaderBytes(UetType type)
    {
        switch (type)
        {
        case UetType::RUD_REQUEST:
        case UetType::ROD_REQUEST:
            return REQUEST_BYTES + REQUEST_SES_BYTES;
        case UetType::RUD_CC_REQUEST:
        case UetType::ROD_CC_REQUEST:
            return REQUEST_BYTES + DEMAND_BYTES + REQUEST_SES_BYTES;
        case UetType::RUDI_REQUEST:
            return RUDI_BYTES + REQUEST_SES_BYTES;
        case UetType::UUD_REQUEST:
            return UUD_BYTES + REQUEST_SES_BYTES;
        case UetType::RUDI_RESPONSE:
            return RUDI_BYTES + RESPONSE_SES_BYTES;
        case UetType::ACK_CC:
            return ACK_CC_BYTES + RESPONSE_SES_BYTES;
        case UetType::ACK_CCX:
            return ACK_CCX_BYTES + RESPONSE_SES_BYTES;
        case UetType::NACK:
            return NACK_BYTES;
        case UetType::CONTROL:
            break;
        }
        return CONTROL_BYTES;
    }

    /**
     * @param type of a packet
     * @param payloadBytes of it
     * @return its frame in bytes
     */
    uint32_t GetUetFrameBytes(UetType type, uint32_t payloadBytes) const
    {
        return GetFrameBytes(m_sublayerBytes[static_cast<uint8_t>(type)] +
                             PaddedBytes(payloadBytes));
    }

  protected:
    /** Computes lengths from the attributes. */
    void NotifyConstructionCompleted() override;

    /** @return bytes of the 802.1Q tag that frames carry, or 0 */
    uint32_t GetTagBytes() const;

  private:
    Ptr<const FabricPacketCodec> DoMakeCodec() const override;

    /**
     * Asked once of each type.
     *
     * @param type of a packet
     * @return bytes of its sublayers, without payload; GetHeaderBytes() by default
     */
    virtual uint8_t DoGetSublayerBytes(UetType type) const;

    static constexpr size_t TYPES = 32; //!< that five bits of a header have room for

    std::array<uint8_t, TYPES> m_sublayerBytes{}; //!< around the payload, by type
    bool m_vlanTag;                               //!< whether frames carry an 802.1Q tag
};

} // namespace ns3

#endif // AI_FABRIC_UET_FRAMING_H
