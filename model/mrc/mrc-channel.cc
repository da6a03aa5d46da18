// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrc-channel.h"

namespace ns3
{

MrcChannel::MrcChannel(MrcSender::Settings sender,
                       HostPorts* ports,
                       MrcReceiver::Settings receiver,
                       uint64_t draw)
    : DeliveryChannel(m_sender, sender.paths.front().level),
      m_sender(GetSenderClient()),
      m_receiver(GetReceiverClient())
{
    const MrcPath& path = sender.paths.front();
    const auto senders = m_sender.AddTo(*path.nic, ports, path.nic->GetLane(path.level));
    const auto receivers =
        m_receiver.AddTo(GetNics(receiver.paths), receiver.paths.front().nic->GetLane(path.level));
    const auto nics = GetNics(sender.paths);
    sender.ratebps = AddRates(nics);
    sender.policies = MakePolicies(nics, path, sender.baseRttPs, draw);
    SetPeers(receivers, sender.paths);
    m_sender.Start(sender);
    SetPeers(senders, receiver.paths);
    m_receiver.Start(receiver);
}

} // namespace ns3
