// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RECEIVER_OUTLET_H
#define AI_FABRIC_RECEIVER_OUTLET_H

#include "rdma-queue-pair.h"

#include "ns3/congestion-receiver.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * What stands around the receiver's half of a NIC's congestion control: its packets go through
 * queue pairs, whose numbers are its flows, and its timer is an event.
 */
class ReceiverOutlet final : public CongestionReceiver::Outlet
{
  public:
    /**
     * @param receiver that is to be started with this
     * @param queuePairs of the NIC, which outlive it
     * @param node for whom the event fires
     */
    ReceiverOutlet(Ptr<CongestionReceiver> receiver,
                   const std::vector<Ptr<RdmaQueuePair>>& queuePairs,
                   uint32_t node);
    ~ReceiverOutlet() override;

    /** @return the receiver's half */
    Ptr<CongestionReceiver> GetReceiver() const
    {
        return m_receiver;
    }

  private:
    void SendControl(uint32_t flow, uint64_t value, int64_t nowPs) override;
    void SetAlarm(int64_t duePs) override;
    void Ring();

    Ptr<CongestionReceiver> m_receiver;
    const std::vector<Ptr<RdmaQueuePair>>& m_queuePairs;
    TickClock m_clock;
    Ptr<FabricEvent> m_alarm;
    int64_t m_duePs{0}; //!< of the alarm
};

} // namespace ns3

#endif // AI_FABRIC_RECEIVER_OUTLET_H
