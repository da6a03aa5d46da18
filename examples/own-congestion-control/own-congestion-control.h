// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OWN_CONGESTION_CONTROL_H
#define AI_FABRIC_OWN_CONGESTION_CONTROL_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/rdma-congestion-control.h"

#include <cstdint>

namespace ns3
{

/**
 * Additive increase, multiplicative decrease of the rate R, once per period T (Chiu and Jain,
 * Computer Networks and ISDN Systems 17, 1989):
 *
 *     R = (1 - Cut) R    if an ACK of the period carried a mark
 *     R = R + Step       if not
 *
 * Invariant: min(Step, line rate) <= R <= line rate. The window stays open.
 */
class OwnCongestionControl : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    void DoAdvance(int64_t nowPs) override;
    CongestionNeeds DoGetNeeds() const override;

    Time m_period;        //!< T, positive
    double m_cut;         //!< 0 to 1
    DataRate m_step;      //!< per period
    double m_ratebps{0};  //!< R, Step to the line rate
    bool m_marked{false}; //!< an ACK of the present period carried a mark
    int64_t m_duePs{0};   //!< end of the present period
};

} // namespace ns3

#endif // AI_FABRIC_OWN_CONGESTION_CONTROL_H
