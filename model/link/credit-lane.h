// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREDIT_LANE_H
#define AI_FABRIC_CREDIT_LANE_H

#include "block-time.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * One virtual lane of a link with credits, as one end sees it: the counts of IBTA vol. 1, 7.9.4, of
 * what it sends and of what its own buffer takes. CreditFlowControl decides when the other
 * end is told.
 *
 * Counts are in blocks. They are kept modulo 2^32 here and modulo 4096 on the wire.
 */
struct CreditLane
{
    static constexpr uint32_t COUNTER_MASK = 0xfff; //!< counters on the wire are 12 bit wide
    /** Blocks that may be outstanding: half of what a counter counts. */
    static constexpr uint32_t MAX_CREDITS = 2048;

    uint32_t fctbs{0};               //!< blocks sent by us; not wrapped
    uint32_t fccl{0};                //!< limit of fctbs that the other end told last; not wrapped
    uint32_t abr{0};                 //!< blocks received by us; not wrapped
    uint32_t told{0};                //!< FCCL of our last flow control packet; not wrapped
    uint32_t occupied{0};            //!< blocks in our buffer; beside abr adding takes longer
    uint32_t promised{0};            //!< FCCL that will be told at promisedPs; not wrapped
    int64_t promisedPs{NEVER_PS};    //!< when promised is told; NEVER_PS: nothing is promised
    int64_t freePs{0};               //!< when the last bit of every packet not in occupied has left
    int64_t untoldSincePs{NEVER_PS}; //!< since when FCCL is ahead of told; NEVER_PS: it is not
    BlockTime block;                 //!< its first packet lacks credits

    /** @return whether anything has been sent or received */
    bool IsUsed() const
    {
        return fctbs > 0 || abr > 0;
    }

    /** @return blocks that we may send now */
    uint32_t GetCredits() const
    {
        return fccl - fctbs;
    }

    /** @param blocks of a packet @return whether we may send it now */
    bool MaySend(uint32_t blocks) const
    {
        return ((fccl - fctbs - blocks) & COUNTER_MASK) <= MAX_CREDITS;
    }

    /** @param bufferBlocks of our buffer @return FCCL: how far the other end may send */
    uint32_t GetFccl(uint32_t bufferBlocks) const
    {
        return abr + std::min(bufferBlocks - occupied, MAX_CREDITS);
    }

    /**
     * @param wireFctbs FCTBS of the other end, of 12 bits
     * @param comingBlocks that were sent before it and are still on their way
     * @return blocks that the other end has sent and that will never be received
     */
    uint32_t CountLost(uint32_t wireFctbs, uint32_t comingBlocks) const
    {
        const uint32_t lost = (wireFctbs - abr - comingBlocks) & COUNTER_MASK;
        return lost <= MAX_CREDITS ? lost : 0; // else ours is ahead of it
    }

    /** @param wireFccl FCCL of the other end, of 12 bits @return whether our limit has grown */
    bool RaiseLimit(uint32_t wireFccl)
    {
        const uint32_t advance = (wireFccl - fccl) & COUNTER_MASK;
        if (advance == 0 || advance > MAX_CREDITS)
        {
            return false; // nothing new, or behind
        }
        fccl += advance;
        return true;
    }
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_LANE_H
