// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TELEMETRY_KIND_H
#define AI_FABRIC_TELEMETRY_KIND_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Data that switches write into a packet with payload, and that its acknowledgement returns.
 */
enum class TelemetryKind : uint8_t
{
    NONE,   //!< nothing
    STACK,  //!< data of each egress port of the path, in a TelemetryStack
    DIGEST, //!< load of the most loaded egress port, in a TelemetryDigest
    TAG     //!< data begun by the sender, in a TelemetryTag
};

/**
 * @ingroup ai-fabric-packet
 * Common settings of switches and senders for TelemetryKind::DIGEST.
 */
struct DigestSettings
{
    double base{1.05}; //!< base of the DigestCode
    int64_t spanPs{0}; //!< T, averaging time of switches; 0: the longest idle round trip
};

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_KIND_H
