// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_HEADER_H
#define AI_FABRIC_RDMA_HEADER_H

#include "rdma-opcode.h"

#include "ns3/fabric-packet.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Contents of RDMA headers from the Base Transport Header on (IBTA vol. 1, chapter 9): the header
 * of packets with FabricPacket::transport RDMA_TRANSPORT. FabricPacket::destEndpoint is the queue
 * pair at the destination.
 */
struct RdmaHeader
{
    uint64_t address;   //!< RETH, AtomicETH: address at the destination
    uint32_t length;    //!< RETH: length of the whole message
    uint32_t sourceQp;  //!< DETH: queue pair number at the source
    uint32_t psn;       //!< packet sequence number, 24 bit
    uint32_t msn;       //!< AETH: message sequence number, 24 bit
    uint32_t selective; //!< acknowledgements: number of a packet that came out of order, 24 bit
    uint32_t immediate; //!< for opcodes ..._IMM
    RdmaOpcode opcode;  //!< opcode of the packet
    uint8_t syndrome;   //!< AETH: ACK or NAK code
    bool ackRequest;    //!< the responder must answer
    bool becn;          //!< congestion was met on the forward path
    /** Acknowledgements: UDP source port of the answered packet, for an EntropyPolicy. */
    uint16_t echoedPort;
};

/**
 * @ingroup ai-fabric-wire
 * The operands of an atomic request, or the result in its answer.
 */
struct AtomicOperands final : PacketExtras
{
    uint64_t swapOrAdd{0}; //!< requests: new value or summand
    uint64_t compare{0};   //!< COMPARE_SWAP: expected value
    uint64_t original{0};  //!< answers: old value
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_HEADER_H
