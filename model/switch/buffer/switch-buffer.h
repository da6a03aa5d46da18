// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_BUFFER_H
#define AI_FABRIC_SWITCH_BUFFER_H

#include "ns3/drop-reason.h"
#include "ns3/frozen-attributes.h"
#include "ns3/link-flow-control.h"
#include "ns3/object.h"
#include "ns3/rate-profiles.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * The answer of a buffer to a packet: admitted, dropped or trimmed. The headers of a trimmed packet
 * go on without payload, in another lane, and are judged once more.
 *
 * A DropReason converts to an answer: NONE admits the packet, any other reason drops it.
 */
class BufferAnswer
{
  public:
    /** Length of a trimmed frame that keeps all its headers. */
    static constexpr uint16_t WHOLE_HEADERS = 0xffff;

    /** @param why reason of a drop; NONE: admitted */
    BufferAnswer(DropReason why = DropReason::NONE)
        : m_word(static_cast<uint32_t>(why))
    {
    }

    /**
     * @param why reason of the cut; not NONE
     * @param lane lane of the egress queue for the headers; a lane of the port
     * @param frameBytes length of the frame after the cut; headers that tell the receiver which
     * packet it was always stay; WHOLE_HEADERS: all headers stay
     * @return answer that trims
     */
    static BufferAnswer Trim(DropReason why, uint8_t lane, uint16_t frameBytes = WHOLE_HEADERS)
    {
        BufferAnswer answer(why);
        answer.m_word |= TRIMS | uint32_t{lane} << LANE_SHIFT | uint32_t{frameBytes} << SIZE_SHIFT;
        return answer;
    }

    /** @return answer that admits the packet and says that its ingress lane is too full now */
    static BufferAnswer Stop()
    {
        BufferAnswer answer;
        answer.m_word = STOPS;
        return answer;
    }

    /** @return true if the packet is admitted whole */
    bool IsAdmitted() const
    {
        return (m_word & ~STOPS) == 0;
    }

    /**
     * @return true if the packet is admitted whole and the sender need not stop: the usual answer
     */
    bool IsPlain() const
    {
        return m_word == 0;
    }

    /** @return reason of the drop or cut; NONE: admitted */
    DropReason GetReason() const
    {
        return static_cast<DropReason>(m_word & REASON_MASK);
    }

    /** @return true if the packet is trimmed, not dropped */
    bool IsToTrim() const
    {
        return m_word & TRIMS;
    }

    /** @return lane of the egress queue for the headers of a trimmed packet */
    uint8_t GetLane() const
    {
        return m_word >> LANE_SHIFT & LANE_MASK;
    }

    /** @return largest frame length of the trimmed packet, see Trim() */
    uint32_t GetTrimBytes() const
    {
        return m_word >> SIZE_SHIFT;
    }

    /** @return GetReason() */
    operator DropReason() const
    {
        return GetReason();
    }

  private:
    static constexpr uint32_t REASON_MASK = 0xff; //!< bits of the DropReason
    static constexpr uint32_t TRIMS = 0x100;      //!< bit: the packet is trimmed
    static constexpr uint32_t LANE_SHIFT = 9;     //!< position of the lane of the headers
    static constexpr uint32_t LANE_MASK = 0x1f;   //!< mask of the lane
    static constexpr uint32_t STOPS = 0x4000;     //!< bit: the sender of the packet should stop
    static constexpr uint32_t SIZE_SHIFT = 16;    //!< position of the length of the headers

    uint32_t m_word; //!< one word, so that the answer for every packet fits a register
};

