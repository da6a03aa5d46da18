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
 * its sent packets and of its own buffer. CreditFlowControl decides when the counts are sent to the
 * other end.
 *
 * Counts are in blocks, modulo 2^32 here and modulo 4096 on the wire.
 */
struct CreditLane
{
    static constexpr uint32_t COUNTER_MASK = 0xfff; //!< counters on the wire have 12 bits
    /** Largest number of outstanding blocks: half the range of a counter. */
    static constexpr uint32_t MAX_CREDITS = 2048;

    uint32_t fctbs{0}; //!< blocks sent by this end; not wrapped
    /** Limit of fctbs last received from the other end; not wrapped. */
    uint32_t fccl{0};
    uint32_t abr{0};  //!< blocks received by this end; not wrapped
    uint32_t told{0}; //!< FCCL of this end's last flow control packet; not wrapped
    /** Blocks in this end's buffer; not next to abr, because adding to both at once is slower. */
    uint32_t occupied{0};
    uint32_t promised{0};         //!< FCCL that will be sent at promisedPs; not wrapped
    int64_t promisedPs{NEVER_PS}; //!< time at which promised is sent, in ps; NEVER_PS: none
    /** Last bit of every packet that is not in occupied has left by then, in ps. */
    int64_t freePs{0};
    /** Time since FCCL is ahead of told, in ps; NEVER_PS: it is not. */
    int64_t untoldSincePs{NEVER_PS};
    BlockTime block; //!< time for which its first packet has lacked credits

    /** @return true if this lane has sent or received a packet */
    bool IsUsed() const
    {
        return fctbs > 0 || abr > 0;
    }

    /** @return blocks that this end may send now */
    uint32_t GetCredits() const
    {
        return fccl - fctbs;
    }

    /**
     * @param blocks blocks of a packet
     * @return true if the packet may be sent now
     */
    bool MaySend(uint32_t blocks) const
    {
        return ((fccl - fctbs - blocks) & COUNTER_MASK) <= MAX_CREDITS;
    }

    /**
     * @param bufferBlocks blocks of this end's buffer
     * @return FCCL: limit for the other end
     */
    uint32_t GetFccl(uint32_t bufferBlocks) const
    {
        return abr + std::min(bufferBlocks - occupied, MAX_CREDITS);
    }

    /**
     * @param wireFctbs FCTBS of the other end, 12 bits
     * @param comingBlocks blocks that were sent before it and are still on their way
     * @return blocks that the other end has sent and that are lost
     */
    uint32_t CountLost(uint32_t wireFctbs, uint32_t comingBlocks) const
    {
        const uint32_t lost = (wireFctbs - abr - comingBlocks) & COUNTER_MASK;
        return lost <= MAX_CREDITS ? lost : 0; // else abr is ahead of it
    }

    /**
     * @param wireFccl FCCL of the other end, 12 bits
     * @return true if the limit of this end has grown
     */
    bool RaiseLimit(uint32_t wireFccl)
    {
        const uint32_t advance = (wireFccl - fccl) & COUNTER_MASK;
        if (advance == 0 || advance > MAX_CREDITS)
        {
            return false; // not new, or old
        }
        fccl += advance;
        return true;
    }
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_LANE_H
