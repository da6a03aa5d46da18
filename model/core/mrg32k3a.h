// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRG32K3A_H
#define AI_FABRIC_MRG32K3A_H

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * The combined multiple recursive generator of ns-3's RngStream, with the same numbers (L'Ecuyer,
 * "Good Parameters and Implementations for Combined Multiple Recursive Random Number Generators",
 * 1999; streams and substreams as in L'Ecuyer et al., "An Object-Oriented Random-Number Package
 * with Many Long Streams and Substreams", 2002):
 *
 *     x(n) = (1403580 x(n-2) - 810728 x(n-3)) mod (2^32 - 209)
 *     y(n) = (527612 y(n-1) - 1370589 y(n-3)) mod (2^32 - 22853)
 *     u(n) = ((x(n) - y(n)) mod (2^32 - 209)) / (2^32 - 208), with 2^32 - 209 for a difference of 0
 *
 * A queue pair draws one number of its own stream. RngStream takes 18,000 instructions to get to a
 * stream, and the first of a process takes 41 million for constants that are here the compiler's.
 */
class Mrg32k3a
{
  public:
    /** The last three numbers of one recursion, oldest first. */
    using Numbers = std::array<uint32_t, 3>;

    /**
     * @param seed seed, from 1 to LAST_SEED
     * @param stream number of the stream: 2^127 numbers each
     * @param substream number of its substream: 2^76 numbers each
     */
    Mrg32k3a(uint32_t seed, uint64_t stream, uint64_t substream);

    /** @return next number, between 0 and 1 */
    double Draw();

  private:
    Numbers m_x;
    Numbers m_y;
};

} // namespace ns3

#endif // AI_FABRIC_MRG32K3A_H
