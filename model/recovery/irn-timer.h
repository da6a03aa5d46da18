// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IRN_TIMER_H
#define AI_FABRIC_IRN_TIMER_H

#include "retransmission-timer.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * Two timeouts, as in IRN (SIGCOMM'18, section 3.1). The short one holds while few packets are in
 * flight, because then there may be no later packets that would reveal a loss. Otherwise the long
 * one holds, which exceeds any queueing delay.
 */
class IrnTimer final : public RetransmissionTimer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    int64_t DoGetTimeoutPs(const Situation& situation) override;

    void SetLow(Time time);
    Time GetLow() const;
    void SetHigh(Time time);
    Time GetHigh() const;

    uint64_t m_fewPackets; //!< with fewer packets in flight the low timeout holds
    int64_t m_lowPs{0};
    int64_t m_highPs{0};
};

} // namespace ns3

#endif // AI_FABRIC_IRN_TIMER_H
