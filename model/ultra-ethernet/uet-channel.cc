// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-channel.h"

namespace ns3
{

UetChannel::UetChannel(UetSender::Settings sender,
                       HostPorts* ports,
                       UetReceiver::Settings receiver,
                       uint64_t draw)
    : DeliveryChannel(m_sender, sender.paths.front().level),
      m_sender(GetSenderClient()),
      m_receiver(GetReceiverClient())
{
    const UetPath& path = sender.paths.front();
    RdmaNic& far = *receiver.paths.front().nic;
    const auto senders = m_sender.AddTo(*path.nic, ports, path.nic->GetLane(path.level));
    const auto receivers = m_receiver.AddTo(GetNics(receiver.paths), far.GetLane(path.level));
    const auto nics = GetNics(sender.paths);
    SetPeers(receivers, sender.paths);
    sender.ratebps = AddRates(nics);
    sender.policies = MakePolicies(nics, path, sender.baseRttPs, draw);
    if (ports)
    {
        sender.entropies = MakeEntropies(nics, path, draw);
        sender.policies.entropy = nullptr;
    }
    m_sender.Start(sender);
    SetPeers(senders, receiver.paths);
    // With several ports no congestion control has a receiver's half.
    receiver.credits = ports ? nullptr : far.AddReceiver(m_receiver);
    m_receiver.Start(receiver);
}

} // namespace ns3
