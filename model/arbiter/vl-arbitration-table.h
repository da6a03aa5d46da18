// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VL_ARBITRATION_TABLE_H
#define AI_FABRIC_VL_ARBITRATION_TABLE_H

#include "ns3/packet-fifo.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-arbiter
 * One of the two tables of InfiniBand's VL arbitration (IBTA vol. 1, 7.6.9): lanes in order of
 * turns, each with a weight in blocks of 64 B.
 *
 * The entry with the turn sends until its weight is used up. A packet counts
 *
 *     blocks = ceil(frame bytes / 64)
 *
 * and may be sent as long as weight is left, so the last packet of a turn may overdraw; the
 * overdraft is not carried to the next turn. An entry that has no packet, or may not send, loses
 * the rest of its turn. With packets of b blocks and constant backlog a turn of weight w is
 * therefore
 *
 *     ceil(w / b) * b
 *
 * blocks long: weights that are multiples of b share exactly by weight.
 *
 * The text form is "0:4,1:0,2:64", VL:WEIGHT as opensm writes it; weight 0 skips the entry, and a
 * lane may have several entries. Lanes that the port does not have are taken modulo their number
 * (GetLaneMask()).
 */
class VlArbitrationTable
{
  public:
    /** Unit of weights, in bytes. */
    static constexpr uint32_t BLOCK_BYTES = 64;
    /** Largest number of entries; sets of turns are masks of this many bits. */
    static constexpr uint32_t MAX_ENTRIES = 64;

    /** Creates a table without entries. */
    VlArbitrationTable() = default;

    /**
     * @param text text as above; may be empty
     * @param name name of the table in the InputError for malformed text
     */
    VlArbitrationTable(const std::string& text, const std::string& name);

    /**
     * Starts at the first turn.
     *
     * @param laneMask GetLaneMask() of the port; before this call that of 8 data lanes
     */
    void SetLaneMask(uint8_t laneMask);

    /** @return text that gives the same table */
    std::string ToString() const;

    /** @return bit n: an entry of lane n has a weight */
    uint32_t GetLanes() const
    {
        return m_lanes;
    }

    /**
     * Chooses the lane of the next packet, and subtracts that packet from its weight.
     *
     * @param eligible lanes that may send; at least one of them in GetLanes()
     * @param queues queues by lane
     * @return lane to send from
     */
    uint32_t Select(uint32_t eligible, const std::vector<PacketFifo>& queues);

    /**
     * @param packet packet
     * @return blocks that it counts
     */
    static uint32_t GetBlocks(const FabricPacket& packet)
    {
        return (packet.frameBytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
    }

  private:
    /**
     * @param eligible lanes as in Select()
     * @return first turn of one of them after the present turn
     */
    uint32_t FindTurn(uint32_t eligible) const;

    /** An entry as written. */
    struct Entry
    {
        uint8_t vl;     //!< 0 to 14
        uint8_t weight; //!< in blocks
    };

    /** An entry with a weight. */
    struct Turn
    {
        uint8_t lane;   //!< lane of the port
        uint8_t weight; //!< in blocks
        uint16_t next;  //!< index of the lane's next turn after this one, or of this one
    };

    std::vector<Entry> m_entries;                         //!< entries as written
    std::vector<Turn> m_turns;                            //!< entries with a weight, in this order
    std::array<uint64_t, MAX_DATA_LANES> m_turnsOfLane{}; //!< bit n: turn n is the lane's
    uint32_t m_lanes{0};                                  //!< bit n: lane n has a turn
    uint32_t m_turn{0};       //!< index into m_turns of the present turn
    uint32_t m_lane{0};       //!< lane of the present turn
    uint32_t m_leftBlocks{0}; //!< weight left of the present turn
};

// Inline, because a port calls it for every packet that waits.

inline uint32_t
VlArbitrationTable::Select(uint32_t eligible, const std::vector<PacketFifo>& queues)
{
    if (m_leftBlocks == 0 || !(eligible >> m_lane & 1))
    {
        m_turn = (eligible & m_lanes) == 1U << m_lane ? m_turns[m_turn].next : FindTurn(eligible);
        m_lane = m_turns[m_turn].lane;
        m_leftBlocks = m_turns[m_turn].weight;
    }
    m_leftBlocks -= std::min(m_leftBlocks, GetBlocks(queues[m_lane].Front()));
    return m_lane;
}

} // namespace ns3

#endif // AI_FABRIC_VL_ARBITRATION_TABLE_H
