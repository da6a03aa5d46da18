// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RECEIVER_CREDITS_H
#define AI_FABRIC_RECEIVER_CREDITS_H

#include "grant-share.h"
#include "rdma-congestion-control.h"

#include "ns3/nstime.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * The receiver's half of receiver credits: grants bytes on the wire to senders with demand, in
 * turn.
 *
 *     a grant:   at most PullPackets of the longest packets to the next sender with demand
 *     pace:      granted bytes take Share times GrantShare of the line rate
 *     idle line: without demand, earlier senders get grants in advance in turn, each at most its
 *                largest shortage so far
 *
 * Without the last rule a sender could send at most its window per round trip of demand and grant,
 * and a queue anywhere would leave its line idle.
 *
 * Demand and credit are totals since the start: a lost one is repaired by the next, or by the
 * answer to a probe. The receiver knows earlier than the sender that a trimmed packet must be sent
 * again.
 *
 * Invariants: credit <= demand + largest shortage; all grants in a time t are at most Share * line
 * rate * t and one grant.
 */
class CreditReceiver final : public CongestionReceiver
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** State of a flow. */
    struct Flow
    {
        uint64_t credit{0};      //!< total granted, bytes on the wire
        uint64_t demand{0};      //!< total wanted, bytes on the wire
        uint64_t mostMissing{0}; //!< largest amount by which demand exceeded credit
        bool waits{false};       //!< the flow is in m_turns
        bool isIdle{false};      //!< the flow is in m_idle
    };

    void DoStart() override;
    void DoAddFlow(uint32_t flow) override;
    void DoNotifyArrival(const CongestionArrival& arrival) override;
    void DoAdvance(int64_t nowPs) override;
    std::optional<uint64_t> DoGetField(uint32_t flow) override;

    /**
     * Puts a flow into the queue that fits its credit and demand.
     *
     * @param number flow number
     * @return true if it was in no queue
     */
    bool Queue(uint32_t number);

    double m_share;
    uint32_t m_pullPackets;
    double m_oversubscription;
    Time m_reviewTime;
    GrantShare m_grantShare;
    std::vector<Flow> m_flows;    //!< by number
    std::deque<uint32_t> m_turns; //!< flows that want to send
    std::deque<uint32_t> m_idle;  //!< flows that may be granted in advance, or wait meanwhile
    int64_t m_nextPs{0};          //!< earliest next grant
};

/**
 * @ingroup ai-fabric-congestion-control
 * Receiver-credit congestion control of Ultra Ethernet, RCCC: a sender sends the bytes that its
 * receiver has granted, see CreditReceiver. The model follows EQDS (NSDI'22), the base of RCCC (UE
 * specification 1.0, 3.6.14; htsim, uec.cpp):
 *
 *     at first        Wmax = MaxWindow * line rate * base RTT may be sent without a grant; the rest
 *                     of it expires when the first answer comes. The same holds after all data
 *                     was acknowledged
 *     then            while credit is left a packet may be sent; new or repeated, it uses credit
 *                     for its bytes on the wire
 *     credit left     at most Wmax
 *     demand          credit so far + min(backlog, Wmax, window + a packet) - credit left
 *
 * With another CongestionControl both must allow a packet: credits protect the last link from
 * overrun, a window protects the network before it (UE: RCCC and NSCC together). Packets trimmed by
 * the last switch then do not reduce the window.
 *
 * A receiver alone does not know whether uplinks are oversubscribed. With Oversubscription it
 * grants less while packets are trimmed before its link, see GrantShare.
 */
class ReceiverCredits final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return bytes on the wire that may be sent; a packet may overdraw them */
    int64_t GetCreditBytes() const
    {
        return m_creditBytes;
    }

  protected:
    void DoDispose() override;

  private:
    void DoStart() override;
    void DoAdvance(int64_t nowPs) override;
    void DoNotifySent(int64_t nowPs, uint32_t wireBytes) override;
    void DoNotifyAck(const AckEvent& event) override;
    void DoNotifyCnp(int64_t nowPs) override;
    void DoNotifyLoss(const LossEvent& event) override;
    void DoNotifyControl(int64_t nowPs, uint64_t value) override;
    uint64_t DoGetDemand(uint64_t backlogBytes) const override;
    Ptr<CongestionReceiver> DoMakeReceiver() const override;
    CongestionNeeds DoGetNeeds() const override;
    void DoValidate() const override;

    /**
     * Called when an answer has come.
     *
     * @param total total credit granted; 0: the answer carries none
     */
    void Grant(uint64_t total);
    void Publish(int64_t nowPs);

    double m_share;
    uint32_t m_pullPackets;
    double m_oversubscription;
    Time m_reviewTime;
    double m_maxWindowScaling; //!< in bandwidth-delay products
    ObjectFactory m_windowFactory;
    Ptr<RdmaCongestionControl> m_window; //!< null: none
    uint64_t m_maxWindowBytes{0};        //!< Wmax
    int64_t m_creditBytes{0};            //!< credit left
    uint64_t m_grantedBytes{0};          //!< total granted
    bool m_speculates{true};             //!< no answer to bytes sent without a grant has come yet
    bool m_sentSpeculating{false};       //!< bytes were sent without a grant
};

} // namespace ns3

#endif // AI_FABRIC_RECEIVER_CREDITS_H
