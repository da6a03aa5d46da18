// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_CHANNEL_H
#define AI_FABRIC_MRC_CHANNEL_H

#include "mrc-receiver.h"
#include "mrc-sender.h"

#include "ns3/delivery-channel.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * An MRC connection in one direction: the sending half at one host and the receiving half at
 * another.
 */
class MrcChannel final : public DeliveryChannel
{
  public:
    /**
     * @param sender settings of the sending end, except the number of its peer and the policies
     * @param ports ports of the sending host; null: there is one
     * @param receiver settings of the receiving end, except the number of its peer
     * @param draw HashDraw() of the channel; random draws of its policies depend on it
     */
    MrcChannel(MrcSender::Settings sender,
               HostPorts* ports,
               MrcReceiver::Settings receiver,
               uint64_t draw);

    /** @return the sending end */
    const MrcSender& GetSender() const
    {
        return m_sender;
    }

  private:
    MrcSender m_sender;
    MrcReceiver m_receiver;
};

} // namespace ns3

#endif // AI_FABRIC_MRC_CHANNEL_H
