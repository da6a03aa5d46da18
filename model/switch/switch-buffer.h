// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_BUFFER_H
#define AI_FABRIC_SWITCH_BUFFER_H

#include "rate-profiles.h"

#include "ns3/drop-reason.h"
#include "ns3/link-flow-control.h"
#include "ns3/object.h"
#include "ns3/read-once.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * The answer of a buffer to a packet: it is admitted, dropped or trimmed. Of a trimmed packet the
 * headers go on without payload, in another lane, and are judged once more.
 *
 * A DropReason converts to an answer: NONE admits, any other drops.
 */
class BufferAnswer
{
  public:
    /** Of a trimmed packet nothing but payload is cut. */
    static constexpr uint16_t WHOLE_HEADERS = 0xffff;

    /** @param why NONE: admitted */
    BufferAnswer(DropReason why = DropReason::NONE)
        : m_word(static_cast<uint32_t>(why))
    {
    }

    /**
     * @param why the payload is cut; not NONE
     * @param lane of the egress queue for the headers; a lane of the port
     * @param frameBytes that are left, as far as there are headers beyond those that tell the
     *        receiver which packet it was; WHOLE_HEADERS: all headers
     * @return the answer
     */
    static BufferAnswer Trim(DropReason why, uint8_t lane, uint16_t frameBytes = WHOLE_HEADERS)
    {
        BufferAnswer answer(why);
        answer.m_word |= TRIMS | uint32_t{lane} << LANE_SHIFT | uint32_t{frameBytes} << SIZE_SHIFT;
        return answer;
    }

    /** @return the answer to a packet that is admitted, and whose ingress lane is too full now */
    static BufferAnswer Stop()
    {
        BufferAnswer answer;
        answer.m_word = STOPS;
        return answer;
    }

    /** @return whether the packet is admitted whole */
    bool IsAdmitted() const
    {
        return (m_word & ~STOPS) == 0;
    }

    /** @return whether the packet is admitted whole and nobody has to stop: the usual answer */
    bool IsPlain() const
    {
        return m_word == 0;
    }

    /** @return why it is dropped or trimmed; NONE: admitted */
    DropReason GetReason() const
    {
        return static_cast<DropReason>(m_word & REASON_MASK);
    }

    /** @return whether it is trimmed rather than dropped */
    bool IsToTrim() const
    {
        return m_word & TRIMS;
    }

    /** @return lane of the egress queue for the headers of a packet that is trimmed */
    uint8_t GetLane() const
    {
        return m_word >> LANE_SHIFT & LANE_MASK;
    }

    /** @return how long the frame of a packet that is trimmed may stay, see Trim() */
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
    static constexpr uint32_t LANE_SHIFT = 9;     //!< where the lane of the headers begins
    static constexpr uint32_t LANE_MASK = 0x1f;   //!< bits of it
    static constexpr uint32_t STOPS = 0x4000;     //!< bit: who sent the packet should stop
    static constexpr uint32_t SIZE_SHIFT = 16;    //!< where the length of the headers begins

    uint32_t m_word; //!< one register: an answer to every packet in every switch
};

/**
 * @ingroup ai-fabric-switch
 * The packet memory of a switch: decides what is admitted and counts what every port and lane
 * holds.
 *
 * A packet is charged to the ingress lane that it came through and to the egress queue that
 * it waits in, from Admit() to Release(). The two lanes differ where a switch changes the
 * virtual lane. Accounting is done here; subclasses decide what is admitted and when senders are
 * stopped (the private virtual functions).
 *
 * A memory may be made of cells (SetCellBytes()): a frame then takes whole ones,
 *     charge = ceil(frame / cell) * cell,
 * which is what all accounts, thresholds and peaks are about. Callers give the lengths of frames.
 *
 * Invariants: the sums of ingress bytes, of egress bytes and GetUsedBytes() are the same number;
 * everything admitted is released once.
 */
