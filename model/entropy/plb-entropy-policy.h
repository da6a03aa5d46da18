// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PLB_ENTROPY_POLICY_H
#define AI_FABRIC_PLB_ENTROPY_POLICY_H

#include "entropy-policy.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * Protective load balancing, PLB (Qureshi et al., SIGCOMM'22), by marks as in Linux (tcp_plb.c): a
 * flow with several congested round trips draws another UDP source port.
 *
 *     a round ends with the ACK of a packet that was sent in it, or when no packet is on its way;
 *     it is congested if marked bytes / acknowledged bytes >= Threshold
 *     with TargetDelay, bytes that took longer than idle round trip + TargetDelay count as marked
 *
 *     after IdleRounds congested rounds in a row:  another port when no packet is on its way
 *     after CongestedRounds congested rounds:      another port at once
 *     a timeout:                                   another port, then none for SuspendTime or more
 *
 * The first rule never lets a packet overtake another. The other two may, but rarely do: a
 * LossRecovery that takes overtaking for a loss then repeats a window.
 */
class PlbEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
    uint16_t DoChoosePort(int64_t nowPs) override;
    void DoNotifyAck(const EntropyAck& ack) override;
    void DoNotifyLoss(const LossEvent& event) override;
    bool DoNeedsMarks() const override;
    bool DoKeepsFlows() const override;
    void Repath();

    uint16_t m_port{0};
    uint32_t m_congested{0};   //!< congested rounds in a row
    int64_t m_roundStartPs{0}; //!< start of the present round
    uint64_t m_ackedBytes{0};  //!< bytes acknowledged in this round
    uint64_t m_markedBytes{0}; //!< marked bytes of these
    int64_t m_suspendedPs{0};  //!< the port does not change before this time
    bool m_idle{false};        //!< all sent packets are acknowledged
    double m_threshold;
    Time m_targetDelay; //!< 0: marks count
    uint32_t m_idleRounds;
    uint32_t m_congestedRounds;
    Time m_suspendTime;
};

} // namespace ns3

#endif // AI_FABRIC_PLB_ENTROPY_POLICY_H
