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
 * What headers of RDMA say from the Base Transport Header on (IBTA vol. 1, chapter 9), the header
 * of packets with FabricPacket::transport RDMA_TRANSPORT. The queue pair at the destination is
 * their FabricPacket::destEndpoint.
 */
struct RdmaHeader
{
    uint64_t address;   //!< RETH, AtomicETH: where at the destination
    uint32_t length;    //!< RETH: bytes of the whole message
    uint32_t sourceQp;  //!< DETH: queue pair number at the source
    uint32_t psn;       //!< packet sequence number, 24 bit
    uint32_t msn;       //!< AETH: message sequence number, 24 bit
    uint32_t selective; //!< acknowledgements: a packet that came out of order, 24 bit
    uint32_t immediate; //!< with the ..._IMM opcodes
    RdmaOpcode opcode;  //!< what it is
    uint8_t syndrome;   //!< AETH: ACK or NAK code
    bool ackRequest;    //!< the responder must answer
    bool becn;          //!< congestion was met on the way there
    /** Acknowledgements: UDP source port of the packet that it answers, for an EntropyPolicy. */
    uint16_t echoedPort;
};

/**
 * @ingroup ai-fabric-wire
 * The operands of an atomic request, the result in its answer.
 */
struct AtomicOperands final : PacketExtras
{
    uint64_t swapOrAdd{0}; //!< requests: what to swap in or to add
    uint64_t compare{0};   //!< COMPARE_SWAP: what must be there
    uint64_t original{0};  //!< answers: what was there
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_HEADER_H
