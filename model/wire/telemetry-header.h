// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TELEMETRY_HEADER_H
#define AI_FABRIC_TELEMETRY_HEADER_H

#include "wire-cursor.h"

#include "ns3/telemetry-stack.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Writes a TelemetryStack as HPCC has it on the wire (SIGCOMM'19, section 4.1):
 *
 *     4 bit number of hops | 12 bit path
 *     for each hop that there is room for: 4 bit rate | 24 bit time | 20 bit sent | 16 bit queue
 *
 * with 0 where no hop is. The path is that of the stack, its 64 bits folded by exclusive or from
 * the lowest on. HPCC's are 12 bits of identifiers of switches, combined alike. The rate is a code:
 * 1 to 11 for 1, 10, 25, 40, 50, 56, 100, 200, 400, 800 and 1600 Gb/s, 0 for any other. The time is
 * in nanoseconds modulo 2^24, sent in 128 B modulo 2^20, the queue in 80 B and at most 65535 of
 * them, all rounded down. Models compute with the exact numbers of the stack.
 *
 * @param stack to write
 * @param out gets its GetWireBytes()
 */
void WriteTelemetry(const TelemetryStack& stack, WireWriter& out);

/**
 * The inverse of WriteTelemetry(), as far as the wire can tell.
 *
 * @param in of which TelemetryStack::WireBytes(room) are taken
 * @param room in hops, at most TelemetryStack::MAX_HOPS
 * @return the stack; of its path what the wire has
 */
std::unique_ptr<TelemetryStack> ReadTelemetry(WireReader& in, uint32_t room);

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_HEADER_H
