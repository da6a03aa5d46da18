// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-channel.h"

namespace ns3
{

UetChannel::UetChannel(UetSender::Settings sender, UetReceiver::Settings receiver, uint64_t draw)
    : DeliveryChannel(m_sender, sender.path.level),
      m_sender(GetSenderClient()),
      m_receiver(GetReceiverClient())
{
    RdmaNic& near = *sender.path.nic;
    RdmaNic& far = *receiver.path.nic;
    near.AddSource(m_sender, near.GetLane(sender.path.level));
    far.AddSource(m_receiver, far.GetLane(sender.path.level));
    sender.path.peerNumber = m_receiver.GetNumber();
    sender.policies = near.GetConnectionFactory().MakeSendPolicies(far.GetHost(),
                                                                   sender.path.level,
                                                                   sender.path.port,
                                                                   draw);
    m_sender.Start(sender);
    receiver.path.peerNumber = m_sender.GetNumber();
    receiver.credits = far.AddReceiver(m_receiver);
    m_receiver.Start(receiver);
}

} // namespace ns3
