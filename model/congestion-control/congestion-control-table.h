// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONGESTION_CONTROL_TABLE_H
#define AI_FABRIC_CONGESTION_CONTROL_TABLE_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * The congestion control table (CCT) of an InfiniBand adapter: how long to stay silent behind a
 * packet, by the congestion index (IBTA vol. 1, A10.3).
 *
 * In text a name or a list such as "0:0,0:1,3:5,0x4003", as in OpenSM's cc_cct: shift and
 * multiplier, or both as the number of 16 bits that goes over the wire, the shift in bits 15 and
 * 14. Tables by name have 128 entries, of which the i-th is
 *     linear                      0:i     (manual page of ibccconfig)
 *     mellanox-default, -llnl     0:m     m = floor(7 i^2 / 95^2 / c)     (opensm-cc-conf-gen.rb
 *     simula, simula-llnl         3:m     m = floor(7 i^2 / 106^2 / c)     of LLNL)
 * with c = 0.218, and 0.408 for those of llnl.
 *
 * Invariant: not empty.
 */
class CongestionControlTable
{
  public:
    /** One entry. */
    struct Entry
    {
        uint8_t shift;       //!< 0 to 3
        uint16_t multiplier; //!< 0 to 16383

        /**
         * @param packetPs how long a packet occupies the wire
         * @return for how long to stay silent behind it: (packetPs >> shift) * multiplier
         */
        int64_t GetDelayPs(int64_t packetPs) const
        {
            return (packetPs >> shift) * multiplier;
        }

        /**
         * What sending with that delay comes to: ratebps / (1 + multiplier / 2^shift).
         *
         * @param ratebps of the wire
         * @return bit/s, rounded down
         */
        uint64_t GetRatebps(uint64_t ratebps) const
        {
            const uint64_t unit = uint64_t{1} << shift;
            return ratebps * unit / (unit + multiplier);
        }
    };

    /** Entries that a table may have. */
    static constexpr uint32_t MAX_ENTRIES = 65536;
    static constexpr uint8_t MAX_SHIFT = 3;           //!< of an entry, 2 bit
    static constexpr uint16_t MAX_MULTIPLIER = 16383; //!< of an entry, 14 bit

    /** A table of one entry, which delays nothing. */
    CongestionControlTable();

    /**
     * @param text a name or a list
     * @throw InputError if it is neither
     */
    explicit CongestionControlTable(const std::string& text);

    /** @return how many entries there are */
    uint32_t GetSize() const
    {
        return m_entries.size();
    }

    /** @param index less than GetSize() @return the entry */
    const Entry& operator[](uint32_t index) const
    {
        return m_entries[index];
    }

    /** @return the text that it was made from */
    const std::string& ToString() const
    {
        return m_text;
    }

  private:
    std::string m_text;           //!< as set
    std::vector<Entry> m_entries; //!< by CCTI
};

} // namespace ns3

#endif // AI_FABRIC_CONGESTION_CONTROL_TABLE_H
