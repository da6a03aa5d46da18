// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAZY_UNIFORM_RANDOM_H
#define AI_FABRIC_LAZY_UNIFORM_RANDOM_H

#include "mrg32k3a.h"
#include "random-draws.h"

#include <cstdint>
#include <variant>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * The draws of a UniformRandomVariable from 0 to 1, with a generator made at the first draw,
 * because most streams never draw.
 */
class LazyUniformRandom
{
  public:
    /** Takes the next automatic stream, as ns-3's random variables do, and the present seed. */
    LazyUniformRandom();

    /** A copy is a new object: it takes a stream of its own. */
    LazyUniformRandom(const LazyUniformRandom&)
        : LazyUniformRandom()
    {
    }

    LazyUniformRandom& operator=(const LazyUniformRandom&) = delete;

    /**
     * Begins a stream by its number, with the present seed.
     *
     * @param stream number of the stream, at least 0
     */
    void SetStream(int64_t stream);

    /** @return next number, between 0 and 1 */
    double Draw()
    {
        RandomDraws::Note();
        if (const auto* const start = std::get_if<Start>(&m_state))
        {
            m_state = Mrg32k3a(start->seed, start->stream, start->run);
        }
        return std::get_if<Mrg32k3a>(&m_state)->Draw();
    }

  private:
    /** Where the stream begins. */
    struct Start
    {
        uint64_t stream;
        uint64_t run;  //!< run of RngSeedManager
        uint32_t seed; //!< seed of RngSeedManager
    };

    std::variant<Start, Mrg32k3a> m_state; //!< a Start before the first draw
};

} // namespace ns3

#endif // AI_FABRIC_LAZY_UNIFORM_RANDOM_H
