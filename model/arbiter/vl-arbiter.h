// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VL_ARBITER_H
#define AI_FABRIC_VL_ARBITER_H

#include "egress-arbiter.h"
#include "vl-arbitration-table.h"

#include "ns3/sl-to-vl-map.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-arbiter
 * InfiniBand's VL arbitration (IBTA vol. 1, 7.6.9): a table of high priority before a table of low
 * priority, each served by weighted turns as in VlArbitrationTable.
 *
 * The high table may send, depending on HighLimit,
 *     1 to 254:  HighLimit * 4096 B, counted in blocks of 64 B; the last packet may overdraw
 *     0:         one packet
 *     255:       without limit
 * before the low table has a chance to send one packet. A chance that the low table cannot use is
 * over, too: the count starts again. A packet of the low table that is sent while the high table is
 * empty is a chance as well.
 *
 * A lane in neither table, or only with weight 0, is sent when no other lane may go, the highest
 * number first; the standard does not define this case. MANAGEMENT_LANE is in no table: it goes
 * before them.
 *
 * Invariants: with HighLimit L < 255 and a backlogged low table, at most max(64 L, 1) blocks and
 * one packet of the high table are sent between two packets of the low table. The default tables
 * are those of opensm (its osm_base.h), for both adapters and switches.
 */
class VlArbiter final : public EgressArbiter
{
  public:
    /** Value of HighLimit that means no limit. */
    static constexpr uint8_t UNLIMITED = 255;
    /** Unit of HighLimit, in bytes. */
    static constexpr uint32_t LIMIT_BYTES = 4096;

    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint32_t DoSelect(uint32_t eligible, const std::vector<PacketFifo>& queues) override;
    void DoSetDataLanes(uint32_t dataLanes) override;

    void SetHighTable(std::string table);
    std::string GetHighTable() const;
    void SetLowTable(std::string table);
    std::string GetLowTable() const;
    void SetHighLimit(uint8_t limit);
    uint8_t GetHighLimit() const;

    VlArbitrationTable m_high;
    VlArbitrationTable m_low;
    uint8_t m_laneMask{GetLaneMask(PRIORITY_COUNT)}; //!< GetLaneMask() of the port
    /** In units of 4096 B; 0: one packet, 255: no limit. */
    uint8_t m_highLimit{0};
    int64_t m_highBlocks{1};     //!< blocks of the high table between chances of the low table
    int64_t m_highLeftBlocks{1}; //!< blocks left before the next chance
};

} // namespace ns3

#endif // AI_FABRIC_VL_ARBITER_H
