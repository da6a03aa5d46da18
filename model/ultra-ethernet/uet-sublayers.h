// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_SUBLAYERS_H
#define AI_FABRIC_UET_SUBLAYERS_H

#include "uet-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Lengths of the packet delivery sublayer (PDS) and the semantic sublayer (SES), in bytes, from the
 * tables of UE 1.0, 3.4 and 3.5.
 */
struct UetSublayers
{
    static constexpr uint32_t REQUEST_BYTES = 12; //!< PDS of a request
    static constexpr uint32_t DEMAND_BYTES = 4;   //!< additional PDS bytes of a request with demand
    static constexpr uint32_t ACK_CC_BYTES = 32;  //!< PDS of an ACK_CC
    static constexpr uint32_t ACK_CCX_BYTES = 44; //!< PDS of an ACK_CCX
    static constexpr uint32_t NACK_BYTES = 16;    //!< PDS of a NACK
    static constexpr uint32_t CONTROL_BYTES = 16; //!< PDS of a control packet
    static constexpr uint32_t RUDI_BYTES = 8;     //!< PDS of a RUDI request or response
    static constexpr uint32_t UUD_BYTES = 4;      //!< PDS of a UUD request
    static constexpr uint32_t REQUEST_SES_BYTES = 44;  //!< SES of a request: standard header
    static constexpr uint32_t RESPONSE_SES_BYTES = 12; //!< SES of an acknowledgement

    /** @param type packet type @return bytes of its sublayers, without payload */
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
};

} // namespace ns3

#endif // AI_FABRIC_UET_SUBLAYERS_H
