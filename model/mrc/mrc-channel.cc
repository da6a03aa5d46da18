// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrc-channel.h"

#include "ns3/fabric-event.h"

#include <cstddef>
#include <vector>

namespace ns3
{

namespace
{

std::vector<RdmaNic*>
GetNics(const std::vector<MrcPath>& paths)
{
    std::vector<RdmaNic*> nics;
    for (const auto& path : paths)
    {
        nics.push_back(path.nic);
    }
    return nics;
}

/** Gives each port the number of the other half at the port of its plane. */
void
SetPeers(const std::vector<uint32_t>& numbers, std::vector<MrcPath>& paths)
{
    for (std::size_t port = 0; port < paths.size(); ++port)
    {
        paths[port].peerNumber = numbers[port];
    }
}

} // namespace

MrcChannel::MrcChannel(MrcSender::Settings sender, MrcReceiver::Settings receiver, uint64_t draw)
    : DeliveryChannel(m_sender, sender.paths.front().level),
      m_sender(GetSenderClient()),
      m_receiver(GetReceiverClient())
{
    const MrcPath& path = sender.paths.front();
    RdmaNic& near = *path.nic;
    const auto senders = m_sender.AddTo(GetNics(sender.paths), near.GetLane(path.level));
    const auto receivers =
        m_receiver.AddTo(GetNics(receiver.paths), receiver.paths.front().nic->GetLane(path.level));
    sender.policies =
        near.GetConnectionFactory().MakeSendPolicies(path.peerHost, path.level, path.port, draw);
    if (sender.paths.size() > 1)
    {
        // Begins anew, with the rate of all ports.
        uint64_t ratebps = 0;
        for (const auto& one : sender.paths)
        {
            ratebps += one.nic->GetPort().GetRatebps();
        }
        sender.policies.congestionControl->Start({near.GetPort().GetClock().ToPs(NowTicks()),
                                                  ratebps,
                                                  sender.baseRttPs,
                                                  sender.mtuBytes});
    }
    SetPeers(receivers, sender.paths);
    m_sender.Start(sender);
    SetPeers(senders, receiver.paths);
    m_receiver.Start(receiver);
}

} // namespace ns3