class SwitchBuffer : public Object, public ReadOnceAttributes
{
  public:
    /** One lane of one port. A power of two long: looking one up takes no multiplication. */
    struct alignas(128) Account
    {
        uint64_t ingressBytes{0};      //!< bytes that came in here and have not left
        uint64_t egressBytes{0};       //!< bytes that wait to go out here
        uint64_t headroomBytes{0};     //!< of the ingress bytes, those above the threshold
        uint64_t headroomPeakBytes{0}; //!< the most that was ever in the headroom
        uint64_t guaranteedBytes{0};   //!< of the ingress bytes, those that take nothing shared
        bool lossless{false};          //!< packets that come in here must not be lost
        uint16_t port{0};              //!< number of the port
        DropCounts drops;              //!< packets that came in here and were dropped, by reason
        DropCounts trims;              //!< packets that came in here and were trimmed, by reason
    };

    /** Port and lane to which a packet is charged at one side of the switch. */
    struct Place
    {
        uint16_t port; //!< number
        uint8_t lane;  //!< of the packet there
    };

    /** What a port needs. */
    struct PortNeeds
    {
        uint64_t reservedBytes; //!< for each lossless lane: LinkFlowControl::GetReservedBytes()
        uint32_t lossless;      //!< bit n: lane n must not lose packets
        uint32_t lanes{PRIORITY_COUNT}; //!< LinkFlowControl::GetLaneCount()
        uint64_t managementBytes{0};    //!< LinkFlowControl::GetManagementBytes()
        bool credits{true};             //!< LinkFlowControl::IsCounting()
        uint64_t ratebps{0};            //!< of its link
        bool dark{false}; //!< at first; has its light, and so its needs, in place of another port
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param ports what each port needs, by port number
     * @throw InputError if the buffer is too small for them, or cannot serve their flow controls:
     *        one that trims makes no sense with credits, which give every packet room
     */
    void Configure(const std::vector<PortNeeds>& ports);

    /** Called before Configure(). @param ratebps of the fastest port, which may decide the size */
    void SetFastestRate(uint64_t ratebps)
    {
        m_fastestbps = ratebps;
    }

    /**
     * @param ingress where it came in; whether this lane is lossless decides for the packet
     * @param egress where it will go out
     * @param bytes its frame
     * @return whether it is admitted (then it is charged, and the answer is plain unless
     *         IsAboveThreshold()), dropped (then it is counted) or trimmed
     */
    BufferAnswer Admit(Place ingress, Place egress, uint32_t bytes)
    {
        m_judgedBytes = bytes;
        return AdmitCharge(ingress, egress, GetChargedBytes(bytes));
    }

    /**
     * As Admit().
     *
     * @param ingress where it came in
     * @param egress where it will go out
     * @param charge its frame; where the memory has no cells
     * @return as that
     */
    BufferAnswer AdmitCharge(Place ingress, Place egress, uint32_t charge);

    /**
     * A packet leaves.
     *
     * @param ingress where it came in
     * @param egress where it goes out
     * @param bytes its frame
     */
    void Release(Place ingress, Place egress, uint32_t bytes)
    {
        ReleaseCharge(ingress, egress, GetChargedBytes(bytes));
    }

    /**
     * As Release().
     *
     * @param ingress where it came in
     * @param egress where it goes out
     * @param charge GetChargedBytes() of its frame
     */
    void ReleaseCharge(Place ingress, Place egress, uint32_t charge);

    /**
     * A packet that has not left is to go out somewhere else.
     *
     * @param from where it was to go out
     * @param to where it goes out
     * @param bytes its frame
     */
    void Move(Place from, Place to, uint32_t bytes)
    {
        bytes = GetChargedBytes(bytes);
        m_accountsOfPort[from.port][from.lane].egressBytes -= bytes;
        m_accountsOfPort[to.port][to.lane].egressBytes += bytes;
    }

    /**
     * @param ingress port
     * @param lane which
     * @return whether its sender should stop
     */
    bool IsAboveThreshold(uint16_t ingress, uint8_t lane) const
    {
        return GetAccount(ingress, lane).headroomBytes > 0;
    }

    /**
     * @param ingress port
     * @param lane that was stopped
     * @return whether it may resume
     */
    bool MayResume(uint16_t ingress, uint8_t lane) const
    {
        return DoMayResume(GetAccount(ingress, lane));
    }

    /**
     * @param port a port
     * @param lane a lane
     * @return what it holds
     */
    const Account& GetAccount(uint16_t port, uint8_t lane) const
    {
        return m_accountsOfPort[port][lane];
    }

    /**
     * @return whether the room of a packet is free when its last bit has left; else it is when its
     *         first bit leaves
     */
    bool IsFreedAtEnd() const
    {
        return DoIsFreedAtEnd();
    }

