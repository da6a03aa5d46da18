// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TELEMETRY_DIGEST_H
#define AI_FABRIC_TELEMETRY_DIGEST_H

#include "packet-telemetry.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * The load of a link as a number of one byte or two: on a scale of powers.
 *
 * Sources: [1] Ben Basat et al., "PINT: Probabilistic In-band Network Telemetry", SIGCOMM 2020,
 * section 4.3: an error of 1 + e at most takes powers of (1 + e)^2, and rounding by chance has no
 * bias; [2] the authors' simulator (pint.cc) for the units: 1/512, up to 512.
 *
 * With base b, a load u in units of what the link holds when it is full, and x = 512 u rounded up,
 * at least 1:
 *     code = floor(log_b x) or one more, such that the expected b^code is x
 *     u    = b^code / 512
 *
 * Hence x / b < b^code < b x. The code has one byte if log_b 512^2 fits into 8 bits (b of 1.05
 * does), else two; larger codes are cut to the largest that fits.
 */
class DigestCode
{
  public:
    static constexpr double LEAST_BASE = 1.0002; //!< with which two bytes are enough
    static constexpr double UNITS = 512;         //!< of a load of 1, and the largest load

    /** @param base b, at least LEAST_BASE */
    explicit DigestCode(double base);

    /** @return bytes that a code takes, 1 or 2 */
    uint8_t GetBytes() const
    {
        return m_bytes;
    }

    /**
     * @param load u, not negative
     * @param draw from [0, 1), which decides between two codes
     * @return the code
     */
    uint16_t Encode(double load, double draw) const;

    /** @param code of Encode() @return the load */
    double Decode(uint16_t code) const;

  private:
    double m_base;    //!< b
    double m_logBase; //!< natural logarithm of it
    uint8_t m_bytes;  //!< of a code
    uint16_t m_most;  //!< the largest code
};

/**
 * @ingroup ai-fabric-packet
 * In-band telemetry of one number: the largest code of the egress ports on the way (PINT). The
 * receiver sends it back with its acknowledgement.
 */
struct TelemetryDigest final : PacketTelemetry
{
    /** @param length of a code in bytes, DigestCode::GetBytes() */
    explicit TelemetryDigest(uint32_t length = 1)
        : PacketTelemetry(length)
    {
    }

    /** From a pool: every packet that collects it takes one. */
    static void* operator new(std::size_t size);

    /** Back to the pool. */
    static void operator delete(void* place);

    uint16_t code{0}; //!< of a DigestCode
};

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_DIGEST_H
