// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DCQCN_PLUS_H
#define AI_FABRIC_DCQCN_PLUS_H

#include "dcqcn.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * The notification point of DCQCN+: it counts the flows that meet congestion and tells each how
 * long it has to wait for its next notification.
 *
 * A marked packet of a flow is answered if the flow's interval and PortInterval since the last
 * notification of the port are over. With N flows counted, this one included,
 *     interval = max(CnpInterval, N PortInterval)
 * is told with the notification and holds until the next one. A flow counts from a notification
 * until two of the intervals that it was told have passed without another.
 */
class DcqcnPlusReceiver final : public CongestionReceiver
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param nowPs the time, never decreasing @return flows that count */
    std::size_t CountFlows(int64_t nowPs);

  private:
    void DoAddFlow(uint32_t flow) override;
    void DoNotifyArrival(const CongestionArrival& arrival) override;

    /** What is known of a flow. */
    struct Flow
    {
        int64_t nextPs{0};  //!< its earliest next notification
        int64_t untilPs{0}; //!< it counts; 0: it was told nothing
    };

    Time m_cnpInterval;
    Time m_portInterval;
    std::vector<Flow> m_flows;                        //!< by number
    std::set<std::pair<int64_t, uint32_t>> m_counted; //!< flows, by until when
    int64_t m_nextPs{0};                              //!< the earliest next notification
};

/**
 * @ingroup ai-fabric-congestion-control
 * DCQCN+: DCQCN whose increases are as rare and as small as its notifications are rare, so that
 * many flows together do not raise their rates faster than few.
 *
 * Source: Gao et al., "DCQCN+: Taming Large-Scale Incast Congestion in RDMA over Ethernet
 * Networks", ICNP 2018, of which the idea is taken: senders are told the scale of an incast by the
 * interval of their notifications, and adapt period and steps of their increases to it. The
 * equations are ours:
 *     s = max(1, interval told / CnpInterval)
 *     AlphaTimer, IncreaseTimer times s;   RateAi, RateHai divided by s
 * With s = 1 it is Dcqcn.
 *
 * Notifications are those of DcqcnPlusReceiver, congestion notification packets with 8 B more; the
 * NIC sends none of its own, so CnpInterval, CnpScope and CnpOnAck of it do not count. Responses to
 * READs have none.
 */
class DcqcnPlus final : public Dcqcn
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoNotifyControl(int64_t nowPs, uint64_t value) override;
    Ptr<CongestionReceiver> DoMakeReceiver() const override;
    CongestionNeeds DoGetNeeds() const override;

    Time m_cnpInterval;  //!< of few flows, positive
    Time m_portInterval; //!< of all flows of a receiver
};

} // namespace ns3

#endif // AI_FABRIC_DCQCN_PLUS_H
