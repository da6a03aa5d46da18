// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULED_TAG_H
#define AI_FABRIC_SCHEDULED_TAG_H

#include "path-tag.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Tag that the first leaf of a scheduled fabric writes on a packet, in FabricPacket::pathTag; in
 * real fabrics these values are in the headers of the cells that carry the packet.
 */
struct ScheduledTag : PathTag<ScheduledTag>
{
    static constexpr uint32_t SEQUENCE_BITS = 19; //!< width of a sequence number, which wraps
    /** Width of a number of cells: 65,532 B in cells of 64 B are 1,024 cells. */
    static constexpr uint32_t CELL_BITS = 11;
    static constexpr uint32_t TOTAL_BITS = 33; //!< width of a byte count, which wraps

    uint64_t used : 1;                 //!< 0: the packet has no tag
    uint64_t sequence : SEQUENCE_BITS; //!< number in its virtual output queue
    uint64_t cells : CELL_BITS;        //!< number of cells of the packet; 0: it is whole
    uint64_t queued : TOTAL_BITS;      //!< total bytes that came to that queue, on the wire

    /**
     * @param known an earlier count
     * @return complete count whose last bits are in the tag
     */
    uint64_t GetQueued(uint64_t known) const
    {
        constexpr uint64_t MASK = (uint64_t{1} << TOTAL_BITS) - 1;
        const uint64_t more = (queued - known) & MASK;
        return more <= MASK / 2 ? known + more : known; // else the tag is older
    }
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULED_TAG_H
