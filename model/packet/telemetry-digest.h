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
 * The load of a link as a code of one or two bytes, on a logarithmic scale.
 *
 * Sources: [1] Ben Basat et al., "PINT: Probabilistic In-band Network Telemetry", SIGCOMM 2020,
 * section 4.3: for an error of at most 1 + e powers of (1 + e)^2 are enough, and random rounding
 * has no bias; [2] the authors' simulator (pint.cc) for the units: 1/512, up to 512.
 *
 * With base b, a load u relative to a full link, and x = 512 u rounded up, at least 1:
 *     code = floor(log_b x) or one more, such that the expected b^code is x
 *     u    = b^code / 512
 *
 * Hence x / b < b^code < b x. The code has one byte if log_b 512^2 fits into 8 bits (as with b =
 * 1.05), else two bytes; larger codes are cut to the largest that fits.
 */
class DigestCode
{
  public:
    static constexpr double LEAST_BASE = 1.0002; //!< smallest base for which two bytes are enough
    static constexpr double UNITS = 512;         //!< units per load of 1, and the largest load

    /** @param base base b, at least LEAST_BASE */
    explicit DigestCode(double base);

    /** @return length of a code in bytes, 1 or 2 */
    uint8_t GetBytes() const
    {
        return m_bytes;
    }

    /**
     * @param load load u, at least 0
     * @param draw random number in [0, 1), which decides between two codes
     * @return code of the load
     */
    uint16_t Encode(double load, double draw) const;

    /**
     * @param code result of Encode()
     * @return load
     */
    double Decode(uint16_t code) const;

  private:
    double m_base;    //!< b
    double m_logBase; //!< natural logarithm of m_base
    uint8_t m_bytes;  //!< length of a code
    uint16_t m_most;  //!< largest code
};

/**
 * @ingroup ai-fabric-packet
 * In-band telemetry with a single number: the largest code of the egress ports of the path (PINT).
 * The receiver returns it with its acknowledgement.
 */
struct TelemetryDigest final : PacketTelemetry
{
    /** @param length length of a code in bytes, DigestCode::GetBytes() */
    explicit TelemetryDigest(uint32_t length = 1)
        : PacketTelemetry(length)
    {
    }

    /** Allocates from a pool, because every packet with a digest needs one. */
    static void* operator new(std::size_t size);

    /** Returns the memory to the pool. */
    static void operator delete(void* place);

    uint16_t code{0}; //!< code of a DigestCode
};

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_DIGEST_H
