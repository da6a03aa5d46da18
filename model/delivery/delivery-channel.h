// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DELIVERY_CHANNEL_H
#define AI_FABRIC_DELIVERY_CHANNEL_H

#include "received-messages.h"
#include "selective-sender.h"

#include "ns3/message-channel.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * A channel with a SelectiveSender at one host and its receiving half at another. A subclass owns
 * both halves.
 */
class DeliveryChannel : public MessageChannel,
                        private SelectiveSender::Client,
                        private ReceivedMessages::Client
{
  protected:
    /**
     * @param sender sending half, a member of the subclass
     * @param level service level of the data
     */
    DeliveryChannel(SelectiveSender& sender, uint8_t level);

    /** @return object that gets the notices of the sending half */
    SelectiveSender::Client& GetSenderClient()
    {
        return *this;
    }

    /** @return object that gets the notices of the receiving half */
    ReceivedMessages::Client& GetReceiverClient()
    {
        return *this;
    }

  private:
    void DoPost(uint64_t bytes, uint32_t immediate) override;
    uint8_t DoGetServiceLevel() const override;
    std::string DoDescribeWait(uint32_t immediate) const override;
    std::optional<ChannelActivity> DoGetActivity(int64_t nowPs) const override;
    void DoRetire() override;
    void OnSenderEnd(uint32_t immediate, const MessageEnd& end) override;
    void OnSenderDeparture(uint32_t immediate) override;
    void OnReceiverMessage(uint32_t immediate, int64_t nowPs) override;

    TickClock m_clock;
    SelectiveSender& m_sender;
    uint8_t m_level; //!< service level of the data
};

} // namespace ns3

#endif // AI_FABRIC_DELIVERY_CHANNEL_H
