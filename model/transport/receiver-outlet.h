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
 * Connects the receiver's half of a congestion control with its NIC: sends its packets through the
 * queue pairs, whose numbers are its flow numbers, and implements its alarm by an event.
 */
class ReceiverOutlet final : public CongestionReceiver::Outlet
{
  public:
    /**
     * @param receiver not yet started; to be started with this as its outlet
     * @param queuePairs of the NIC, which outlive it
     * @param node id of the Node, context of the alarm's event
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
    /** The alarm is due. */
    void Ring();

    Ptr<CongestionReceiver> m_receiver;
    const std::vector<Ptr<RdmaQueuePair>>& m_queuePairs; //!< of the NIC, by ascending number
    TickClock m_clock;
    Ptr<FabricEvent> m_alarm;
    int64_t m_duePs{0}; //!< when the alarm is due, in ps
};

} // namespace ns3

#endif // AI_FABRIC_RECEIVER_OUTLET_H
