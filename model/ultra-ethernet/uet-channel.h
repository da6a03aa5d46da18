// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_CHANNEL_H
#define AI_FABRIC_UET_CHANNEL_H

#include "uet-receiver.h"
#include "uet-sender.h"

#include "ns3/message-channel.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * A packet delivery context: the initiator's half at one host and the target's half at another.
 */
class UetChannel final : public MessageChannel,
                         private UetSender::Client,
                         private UetReceiver::Client
{
  public:
    /**
     * @param sender settings of the sending end, except the number of its peer and the policies
     * @param receiver settings of the receiving end, except the number of its peer and the
     * receiver's half of the congestion control
     * @param draw HashDraw() of the channel; random draws of its policies depend on it
     */
    UetChannel(UetSender::Settings sender, UetReceiver::Settings receiver, uint64_t draw);

    /** @return the sending end */
    const UetSender& GetSender() const
    {
        return m_sender;
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
    UetSender m_sender;
    UetReceiver m_receiver;
    uint8_t m_level; //!< service level of the data
};

} // namespace ns3

#endif // AI_FABRIC_UET_CHANNEL_H
