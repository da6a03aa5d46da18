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
 * Writes a TelemetryStack in HPCC's format (SIGCOMM'19, section 4.1):
 *
 *     4 bit number of hops | 12 bit path
 *     for each hop that there is room for: 4 bit rate | 24 bit time | 20 bit sent | 16 bit queue
 *
 * with 0 for missing hops. The path is that of the stack, its 64 bits folded by exclusive or,
 * lowest bits first. HPCC's path consists of 12 bits of switch identifiers, combined in the same
 * way. The rate is a code: 1 to 11 for 1, 10, 25, 40, 50, 56, 100, 200, 400, 800 and 1600 Gb/s, 0
 * for any other. The time is in nanoseconds modulo 2^24, sent bytes in units of 128 B modulo 2^20,
 * the queue in units of 80 B up to 65535 units, all rounded down. Models use the exact numbers of
 * the stack.
 *
 * @param stack stack to write
 * @param out receives its GetWireBytes() bytes
 */
void WriteTelemetry(const TelemetryStack& stack, WireWriter& out);

/**
 * The inverse of WriteTelemetry(), within the precision of the wire format.
 *
 * @param in reader; TelemetryStack::WireBytes(room) bytes are read
 * @param room room in hops, at most TelemetryStack::MAX_HOPS
 * @return stack; its path has the bits of the wire format
 */
std::unique_ptr<TelemetryStack> ReadTelemetry(WireReader& in, uint32_t room);

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_HEADER_H
