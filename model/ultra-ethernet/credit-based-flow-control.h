// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREDIT_BASED_FLOW_CONTROL_H
#define AI_FABRIC_CREDIT_BASED_FLOW_CONTROL_H

#include "credit-updates.h"

#include "ns3/block-time.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/link-flow-control.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Credit-based flow control of Ultra Ethernet links, CBFC (UE specification 1.0, 5.2, as the
 * interface of OCP SAI quotes it). Each lossless priority has a buffer at the receiver and counts
 * credits since the link came up, in units of CreditBytes:
 *
 *     a packet takes   pc = ceil((frame + OverheadBytes) / CreditBytes), at least 1
 *     sender           S_CC consumed, S_CF freed as reported;  a packet may be sent if
 *                      S_CC - S_CF + pc <= credits of the buffer
 *     receiver         R_CC consumed, R_CF freed;  occupied = R_CC - R_CF
 *
 * CF_Update reports R_CF of a priority when the unreported freed credits reach UpdateBytes or an
 * eighth of the buffer, whichever is less, and at the latest when the link could have carried
 * MaxUpdateBytes since. R_CF is a total, so an update makes up for a lost one.
 *
 * A packet that is lost on the wire has consumed credits that are never freed. If the link may lose
 * packets, or ever could, the sender reports S_CC by CC_Update every CounterInterval until it has
 * all credits back. The receiver treats packets that did not come, and are not in its pipeline, as
 * freed, R_CF += S_CC - R_CC and R_CC = S_CC, and reports all priorities.
 *
 * Credits of a packet that leaves a switch are freed when its last bit has left. While the link is
 * down every packet may be sent, and is lost; when the link is up again both ends know each other's
 * counts. Priorities that are not lossless need no credits. Counters are kept modulo 2^32 and have
 * 20 bits on the wire, so a buffer has at most 2^19 credits. If a computed buffer needs more, as on
 * a link between regions, both ends double CreditBytes until it fits, up to 2048 B: 1 GiB.
 *
 * Invariants: occupied <= credits of the buffer; S_CC - S_CF = occupied + on the wire + freed and
 * not reported or the report is on the way + lost and not repaired.
 */
class CreditBasedFlowControl final : public LinkFlowControl
{
  public:
    /** Largest difference of counters: less than half of their range on the wire. */
    static constexpr uint32_t MAX_CREDITS = 1U << 19;

    /** @return the TypeId */
    static TypeId GetTypeId();

    CreditBasedFlowControl();
    ~CreditBasedFlowControl() override;

    /** Valid after the start. @return credits of the buffer of each lossless priority */
    uint32_t GetBufferCredits() const
    {
        return m_bufferCredits;
    }

    /** @param lane lossless priority @return credits that our sender has left */
    int64_t GetCredits(uint8_t lane) const;

    /** @param lane lossless priority @return credits taken by its packets in our buffer */
    uint32_t GetOccupied(uint8_t lane) const
    {
        return m_lanes[lane].received - m_lanes[lane].freed;
    }

    /** @param frameBytes frame length of a packet @return credits that it takes */
    uint32_t GetCreditsOf(uint32_t frameBytes) const;

  protected:
    void DoDispose() override;

  private:
    /** Counts of a priority, modulo 2^32. */
    struct Lane
    {
        uint32_t consumed{0};    //!< S_CC of our sender
        uint32_t returned{0};    //!< S_CF, as reported by the other end
        uint32_t received{0};    //!< R_CC
        uint32_t freed{0};       //!< R_CF
        uint32_t told{0};        //!< R_CF of our last CF_Update
        int64_t freePs{0};       //!< time when the last bit of the freed packets has left
        int64_t duePs{NEVER_PS}; //!< time of the next CF_Update
        BlockTime block;         //!< time during which the first packet lacks credits
    };

    void DoStart() override;
    uint32_t DoGetEligible(uint32_t backlog,
                           const std::vector<PacketFifo>& queues,
                           int64_t nowPs) override;
    void DoNotifySent(const FabricPacket& packet, int64_t nowPs) override;
    void DoNotifyReceived(uint8_t lane,
                          uint32_t frameBytes,
                          BufferSignal signal,
                          int64_t nowPs,
                          const FabricPacket* packet) override;
    void DoNotifyFreed(uint8_t lane,
                       uint32_t frameBytes,
                       BufferSignal signal,
                       int64_t nowPs) override;
    void DoNotifyLink(bool down, int64_t nowPs) override;
    void DoNotifyLossy(int64_t nowPs) override;
    void DoReceiveControl(const FabricPacket& packet) override;
    bool DoIsLossless(uint8_t lane) const override;
    uint64_t DoGetReservedBytes() const override;
    std::optional<CreditLoop> DoGetLoop() const override;
    int64_t DoGetBlockedPs(uint8_t lane, int64_t nowPs) const override;
    std::string DoDescribeBlock(uint8_t lane) const override;
    std::vector<std::string> DoAudit() const override;
    void DoSaveForPeer(std::string& to) const override;
    void DoLoadForPeer(const char*& from) override;

    const CreditBasedFlowControl& GetPeer() const;

    /** @return buffer in bytes that keeps the wire busy, before the limit of MAX_CREDITS */
    uint64_t GetFullRateBytes() const;
    void SetCreditBytes(uint32_t bytes);

    uint32_t GetCreditBytes() const
    {
        return m_givenCreditBytes;
    }

    bool IsCounted(uint8_t lane) const
    {
        return m_priorities >> lane & 1;
    }

    int64_t NowPs() const;
    void TellOrWait(uint8_t lane, int64_t nowPs);
    void Tell(uint8_t lane, int64_t nowPs);
    /** Called when the earliest CF_Update is due. */
    void TellDue();
    void ScheduleUpdate();
    /** CounterInterval is over. */
    bool LacksCredits() const;
    void SendConsumed();
    void Repair(const FabricPacket& packet);
    uint32_t CountInPipeline(uint8_t lane, const FabricPacket& packet) const;
    void ScheduleCounter(int64_t nowPs);

    const PacketKind m_freedKind{CreditsFreed::GetKind()};       //!< looked up once
    const PacketKind m_consumedKind{CreditsConsumed::GetKind()}; //!< looked up once

    uint8_t m_priorities; //!< bit n: priority n is lossless
    uint64_t m_bufferBytes;
    uint32_t m_givenCreditBytes; //!< attribute
    uint32_t m_creditBytes;      //!< bytes per credit; since the start the value of both ends
    int32_t m_overheadBytes;
    uint32_t m_updateBytes;
    uint32_t m_maxUpdateBytes;
    Time m_counterInterval;

    std::array<Lane, PRIORITY_COUNT> m_lanes;
    uint32_t m_bufferCredits{0}; //!< credits of our buffer, each priority
    uint32_t m_updateCredits{1}; //!< freed credits that cause an update at once
    int64_t m_maxUpdatePs{0};    //!< longest time until freed credits are reported
    bool m_down{false};
    Ptr<FabricEvent> m_update;  //!< the earliest CF_Update
    Ptr<FabricEvent> m_counter; //!< the next CC_Update
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_BASED_FLOW_CONTROL_H
