// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_BUFFER_H
#define AI_FABRIC_SWITCH_BUFFER_H

#include "ns3/link-flow-control.h"
#include "ns3/object.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

/** @ingroup ai-fabric-switch Why a switch did not keep a packet. */
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
    COUNT
};

/** @param reason any but COUNT @return it in words */
const char* ToString(DropReason reason);

/**
 * @ingroup ai-fabric-switch
 * The packet memory of a switch: what may come in, what every port and priority holds.
 *
 * A packet is charged to the ingress priority that it came through and to the egress queue that
 * it waits in, from Admit() to Release(). The two priorities differ where a switch changes the
 * virtual lane. Accounting is here; what is admitted and when senders are stopped is the policy's
 * (the private virtual functions).
 *
 * Invariants: the sums of ingress bytes, of egress bytes and GetUsedBytes() are the same number;
 * everything admitted is released once.
 */
class SwitchBuffer : public Object
{
  public:
    /** One priority of one port. A power of two long: looking one up takes no multiplication. */
    struct alignas(128) Account
    {
        uint64_t ingressBytes{0};      //!< came in here and has not left
        uint64_t egressBytes{0};       //!< will go out here
        uint64_t headroomBytes{0};     //!< of the ingress bytes, those above the threshold
        uint64_t headroomPeakBytes{0}; //!< the most that was ever in the headroom
        std::array<uint64_t, static_cast<std::size_t>(DropReason::COUNT)> drops{}; //!< by reason
    };

    /** What a packet is charged to at one side of the switch. */
    struct Place
    {
        uint16_t port;    //!< number
        uint8_t priority; //!< of the packet there
    };

    /** What a port needs. */
    struct PortNeeds
    {
        uint64_t reservedBytes; //!< for each lossless priority: LinkFlowControl::GetReservedBytes()
        uint32_t lossless;      //!< bit n: priority n must not lose packets
        uint32_t lanes{PRIORITY_COUNT}; //!< LinkFlowControl::GetLaneCount()
        uint64_t managementBytes{0};    //!< LinkFlowControl::GetManagementBytes()
        bool credits{true};             //!< LinkFlowControl::IsCounting()
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param ports what each port needs, by port number
     * @throw InputError if the buffer is too small for them, or nothing for their flow control
     */
    void Configure(const std::vector<PortNeeds>& ports);

    /** @param ratebps of the fastest port, for those whose size follows it; before Configure() */
    void SetFastestRate(uint64_t ratebps)
    {
        m_fastestbps = ratebps;
    }

    /**
     * @param ingress where it came in; its promise not to lose packets is the one that counts
     * @param egress where it will go out
     * @param bytes its frame
     * @return NONE and the packet is charged, or why it must be dropped
     */
    DropReason Admit(Place ingress, Place egress, uint32_t bytes);

    /**
     * A packet leaves.
     *
     * @param ingress where it came in
     * @param egress where it goes out
     * @param bytes its frame
     */
    void Release(Place ingress, Place egress, uint32_t bytes);

    /** @param ingress port @param priority which @return whether its sender should stop */
    bool IsAboveThreshold(uint16_t ingress, uint8_t priority) const
    {
        return GetAccount(ingress, priority).headroomBytes > 0;
    }

    /** @param ingress port @param priority that was stopped @return whether it may resume */
    bool MayResume(uint16_t ingress, uint8_t priority) const
    {
        return DoMayResume(GetAccount(ingress, priority));
    }

    /** @param port a port @param priority a priority @return what it holds */
    const Account& GetAccount(uint16_t port, uint8_t priority) const
    {
        return m_accountsOfPort[port][priority];
    }

    /** @return whether the place of a packet may be used again when its last bit has left; else
     * when its first has */
    bool IsFreedAtEnd() const
    {
        return DoIsFreedAtEnd();
    }

    /** @param port a port @return what it needs */
    const PortNeeds& GetNeeds(uint16_t port) const
    {
        return m_needs[port];
    }

    /** Counts a packet that was never admitted. @param ingress port @param priority its
     * priority @param reason why */
    void CountDrop(uint16_t ingress, uint8_t priority, DropReason reason)
    {
        ++m_accountsOfPort[ingress][priority].drops[static_cast<uint32_t>(reason)];
    }

    /** @return bytes in the buffer now */
    uint64_t GetUsedBytes() const
    {
        return m_usedBytes;
    }

    /** @return the most bytes that were ever in the buffer */
    uint64_t GetPeakBytes() const
    {
        return m_peakBytes;
    }

  protected:
    /** @return the rate of the fastest port; 0: nobody said */
    uint64_t GetFastestRatebps() const
    {
        return m_fastestbps;
    }

  private:
    virtual void DoConfigure(const std::vector<PortNeeds>& ports) = 0;

    /** Before the packet is charged; may charge the policy's own pools. */
    virtual DropReason DoAdmit(Account& in,
                               const Account& out,
                               const PortNeeds& needs,
                               bool lossless,
                               uint32_t bytes) = 0;

    /** After the packet was taken off the accounts. */
    virtual void DoRelease(Account& in, bool lossless, uint32_t bytes) = 0;
    virtual bool DoMayResume(const Account& in) const = 0;
    /** False unless this says otherwise. */
    virtual bool DoIsFreedAtEnd() const;

    std::vector<Account> m_accounts;        //!< by port and priority
    std::vector<Account*> m_accountsOfPort; //!< the first of each port
    std::vector<PortNeeds> m_needs;         //!< by port
    uint64_t m_usedBytes{0};
    uint64_t m_peakBytes{0};
    uint64_t m_fastestbps{0}; //!< of SetFastestRate(); 0: unknown
};

// Inline, because a switch calls them for every packet.

inline DropReason
SwitchBuffer::Admit(Place ingress, Place egress, uint32_t bytes)
{
    Account& in = m_accountsOfPort[ingress.port][ingress.priority];
    Account& out = m_accountsOfPort[egress.port][egress.priority];
    const PortNeeds& needs = m_needs[ingress.port];
    const DropReason reason =
        DoAdmit(in, out, needs, needs.lossless >> ingress.priority & 1, bytes);
    if (reason != DropReason::NONE)
    {
        ++in.drops[static_cast<uint32_t>(reason)];
        return reason;
    }
    in.ingressBytes += bytes;
    in.headroomPeakBytes = std::max(in.headroomPeakBytes, in.headroomBytes);
    out.egressBytes += bytes;
    m_usedBytes += bytes;
    m_peakBytes = std::max(m_peakBytes, m_usedBytes);
    return DropReason::NONE;
}

inline void
SwitchBuffer::Release(Place ingress, Place egress, uint32_t bytes)
{
    Account& in = m_accountsOfPort[ingress.port][ingress.priority];
    in.ingressBytes -= bytes;
    m_accountsOfPort[egress.port][egress.priority].egressBytes -= bytes;
    m_usedBytes -= bytes;
    DoRelease(in, m_needs[ingress.port].lossless >> ingress.priority & 1, bytes);
}

} // namespace ns3

#endif // AI_FABRIC_SWITCH_BUFFER_H