/**
 * @ingroup ai-fabric-switch
 * The packet memory of a switch: decides which packets are admitted and counts the bytes of every
 * port and lane.
 *
 * A packet is charged to its ingress lane and to its egress queue from Admit() to Release(). The
 * two lanes differ where a switch changes the virtual lane. This class does the accounting;
 * subclasses decide which packets are admitted and when senders are stopped (the private virtual
 * functions).
 *
 * A memory may be made of cells (SetCellBytes()): a frame then takes whole cells,
 *     charge = ceil(frame / cell) * cell,
 * and all accounts, thresholds and peaks count the charge. Callers give the lengths of frames.
 *
 * Invariants: the sum of ingress bytes, the sum of egress bytes and GetUsedBytes() are equal; every
 * admitted packet is released once.
 *
 * It has many methods because markers, flow controls, telemetry and monitors each read another of
 * its counts.
 */
class SwitchBuffer : public Object, public FrozenAttributes
{
  public:
    /**
     * Account of one lane of one port. Its size is a power of two, so that an index needs no
     * multiplication.
     */
    struct alignas(128) Account
    {
        uint64_t ingressBytes{0};      //!< bytes that came in here and are still in the buffer
        uint64_t egressBytes{0};       //!< bytes that wait here to leave
        uint64_t headroomBytes{0};     //!< ingress bytes above the threshold
        uint64_t headroomPeakBytes{0}; //!< largest headroomBytes so far
        uint64_t guaranteedBytes{0};   //!< ingress bytes that do not count against the shared pool
        bool lossless{false};          //!< packets that come in here must not be dropped
        uint16_t port{0};              //!< number of the port
        DropCounts drops;              //!< dropped packets of this ingress, by reason
        DropCounts trims;              //!< trimmed packets of this ingress, by reason
    };

    /** Port and lane to which a packet is charged at ingress or egress. */
    struct Place
    {
        uint16_t port; //!< port number
        uint8_t lane;  //!< lane of the packet there
    };

    /** Needs of a port. */
    struct PortNeeds
    {
        uint64_t reservedBytes; //!< for each lossless lane: LinkFlowControl::GetReservedBytes()
        uint32_t lossless;      //!< bit n: lane n must not drop packets
        uint32_t lanes{PRIORITY_COUNT}; //!< LinkFlowControl::GetLaneCount()
        uint64_t managementBytes{0};    //!< LinkFlowControl::GetManagementBytes()
        bool credits{true};             //!< LinkFlowControl::IsCounting()
        uint64_t ratebps{0};            //!< rate of its link, in bit/s
        /**
         * The port has no light at first; later it has the light of another port, and its needs.
         */
        bool dark{false};
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param ports needs by port number
     * @throw InputError if the buffer is too small for these needs, or cannot serve the flow
     * controls: a buffer that trims contradicts credits, which give every packet room
     */
    void Configure(const std::vector<PortNeeds>& ports);

    /**
     * Called before Configure().
     *
     * @param ratebps rate of the fastest port in bit/s; may decide the size
     */
    void SetFastestRate(uint64_t ratebps)
    {
        m_fastestbps = ratebps;
    }

    /**
     * @param ingress ingress port and lane; decides whether the packet is lossless
     * @param egress egress port and lane
     * @param bytes length of the frame
     * @return admitted (the packet is charged, and the answer is plain unless IsAboveThreshold()),
     * dropped (the drop is counted) or trimmed
     */
    BufferAnswer Admit(Place ingress, Place egress, uint32_t bytes)
    {
        m_judgedBytes = bytes;
        return AdmitCharge(ingress, egress, GetChargedBytes(bytes));
    }

    /**
     * The same as Admit(), for a memory without cells.
     *
     * @param ingress ingress port and lane
     * @param egress egress port and lane
     * @param charge length of the frame, in bytes
     * @return the same as Admit()
     */
    BufferAnswer AdmitCharge(Place ingress, Place egress, uint32_t charge);

    /**
     * Called when a packet leaves.
     *
     * @param ingress ingress port and lane
     * @param egress egress port and lane
     * @param bytes length of the frame
     */
    void Release(Place ingress, Place egress, uint32_t bytes)
    {
        ReleaseCharge(ingress, egress, GetChargedBytes(bytes));
    }

