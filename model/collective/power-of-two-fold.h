// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_POWER_OF_TWO_FOLD_H
#define AI_FABRIC_POWER_OF_TWO_FOLD_H

#include "collective-builder.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * @param n number, at least 1
 * @return largest power of two up to n
 */
inline uint32_t
PowerOfTwoUpTo(uint32_t n)
{
    uint32_t power = 1;
    while (power <= n / 2)
    {
        power *= 2;
    }
    return power;
}

/**
 * @ingroup ai-fabric-collective
 * Extends an all-reduce for a power of two of ranks to any number n of ranks.
 *
 * Let p be the largest power of two up to n. Of the first 2(n - p) ranks the even ones only hand
 * their data to their right neighbours before, and receive the result afterwards.
 *
 * Thakur, Rabenseifner and Gropp, Int. J. High Perform. Comput. Appl. 19 (2005).
 */
class PowerOfTwoFold
{
  public:
    /** @param ranks number of ranks n, at least 1 */
    explicit PowerOfTwoFold(uint32_t ranks)
        : m_count(PowerOfTwoUpTo(ranks)),
          m_folded(ranks - m_count)
    {
    }

    /** @return p, the number of ranks that take part */
    uint32_t GetCount() const
    {
        return m_count;
    }

    /**
     * @param index index in [0, p)
     * @return rank that takes part under this index
     */
    uint32_t GetRank(uint32_t index) const
    {
        return index < m_folded ? 2 * index + 1 : index + m_folded;
    }

    /**
     * Sends the data of the even ranks to their neighbours.
     *
     * @param builder receives this step
     * @param chunks all chunks
     */
    void In(CollectiveBuilder& builder, ChunkRange chunks) const
    {
        for (uint32_t index = 0; index < m_folded; ++index)
        {
            builder.SendAndReduce(2 * index, 2 * index + 1, chunks);
        }
    }

    /**
     * Sends the result back to the even ranks.
     *
     * @param builder receives this step
     * @param chunks all chunks
     */
    void Out(CollectiveBuilder& builder, ChunkRange chunks) const
    {
        for (uint32_t index = 0; index < m_folded; ++index)
        {
            builder.Send(2 * index + 1, 2 * index, chunks);
        }
    }

  private:
    uint32_t m_count;  //!< p
    uint32_t m_folded; //!< n - p
};

} // namespace ns3

#endif // AI_FABRIC_POWER_OF_TWO_FOLD_H
