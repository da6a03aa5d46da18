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
 * Reason why a switch or NIC dropped or cut a packet: a number of an open set. The module's own
 * reasons are named here; a user's policy registers its own.
 */
enum class DropReason : uint8_t
{
    NONE,
    LOSSY_THRESHOLD, //!< a lossy class has reached its share of the buffer
    /** A lossless class: more bytes arrived after XOFF than the headroom holds. */
    HEADROOM_OVERRUN,
    HEADROOM_POOL_OVERRUN, //!< a lossless class: other lanes used up the shared headroom
    CREDIT_OVERRUN,        //!< a lossless class: more bytes arrived than credits were given
    NO_ROUTE,              //!< the forwarding table has no port for the destination
    PFC_WATCHDOG,          //!< its egress queue is in a pause storm and discards
    /** The packet was first in its egress queue without credits for too long. */
    HOQ_LIFETIME,
    VL_STALL,        //!< too many such packets in sequence: the lane discards for a while
    NO_LANE,         //!< its service level has lane 15 for this pair of ports
    LINK_DOWN,       //!< its egress port has no link
    TIME_TO_LIVE,    //!< the packet has passed the largest allowed number of switches
    RECEIVE_BUFFER,  //!< a lossy class: the NIC waits for host memory
    FIRST_REGISTERED //!< first number of RegisterDropReason()
};

/**
 * @ingroup ai-fabric-packet
 * Meaning of a drop for its traffic class.
 */
enum class DropMeaning : uint8_t
{
    LOSS,  //!< the class lost a packet: a violation if the class is lossless
    RULE,  //!< a rule drops packets that the class would have kept: not a violation
    OUTAGE //!< no path exists: not a violation after a link failure, else the same as LOSS
};

/**
 * @param name name of a reason, such as "trim threshold"
 * @param meaning meaning for its class
 * @return its number; an already registered name keeps number and meaning
 */
DropReason RegisterDropReason(const std::string& name, DropMeaning meaning = DropMeaning::LOSS);

/**
 * @param reason reason
 * @return its name in words
 */
const char* ToString(DropReason reason);

/**
 * @param reason reason other than NONE
 * @return meaning for its class
 */
DropMeaning GetMeaning(DropReason reason);

/**
 * @ingroup ai-fabric-packet
 * Numbers of packets by reason.
 */
class DropCounts
{
  public:
    /**
     * @param reason reason
     * @return number of packets
     */
    uint64_t operator[](DropReason reason) const
    {
        return (*this)[static_cast<uint32_t>(reason)];
    }

    /**
     * @param reason number of a reason
     * @return number of packets
     */
    uint64_t operator[](uint32_t reason) const
    {
        return reason < m_counts.size() ? m_counts[reason] : 0;
    }

    /**
     * @param reason reason
     * @param packets number of packets to add
     */
    void Add(DropReason reason, uint64_t packets = 1);

    /** @param other counts to add */
    void Add(const DropCounts& other);

    /** @return the sum over all reasons */
    uint64_t GetTotal() const;

    /** @return iterator at the first count, by reason */
    std::vector<uint64_t>::const_iterator begin() const
    {
        return m_counts.begin();
    }

    /** @return iterator behind the last count */
    std::vector<uint64_t>::const_iterator end() const
    {
        return m_counts.end();
    }

    /** @return upper limit of the reasons' numbers, plus one */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_counts.size());
    }

  private:
    std::vector<uint64_t> m_counts; //!< by reason; grows as necessary
};

} // namespace ns3

#endif // AI_FABRIC_DROP_REASON_H
