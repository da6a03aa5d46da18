// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_HEADERS_H
#define AI_FABRIC_RDMA_HEADERS_H

#include "rdma-header.h"
#include "wire-cursor.h"

#include "ns3/fabric-packet.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Fields of the headers between network layer and payload that are not in the packet itself.
 *
 * These headers are the same in RoCEv2 and InfiniBand (IBTA vol. 1, chapter 9): BTH, then the
 * headers of the opcode, in the order DETH, RETH, AtomicETH, AETH, AtomicAckETH, ImmDt, the 16 zero
 * bytes of a congestion notification. Three non-standard headers come last. Each is announced by a
 * bit that the BTH reserves, in the word of the PSN (AckReq is bit 31):
 *     bit 24: TelemetryStack of the packet, as in WriteTelemetry()
 *             bits 26 to 29: its room in hops minus TelemetryStack::LEAST_ROOM
 *     bit 25: selective acknowledgement, one byte 0 and the PSN
 *     bit 30: CongestionField
 * The word of the destination (FECN is bit 31) has four more bits:
 *     bit 29: a switch has cut the payload, PacketKind::TRIMMED
 *     bit 28: TelemetryDigest of one byte, in place of a TelemetryStack
 *     bit 27: the digest has two bytes
 *     bit 26: TelemetryTag in place of both: the value, one byte 0 and the endpoint
 *
 * Fields that packets do not have are constant: SE, MigReq and TVer 0, P_Key 0xffff, R_Key 0.
 */
struct RdmaHeaderOptions
{
    bool fecn{false};      //!< FECN of the BTH; BECN is in the packet
    bool selective{false}; //!< the selective acknowledgement is present
    bool trimmed{false};   //!< a switch has cut the payload
    uint32_t padBytes{0};  //!< PadCnt, 0 to 3
    uint32_t queueKey{0};  //!< Q_Key of the DETH
};

/** Length of a selective acknowledgement behind the AETH. */
constexpr uint32_t SELECTIVE_BYTES = 4;

/**
 * @param packet TRANSPORT packet; telemetry in its extras is written for any opcode
 * @param options fields that the packet does not have
 * @param out receives the headers
 */
void WriteRdmaHeaders(const FabricPacket& packet,
                      const RdmaHeaderOptions& options,
                      WireWriter& out);

/**
 * The inverse of WriteRdmaHeaders().
 *
 * @param in reader at the headers; ends behind them
 * @param packet receives the fields and the extras
 * @return header fields that the packet does not have
 */
RdmaHeaderOptions ReadRdmaHeaders(WireReader& in, FabricPacket& packet);

/**
 * @param packet packet
 * @return bytes from BTH to payload, without a selective acknowledgement
 */
uint32_t RdmaHeaderBytes(const FabricPacket& packet);

} // namespace ns3

#endif // AI_FABRIC_RDMA_HEADERS_H
