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
 * The notification point of DCQCN+: it counts the flows that meet congestion, and sends each flow
 * the interval until its next notification.
 *
 * A marked packet of a flow is answered if both the flow's interval and PortInterval since the last
 * notification of the port have passed. With N counted flows, including this one, the notification
 * carries
 *     interval = max(CnpInterval, N PortInterval)
 * which holds until the next notification. A flow is counted from a notification until two of its
 * intervals have passed without another.
 */
class DcqcnPlusReceiver final : public CongestionReceiver
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param nowPs current time in ps, never decreasing
     * @return number of counted flows
     */
    std::size_t CountFlows(int64_t nowPs);

  private:
    void DoAddFlow(uint32_t flow) override;
    void DoNotifyArrival(const CongestionArrival& arrival) override;

    /** State of a flow. */
    struct Flow
    {
        int64_t nextPs{0}; //!< earliest next notification, in ps
        /** Time until which the flow is counted, in ps; 0: it has had no notification. */
        int64_t untilPs{0};
    };

    Time m_cnpInterval;
    Time m_portInterval;
    std::vector<Flow> m_flows; //!< by number
    /** Counted flows by the end of their counting. */
    std::set<std::pair<int64_t, uint32_t>> m_counted;
    /** Earliest next notification of the port, in ps. */
    int64_t m_nextPs{0};
};

/**
 * @ingroup ai-fabric-congestion-control
 * DCQCN+: DCQCN whose increases become rarer and smaller as notifications become rarer, so that
 * many flows together do not raise their rates faster than few flows.
 *
 * Source: Gao et al., "DCQCN+: Taming Large-Scale Incast Congestion in RDMA over Ethernet
 * Networks", ICNP 2018. Its idea is used here: the interval of notifications tells senders the
 * scale of an incast, and they adapt period and steps of their increases to it. The equations are
 * ours:
 *     s = max(1, received interval / CnpInterval)
 *     AlphaTimer, IncreaseTimer times s;   RateAi, RateHai divided by s
 * With s = 1 the algorithm equals Dcqcn.
 *
 * DcqcnPlusReceiver sends the notifications, congestion notification packets with 8 B more. The NIC
 * sends none of its own, so its attributes CnpInterval, CnpScope and CnpOnAck have no effect.
 * Responses to READs cause no notifications.
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

    Time m_cnpInterval;  //!< interval with few flows, positive
    Time m_portInterval; //!< interval between all notifications of a receiver
};

} // namespace ns3

#endif // AI_FABRIC_DCQCN_PLUS_H
