// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RECEIVED_PACKETS_H
#define AI_FABRIC_RECEIVED_PACKETS_H

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The packets that a receiver has got, by packet sequence number (PSN), as its acknowledgements
 * report them: the first missing packet and bits of later ones.
 *
 * Invariant: the packet of the PSN GetCumulative() is missing, and all before it have come.
 */
class ReceivedPackets
{
  public:
    /** @param psnRange largest distance from the first missing packet to one that comes */
    void Start(uint32_t psnRange)
    {
        m_come.assign((psnRange + WORD_BITS - 1) / WORD_BITS, 0);
    }

    /** @param psn PSN within the range @return true if its packet has come */
    bool Has(uint64_t psn) const
    {
        return psn < m_cumulative ||
               (m_come[psn / WORD_BITS % m_come.size()] >> psn % WORD_BITS & 1) != 0;
    }

    /** @param psn PSN of a packet that has come for the first time */
    void Add(uint64_t psn)
    {
        Word(psn) |= uint64_t{1} << psn % WORD_BITS;
        m_highest = std::max(m_highest, psn + 1);
        m_untold = std::min(m_untold, psn);
        for (; m_cumulative < m_highest && Has(m_cumulative); ++m_cumulative)
        {
            Word(m_cumulative) &= ~(uint64_t{1} << m_cumulative % WORD_BITS);
        }
    }

    /** @return PSN of the first missing packet */
    uint64_t GetCumulative() const
    {
        return m_cumulative;
    }

    /**
     * @return first PSN that no acknowledgement has reported, and at least the first missing one;
     * from now on all are reported
     */
    uint64_t TakeUntold()
    {
        return std::max(m_cumulative, std::min(std::exchange(m_untold, UINT64_MAX), m_highest));
    }

    /** @param base PSN of the lowest bit @return bits of 64 packets: true if it has come */
    uint64_t GetBitmap(uint64_t base) const
    {
        uint64_t bitmap = 0;
        const uint64_t end = std::min(base + WORD_BITS, m_highest);
        for (uint64_t psn = base; psn < end; ++psn)
        {
            bitmap |= uint64_t{Has(psn)} << (psn - base);
        }
        return bitmap;
    }

  private:
    static constexpr uint32_t WORD_BITS = 64;

    uint64_t& Word(uint64_t psn)
    {
        return m_come[psn / WORD_BITS % m_come.size()];
    }

    uint64_t m_cumulative{0};      //!< all packets before this PSN have come
    uint64_t m_highest{0};         //!< PSN behind the last packet that has come
    uint64_t m_untold{UINT64_MAX}; //!< first PSN not yet reported by an acknowledgement
    /** Bit per PSN, modulo the length, from m_cumulative on: has come. */
    std::vector<uint64_t> m_come;
};

} // namespace ns3

#endif // AI_FABRIC_RECEIVED_PACKETS_H