    /**
     * The same as Release(), with the charge.
     *
     * @param ingress ingress port and lane
     * @param egress egress port and lane
     * @param charge GetChargedBytes() of its frame
     */
    void ReleaseCharge(Place ingress, Place egress, uint32_t charge);

    /**
     * Changes the egress of a packet in the buffer.
     *
     * @param from old egress port and lane
     * @param to new egress port and lane
     * @param bytes length of the frame
     */
    void Move(Place from, Place to, uint32_t bytes)
    {
        bytes = GetChargedBytes(bytes);
        m_accountsOfPort[from.port][from.lane].egressBytes -= bytes;
        m_accountsOfPort[to.port][to.lane].egressBytes += bytes;
    }

    /**
     * @param ingress port number
     * @param lane ingress lane
     * @return true if the sender should stop
     */
    bool IsAboveThreshold(uint16_t ingress, uint8_t lane) const
    {
        return GetAccount(ingress, lane).headroomBytes > 0;
    }

    /**
     * @param ingress port number
     * @param lane ingress lane that was stopped
     * @return true if the sender may resume
     */
    bool MayResume(uint16_t ingress, uint8_t lane) const
    {
        return DoMayResume(GetAccount(ingress, lane));
    }

    /**
     * @param port port number
     * @param lane lane number
     * @return account of the lane
     */
    const Account& GetAccount(uint16_t port, uint8_t lane) const
    {
        return m_accountsOfPort[port][lane];
    }

    /**
     * @return true: the room of a packet is free when its last bit has left; false: when its first
     * bit leaves
     */
    bool IsFreedAtEnd() const
    {
        return DoIsFreedAtEnd();
    }

    /**
     * @param port port number
     * @return needs of the port
     */
    const PortNeeds& GetNeeds(uint16_t port) const
    {
        return m_needs[port];
    }

    /**
     * Counts the drop of a packet that was never admitted.
     *
     * @param ingress port number
     * @param lane ingress lane
     * @param reason reason of the drop
     */
    void CountDrop(uint16_t ingress, uint8_t lane, DropReason reason)
    {
        m_accountsOfPort[ingress][lane].drops.Add(reason);
    }

    /**
     * Counts a packet that was trimmed and whose headers were admitted.
     *
     * @param ingress port number
     * @param lane ingress lane
     * @param reason reason of the cut
     */
    void CountTrim(uint16_t ingress, uint8_t lane, DropReason reason)
    {
        m_accountsOfPort[ingress][lane].trims.Add(reason);
    }

    /** @return size of a cell in bytes; 0: the memory has no cells */
    uint32_t GetCellBytes() const
    {
        return m_cellBytes;
    }

    /**
     * @param bytes length of a frame
     * @return bytes of the memory that it takes
     */
    uint32_t GetChargedBytes(uint32_t bytes) const
    {
        return m_cellBytes > 0 ? (bytes + m_cellBytes - 1) / m_cellBytes * m_cellBytes : bytes;
    }

