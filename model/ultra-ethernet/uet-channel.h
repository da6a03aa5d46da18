// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_CHANNEL_H
#define AI_FABRIC_UET_CHANNEL_H

#include "uet-receiver.h"
#include "uet-sender.h"

#include "ns3/delivery-channel.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * A packet delivery context: the initiator's half at one host and the target's half at another.
 */
class UetChannel final : public DeliveryChannel
{
  public:
    /**
     * @param sender settings of the sending end, except the number of its peer and the policies
     * @param ports ports of the sending host; null: there is one
     * @param receiver settings of the receiving end, except the number of its peer and the
     * receiver's half of the congestion control
     * @param draw HashDraw() of the channel; random draws of its policies depend on it
     */
    UetChannel(UetSender::Settings sender,
               HostPorts* ports,
               UetReceiver::Settings receiver,
               uint64_t draw);

    /** @return the sending end */
    const UetSender& GetSender() const
    {
        return m_sender;
    }

  private:
    UetSender m_sender;
    UetReceiver m_receiver;
};

} // namespace ns3

#endif // AI_FABRIC_UET_CHANNEL_H