    /** @param port a port @return what it needs */
    const PortNeeds& GetNeeds(uint16_t port) const
    {
        return m_needs[port];
    }

    /**
     * Counts a packet that was never admitted.
     *
     * @param ingress port
     * @param lane its lane
     * @param reason why
     */
    void CountDrop(uint16_t ingress, uint8_t lane, DropReason reason)
    {
        m_accountsOfPort[ingress][lane].drops.Add(reason);
    }

    /**
     * Counts a packet that was trimmed and whose headers were admitted.
     *
     * @param ingress port
     * @param lane its lane
     * @param reason why
     */
    void CountTrim(uint16_t ingress, uint8_t lane, DropReason reason)
    {
        m_accountsOfPort[ingress][lane].trims.Add(reason);
    }

    /** @return bytes of a cell; 0: the memory has none, and counts bytes */
    uint32_t GetCellBytes() const
    {
        return m_cellBytes;
    }

    /** @param bytes of a frame @return what it takes of the memory */
    uint32_t GetChargedBytes(uint32_t bytes) const
    {
        return m_cellBytes > 0 ? (bytes + m_cellBytes - 1) / m_cellBytes * m_cellBytes : bytes;
    }

    /** @return what ports of certain rates have in place of its attributes; null: it has no such */
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
    /** Before Configure(). @param bytes of a cell; 0 or 1: the memory counts bytes */
    void SetCellBytes(uint32_t bytes)
    {
        m_cellBytes = bytes == 1 ? 0 : bytes;
    }

    /** For DoConfigure(). @param port number @param bytes guaranteed to each of its lanes */
    void SetGuaranteedBytes(size_t port, uint64_t bytes)
    {
        for (uint32_t lane = 0; lane < m_needs[port].lanes; ++lane)
        {
            m_accountsOfPort[port][lane].guaranteedBytes = bytes;
        }
    }

    /** For DoConfigure(). @param port number @param bytes in place of its PortNeeds' */
    void SetReservedBytes(size_t port, uint64_t bytes)
    {
        m_needs[port].reservedBytes = bytes;
    }

    /** For DoAdmit(). @param charged what the packet would take @return bytes of its frame */
    uint32_t GetJudgedBytes(uint32_t charged) const
    {
        return m_cellBytes > 0 ? m_judgedBytes : charged;
    }

    /** @return the rate of the fastest port; 0: nobody said */
    uint64_t GetFastestRatebps() const
    {
        return m_fastestbps;
    }

  private:
    virtual void DoConfigure(const std::vector<PortNeeds>& ports) = 0;

    /**
     * Judges a packet before it is charged; may charge pools of the subclass. Bytes are what it
     * takes of the memory, and GetJudgedBytes() those of its frame. The headers of a
     * packet that was trimmed are judged once more, with the new length and lane. They can only be
     * admitted or dropped; to trim them again counts as a drop for the same reason.
     */
    virtual BufferAnswer DoAdmit(Account& in,
                                 const Account& out,
                                 const PortNeeds& needs,
                                 bool lossless,
                                 uint32_t bytes) = 0;

    /** After the packet was taken off the accounts. Bytes are what was charged, as in DoAdmit(). */
    virtual void DoRelease(Account& in, bool lossless, uint32_t bytes) = 0;
    virtual bool DoMayResume(const Account& in) const = 0;
    /** @return false by default */
    virtual bool DoIsFreedAtEnd() const;
    /** @return whether it may trim packets; false by default */
    virtual bool DoTrims() const;
    /** @return null by default */
    virtual const RateProfiles* DoGetRateProfiles() const;

    std::vector<Account> m_accounts;        //!< by port and lane
    std::vector<Account*> m_accountsOfPort; //!< the first of each port
    std::vector<PortNeeds> m_needs;         //!< by port
    uint64_t m_usedBytes{0};                //!< held now
    uint64_t m_peakBytes{0};                //!< the most ever held
    uint64_t m_fastestbps{0};               //!< of SetFastestRate(); 0: unknown
    uint32_t m_cellBytes{0};                //!< 0: the memory counts bytes
    uint32_t m_judgedBytes{0};              //!< with cells, of the frame that Admit() is asked for
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