    /**
     * @return values that replace attributes at ports of certain rates; null: this buffer has no
     * profiles
     */
    const RateProfiles* GetRateProfiles() const
    {
        return DoGetRateProfiles();
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
    /**
     * Call before Configure().
     *
     * @param bytes size of a cell in bytes; 0 or 1: no cells
     */
    void SetCellBytes(uint32_t bytes)
    {
        m_cellBytes = bytes == 1 ? 0 : bytes;
    }

    /**
     * For DoConfigure().
     *
     * @param port port number
     * @param bytes bytes guaranteed to each of its lanes
     */
    void SetGuaranteedBytes(size_t port, uint64_t bytes)
    {
        for (uint32_t lane = 0; lane < m_needs[port].lanes; ++lane)
        {
            m_accountsOfPort[port][lane].guaranteedBytes = bytes;
        }
    }

    /**
     * For DoConfigure().
     *
     * @param port port number
     * @param bytes replaces reservedBytes of its PortNeeds
     */
    void SetReservedBytes(size_t port, uint64_t bytes)
    {
        m_needs[port].reservedBytes = bytes;
    }

    /**
     * For DoAdmit().
     *
     * @param charged charge of the packet
     * @return length of its frame, in bytes
     */
    uint32_t GetJudgedBytes(uint32_t charged) const
    {
        return m_cellBytes > 0 ? m_judgedBytes : charged;
    }

    /** @return rate of the fastest port in bit/s; 0: unknown */
    uint64_t GetFastestRatebps() const
    {
        return m_fastestbps;
    }

  private:
    virtual void DoConfigure(const std::vector<PortNeeds>& ports) = 0;

    /**
     * Judges a packet before it is charged; may charge pools of the subclass. bytes is the charge
     * of the packet, GetJudgedBytes() the length of its frame. The headers of a trimmed packet are
     * judged once more, with their new length and lane. They can only be admitted or dropped; a
     * second trim counts as a drop for the same reason.
     */
    virtual BufferAnswer DoAdmit(Account& in,
                                 const Account& out,
                                 const PortNeeds& needs,
                                 bool lossless,
                                 uint32_t bytes) = 0;

    /** Called after the packet was taken off the accounts; bytes is its charge, as in DoAdmit(). */
    virtual void DoRelease(Account& in, bool lossless, uint32_t bytes) = 0;
    virtual bool DoMayResume(const Account& in) const = 0;
    /** @return false by default */
    virtual bool DoIsFreedAtEnd() const;
    /** @return true if this buffer may trim packets; false by default */
    virtual bool DoTrims() const;
    /** @return null by default */
    virtual const RateProfiles* DoGetRateProfiles() const;

    std::vector<Account> m_accounts;        //!< by port and lane
    std::vector<Account*> m_accountsOfPort; //!< the first of each port
    std::vector<PortNeeds> m_needs;         //!< by port
    uint64_t m_usedBytes{0};                //!< held now
    uint64_t m_peakBytes{0};                //!< the most ever held
    uint64_t m_fastestbps{0};               //!< see SetFastestRate(); 0: unknown
    uint32_t m_cellBytes{0};                //!< 0: no cells
    uint32_t m_judgedBytes{0};              //!< with cells: frame length of the packet in Admit()
};

// Inline, because a switch calls them for every packet.

inline BufferAnswer
SwitchBuffer::AdmitCharge(Place ingress, Place egress, uint32_t charge)
{
    Account& in = m_accountsOfPort[ingress.port][ingress.lane];
    Account& out = m_accountsOfPort[egress.port][egress.lane];
    const PortNeeds& needs = m_needs[ingress.port];
    const BufferAnswer answer = DoAdmit(in, out, needs, in.lossless, charge);
    if (!answer.IsAdmitted())
    {
        if (!answer.IsToTrim())
        {
            in.drops.Add(answer);
        }
        return answer;
    }
    in.ingressBytes += charge;
    out.egressBytes += charge;
    m_usedBytes += charge;
    if (m_usedBytes > m_peakBytes)
    {
        m_peakBytes = m_usedBytes;
    }
    if (in.headroomBytes > 0)
    {
        in.headroomPeakBytes = std::max(in.headroomPeakBytes, in.headroomBytes);
        return BufferAnswer::Stop();
    }
    return BufferAnswer();
}

inline void
SwitchBuffer::ReleaseCharge(Place ingress, Place egress, uint32_t charge)
{
    Account& in = m_accountsOfPort[ingress.port][ingress.lane];
    in.ingressBytes -= charge;
    m_accountsOfPort[egress.port][egress.lane].egressBytes -= charge;
    m_usedBytes -= charge;
    DoRelease(in, in.lossless, charge);
}

} // namespace ns3

#endif // AI_FABRIC_SWITCH_BUFFER_H
