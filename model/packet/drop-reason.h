// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DROP_REASON_H
#define AI_FABRIC_DROP_REASON_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Why a switch or NIC did not keep a packet, or not all of it: a number of an open set. Those of
 * the module are named here; a policy of somebody else registers its own.
 */
enum class DropReason : uint8_t
{
    NONE,
    LOSSY_THRESHOLD,       //!< a lossy class reached its share of the buffer
    HEADROOM_OVERRUN,      //!< a lossless class: more arrived after XOFF than the headroom holds
    HEADROOM_POOL_OVERRUN, //!< a lossless class: others had taken the shared headroom
    CREDIT_OVERRUN,        //!< a lossless class: more arrived than credits were given for
    NO_ROUTE,              //!< the forwarding table has no port for the destination
    PFC_WATCHDOG,          //!< its egress queue is in a pause storm and discards
    HOQ_LIFETIME,          //!< it was first in its egress queue without credits for too long
    VL_STALL,              //!< too many of those in sequence: the lane discards for a while
    NO_LANE,               //!< its service level has lane 15 from here to there
    LINK_DOWN,             //!< its egress port has no link
    TIME_TO_LIVE,          //!< it has passed as many switches as it may
    RECEIVE_BUFFER,        //!< a lossy class: the NIC waits for the memory of its host
    FIRST_REGISTERED       //!< RegisterDropReason() begins here
};

/**
 * @ingroup ai-fabric-packet
 * What a drop says of the class that it happens in.
 */
enum class DropMeaning : uint8_t
{
    LOSS,  //!< the class lost a packet: a lossless one has broken its promise
    RULE,  //!< a rule throws away what the class would have kept: no violation
    OUTAGE //!< there is no way: no violation once a link has failed, else as LOSS
};

/**
 * @param name of a reason, such as "trim threshold"
 * @param meaning what it says of its class
 * @return its number; a name that is registered already keeps number and meaning
 */
DropReason RegisterDropReason(const std::string& name, DropMeaning meaning = DropMeaning::LOSS);

/** @param reason any @return it in words */
const char* ToString(DropReason reason);

/** @param reason any but NONE @return what it says of its class */
DropMeaning GetMeaning(DropReason reason);

/**
 * @ingroup ai-fabric-packet
 * How many packets met each reason.
 */
class DropCounts
{
  public:
    /** @param reason any @return how many packets */
    uint64_t operator[](DropReason reason) const
    {
        return (*this)[static_cast<uint32_t>(reason)];
    }

    /** @param reason number of any @return how many packets */
    uint64_t operator[](uint32_t reason) const
    {
        return reason < m_counts.size() ? m_counts[reason] : 0;
    }

    /** @param reason any @param packets that met it */
    void Add(DropReason reason, uint64_t packets = 1);

    /** @param other whose packets are added */
    void Add(const DropCounts& other);

    /** @return the sum over all reasons */
    uint64_t GetTotal() const;

    /** @return the first of the counts, by reason */
    std::vector<uint64_t>::const_iterator begin() const
    {
        return m_counts.begin();
    }

    /** @return behind the last of them */
    std::vector<uint64_t>::const_iterator end() const
    {
        return m_counts.end();
    }

    /** @return one more than the largest number with packets, or more */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_counts.size());
    }

  private:
    std::vector<uint64_t> m_counts; //!< by reason; as long as it had to be so far
};

} // namespace ns3

#endif // AI_FABRIC_DROP_REASON_H
