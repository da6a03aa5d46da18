// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREDIT_COUNTS_H
#define AI_FABRIC_CREDIT_COUNTS_H

#include "ns3/fabric-packet.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * The credits of one lane of a link, as one end sees them: the counts of its sent packets and of
 * its own buffer. The flow control decides when the counts are sent to the other end.
 *
 * Counts are modulo 2^32 here and modulo 2^BITS on the wire:
 *     sent            packets of this end               (InfiniBand: FCTBS;  CBFC: S_CC)
 *     limit           of sent, as told by the other end (FCCL;  S_CF + its buffer)
 *     received        packets of the other end          (ABR;  R_CC)
 *     limit for the other end = received + min(buffer - occupied, MOST)
 *                                                       (FCCL;  R_CF + buffer)
 *
 * @tparam BITS bits of a count on the wire
 * @tparam MOST largest number of outstanding credits, at most half the range of a count
 */
template <uint32_t BITS, uint32_t MOST>
struct CreditCounts
{
    static constexpr uint32_t COUNTER_MASK = (1U << BITS) - 1; //!< bits of a count on the wire
    static constexpr uint32_t MAX_CREDITS = MOST; //!< largest number of outstanding credits

    uint32_t sent{0};     //!< credits taken by packets that this end has sent
    uint32_t limit{0};    //!< limit of sent, as last told by the other end
    uint32_t received{0}; //!< credits taken by packets that this end has received
    uint32_t told{0};     //!< limit last told to the other end
    /** Credits in this end's buffer; not next to received, as adding to both at once is slower. */
    uint32_t occupied{0};

    /** @return true if this lane has sent or received a packet */
    bool IsUsed() const
    {
        return sent > 0 || received > 0;
    }

    /** @return credits that this end may send now */
    uint32_t GetCredits() const
    {
        return limit - sent;
    }

    /**
     * @param credits credits of a packet
     * @return true if the packet may be sent now
     */
    bool MaySend(uint32_t credits) const
    {
        return ((limit - sent - credits) & COUNTER_MASK) <= MAX_CREDITS;
    }

    /**
     * @param buffer credits of this end's buffer
     * @return limit for the other end
     */
    uint32_t GetLimit(uint32_t buffer) const
    {
        return received + std::min(buffer - occupied, MAX_CREDITS);
    }

    /**
     * @param buffer credits of this end's buffer
     * @return credits that the other end has gained and has not been told
     */
    uint32_t GetUntold(uint32_t buffer) const
    {
        return GetLimit(buffer) - told;
    }

    /**
     * @param wireSent count of the other end's sent packets, on the wire
     * @param coming credits of packets that were sent before it and are still on their way
     * @return credits of packets that the other end has sent and that are lost
     */
    uint32_t CountLost(uint32_t wireSent, uint32_t coming) const
    {
        const uint32_t lost = (wireSent - received - coming) & COUNTER_MASK;
        return lost <= MAX_CREDITS ? lost : 0; // else received is ahead of it
    }

    /**
     * @param wireLimit limit told by the other end, of which only the bits on the wire count
     * @return true if the limit of this end has grown
     */
    bool RaiseLimit(uint32_t wireLimit)
    {
        const uint32_t advance = (wireLimit - limit) & COUNTER_MASK;
        if (advance == 0 || advance > MAX_CREDITS)
        {
            return false; // not new, or old
        }
        limit += advance;
        return true;
    }

    /**
     * Begins again after an outage: both ends know each other's counts, and the wire is empty.
     *
     * @param far counts of the other end
     * @param buffer credits of this end's buffer
     * @param farBuffer credits of the other end's buffer
     */
    void Restart(const CreditCounts& far, uint32_t buffer, uint32_t farBuffer)
    {
        received = far.sent;
        told = GetLimit(buffer);
        limit = sent + std::min(farBuffer - far.occupied, MAX_CREDITS);
    }

    /**
     * Checks the invariants at rest.
     *
     * @param far counts of the other end
     * @param lossy true: the link may have lost packets
     * @param lane name of the lane
     * @param problems receives a line for each violation
     */
    void Audit(const CreditCounts& far,
               bool lossy,
               const std::string& lane,
               std::vector<std::string>& problems) const
    {
        if (occupied != 0)
        {
            problems.push_back(lane + ": " + std::to_string(occupied) + " credits still occupied");
        }
        if (!lossy && sent != far.received)
        {
            problems.push_back(lane + ": " + std::to_string(sent) + " credits sent, " +
                               std::to_string(far.received) + " received");
        }
        if (!lossy && limit != far.told)
        {
            problems.push_back(lane + ": credits not conserved");
        }
    }
};

/**
 * @ingroup ai-fabric-link
 * @param port port of a flow control
 * @param packet control packet that has just arrived there
 * @param lane lane number
 * @param toCredits function from the length of a frame in bytes to its credits
 * @return credits of the lane's packets that came before it and have not been delivered yet
 */
template <typename Port, typename ToCredits>
uint32_t
CountInPipeline(const Port& port,
                const FabricPacket& packet,
                uint8_t lane,
                const ToCredits& toCredits)
{
    uint32_t credits = 0;
    port.GetWire().ForEachInFlight(1 - port.GetSide(), [&](const FabricPacket& other) {
        const bool before = other.tailPs - port.GetLatencyPs() < packet.tailPs;
        credits += before && other.lane == lane ? toCredits(other.frameBytes) : 0;
        return before;
    });
    return credits;
}

} // namespace ns3

#endif // AI_FABRIC_CREDIT_COUNTS_H
