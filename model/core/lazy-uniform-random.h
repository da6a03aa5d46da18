// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAZY_UNIFORM_RANDOM_H
#define AI_FABRIC_LAZY_UNIFORM_RANDOM_H

#include "ns3/rng-stream.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * The draws of a UniformRandomVariable from 0 to 1, with a generator made at the first draw: ns-3
 * takes some 18,000 instructions to make one, and most streams never draw.
 */
class LazyUniformRandom
{
  public:
    /** Takes the next automatic stream, as ns-3's random variables do, and the present seed. */
    LazyUniformRandom();

    /**
     * Begins a stream by its number, with the present seed.
     *
     * @param stream number of the stream, at least 0
     */
    void SetStream(int64_t stream);

    /** @return next number, between 0 and 1 */
    double Draw()
    {
        if (!m_generator)
        {
            m_generator = std::make_unique<RngStream>(m_seed, m_stream, m_run);
        }
        return m_generator->RandU01();
    }

  private:
    uint32_t m_seed; //!< seed of RngSeedManager
    uint64_t m_run;  //!< run of RngSeedManager
    uint64_t m_stream;
    std::unique_ptr<RngStream> m_generator; //!< null before the first draw
};

} // namespace ns3

#endif // AI_FABRIC_LAZY_UNIFORM_RANDOM_H
