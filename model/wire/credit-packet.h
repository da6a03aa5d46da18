// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREDIT_PACKET_H
#define AI_FABRIC_CREDIT_PACKET_H

#include "ns3/packet-kind.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * The flow control packet of InfiniBand (IBTA vol. 1, 7.9.4):
 *
 *     Op 4 bits, FCTBS 12, VL 4, FCCL 12, LPCRC 16
 */
struct CreditPacket
{
    static constexpr uint32_t FRAME_BYTES = 6; //!< length
    static constexpr uint32_t WIRE_BYTES = 8;  //!< with its delimiters

    uint16_t fctbs; //!< total blocks sent on the lane, 12 bit
    uint16_t fccl;  //!< credit limit of the lane, 12 bit
    uint8_t vl;     //!< virtual lane
    bool repeats;   //!< the sender knows that packets may be lost; not on the wire
    bool asks;      //!< the sender asks for a repetition of possibly lost packets; not on the wire

    /** @return kind of these packets */
    static PacketKind GetKind();
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_PACKET_H
