// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_SIZES_H
#define AI_FABRIC_MRC_SIZES_H

#include "mrc-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * Lengths of the headers of MRC, in bytes (OCP MRC 1.0, as public code has them).
 */
struct MrcSizes
{
    static constexpr uint32_t BTH_BYTES = 12;      //!< base transport header
    static constexpr uint32_t METH_BYTES = 4;      //!< message numbers
    static constexpr uint32_t TSETH_BYTES = 4;     //!< time stamp
    static constexpr uint32_t RETH_BYTES = 16;     //!< address, in every packet of a message
    static constexpr uint32_t IMMEDIATE_BYTES = 4; //!< immediate
    static constexpr uint32_t SACK_BYTES = 36;     //!< behind the BTH
    static constexpr uint32_t NACK_BYTES = 20;     //!< behind the BTH
    static constexpr uint32_t PROBE_BYTES = 16;    //!< behind the BTH; also an ENDPOINT_REQUEST
    static constexpr uint32_t RESPONSE_BYTES = 36; //!< behind the BTH: an ENDPOINT_RESPONSE
    static constexpr uint32_t ICRC_BYTES = 4;      //!< behind the payload

    /**
     * @param opcode opcode
     * @param timeStamps true if packets of messages carry a time stamp
     * @return bytes of the headers, without payload and ICRC
     */
    static constexpr uint32_t GetHeaderBytes(MrcOpcode opcode, bool timeStamps)
    {
        switch (opcode)
        {
        case MrcOpcode::SACK:
            return BTH_BYTES + SACK_BYTES;
        case MrcOpcode::NACK:
            return BTH_BYTES + NACK_BYTES;
        case MrcOpcode::PROBE:
        case MrcOpcode::ENDPOINT_REQUEST:
            return BTH_BYTES + PROBE_BYTES;
        case MrcOpcode::ENDPOINT_RESPONSE:
            return BTH_BYTES + RESPONSE_BYTES;
        default:
            return BTH_BYTES + METH_BYTES + (timeStamps ? TSETH_BYTES : 0) + RETH_BYTES +
                   (HasImmediate(opcode) ? IMMEDIATE_BYTES : 0);
        }
    }
};

} // namespace ns3

#endif // AI_FABRIC_MRC_SIZES_H
