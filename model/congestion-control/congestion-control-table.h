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
 * The congestion control table (CCT) of an InfiniBand adapter: the silence after a packet as a
 * function of the congestion index (IBTA vol. 1, A10.3).
 *
 * The text form is a name, or a list such as "0:0,0:1,3:5,0x4003", as in OpenSM's cc_cct: shift and
 * multiplier, or both as the number of 16 bits on the wire, with the shift in bits 15 and 14.
 * Tables with a name have 128 entries, whose i-th entry is
 *     linear                      0:i     (manual page of ibccconfig)
 *     mellanox-default, -llnl     0:m     m = floor(7 i^2 / 95^2 / c)     (opensm-cc-conf-gen.rb
 *     simula, simula-llnl         3:m     m = floor(7 i^2 / 106^2 / c)     of LLNL)
 * where c = 0.218, and 0.408 for tables of llnl.
 *
 * Invariant: not empty.
 */
class CongestionControlTable
{
  public:
    /** One entry of the table. */
    struct Entry
    {
        uint8_t shift;       //!< 0 to 3
        uint16_t multiplier; //!< 0 to 16383

        /**
         * @param packetPs time of a packet on the wire, in ps
         * @return silence after the packet, in ps: (packetPs >> shift) * multiplier
         */
        int64_t GetDelayPs(int64_t packetPs) const
        {
            return (packetPs >> shift) * multiplier;
        }

        /**
         * Rate that results from this delay: ratebps / (1 + multiplier / 2^shift).
         *
         * @param ratebps rate of the wire, in bit/s
         * @return rate in bit/s, rounded down
         */
        uint64_t GetRatebps(uint64_t ratebps) const
        {
            const uint64_t unit = uint64_t{1} << shift;
            return ratebps * unit / (unit + multiplier);
        }
    };

    /** Largest number of entries of a table. */
    static constexpr uint32_t MAX_ENTRIES = 65536;
    static constexpr uint8_t MAX_SHIFT = 3;           //!< largest shift of an entry, 2 bit
    static constexpr uint16_t MAX_MULTIPLIER = 16383; //!< largest multiplier of an entry, 14 bit

    /** Creates a table with one entry without delay. */
    CongestionControlTable();

    /**
     * @param text name or list
     * @throw InputError if the text is neither
     */
    explicit CongestionControlTable(const std::string& text);

    /** @return number of entries */
    uint32_t GetSize() const
    {
        return m_entries.size();
    }

    /**
     * @param index index less than GetSize()
     * @return entry at the index
     */
    const Entry& operator[](uint32_t index) const
    {
        return m_entries[index];
    }

    /** @return text of the constructor */
    const std::string& ToString() const
    {
        return m_text;
    }

  private:
    std::string m_text;           //!< text of the constructor
    std::vector<Entry> m_entries; //!< by CCTI
};

} // namespace ns3

#endif // AI_FABRIC_CONGESTION_CONTROL_TABLE_H
