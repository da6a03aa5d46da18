// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RECEIVER_OUTLET_H
#define AI_FABRIC_RECEIVER_OUTLET_H

#include "packet-source.h"
#include "receive-stage.h"

#include "ns3/congestion-receiver.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Connects the receiver's half of a congestion control with its NIC: sends its values through the
 * NIC's packet sources, whose numbers are its flow numbers, and implements its alarm by an event.
 */
class ReceiverOutlet final : public CongestionReceiver::Outlet
{
  public:
    /**
     * @param receiver receiver's half, to be started with this outlet
     * @param sources sources of the NIC, by number minus first; must outlive this object
     * @param first number of the first source
     * @param node id of the Node, context of the alarm's event
     * @param stage receive stage of the NIC; null as long as memory has always kept up; must
     * outlive this object
     */
    ReceiverOutlet(Ptr<CongestionReceiver> receiver,
                   const std::vector<PacketSource*>& sources,
                   uint32_t first,
                   uint32_t node,
                   const std::unique_ptr<ReceiveStage>& stage);
    ~ReceiverOutlet() override;

    /** @return the receiver's half */
    Ptr<CongestionReceiver> GetReceiver() const
    {
        return m_receiver;
    }

  private:
    void SendControl(uint32_t flow, uint64_t value, int64_t nowPs) override;
    void SetAlarm(int64_t duePs) override;

    double GetFill() const override
    {
        return m_stage ? m_stage->GetFill() : 0;
    }

    int64_t GetWaitedPs() const override
    {
        return m_stage ? m_stage->GetWaitedPs() : 0;
    }

    /** Called when the alarm is due. */
    void Ring();

    Ptr<CongestionReceiver> m_receiver;
    const std::vector<PacketSource*>& m_sources;  //!< sources of the NIC, by number minus m_first
    uint32_t m_first;                             //!< number of the first source
    const std::unique_ptr<ReceiveStage>& m_stage; //!< receive stage of the NIC
    TickClock m_clock;
    Ptr<FabricEvent> m_alarm;
    int64_t m_duePs{0}; //!< due time of the alarm, in ps
};

} // namespace ns3

#endif // AI_FABRIC_RECEIVER_OUTLET_H
