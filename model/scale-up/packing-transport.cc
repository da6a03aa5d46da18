// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "packing-transport.h"

#include "ns3/entropy-policy.h"
#include "ns3/input-error.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PackingTransport);

TypeId
PackingTransport::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PackingTransport")
                            .SetParent<ReliableConnectionTransport>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<PackingTransport>();
    return tid;
}

void
PackingTransport::DoDispose()
{
    m_packers.clear();
    ReliableConnectionTransport::DoDispose();
}

void
PackingTransport::DoJoinPorts(const std::vector<Ptr<MessageTransport>>& ports)
{
    ReliableConnectionTransport::DoJoinPorts(ports);
    m_packs = false;
}

/**
 * Makes both ends, if they do not exist.
 *
 * @param near queue pair of this end
 * @param far the other end of its connection
 * @return packer of this end for their hosts and classes
 */
TransactionPacker&
PackingTransport::GetPacker(PackingTransport& peer,
                            const RdmaQueuePair& near,
                            const RdmaQueuePair& far)
{
    const auto make = [](PackingTransport& at, const RdmaQueuePair& to, const RdmaQueuePair& from) {
        RdmaNic& nic = *at.GetNic();
        auto& place =
            at.m_packers[{to.GetRemoteHost(), to.GetServiceLevel(), from.GetServiceLevel()}];
        const bool isNew = !place;
        if (isNew)
        {
            place = std::make_unique<TransactionPacker>(
                nic,
                static_cast<const TransactionFraming&>(nic.GetFraming()));
            nic.AddSource(*place, to.GetLane());
        }
        return std::pair{place.get(), isNew};
    };
    const auto [here, isNew] = make(*this, near, far);
    if (isNew)
    {
        TransactionPacker& there = *make(peer, far, near).first;
        here->SetPeer(there.GetNumber());
        there.SetPeer(here->GetNumber());
    }
    return *here;
}

Ptr<MessageChannel>
PackingTransport::DoOpen(MessageTransport& peer, uint8_t level, const ChannelOptions& options)
{
    auto& other = static_cast<PackingTransport&>(peer);
    const auto& near = GetNic()->GetQueuePairs();
    const auto& far = peer.GetNic()->GetQueuePairs();
    const std::size_t nearBefore = near.size();
    const std::size_t farBefore = far.size();
    const auto channel = ReliableConnectionTransport::DoOpen(peer, level, options);
    for (std::size_t i = 0; m_packs && nearBefore + i < near.size(); ++i)
    {
        RdmaQueuePair& sender = *near[nearBefore + i];
        RdmaQueuePair& receiver = *far[farBefore + i];
        GetPacker(other, sender, receiver).Add(sender);
        other.GetPacker(*this, receiver, sender).Add(receiver);
    }
    return channel;
}

/** The parts of a message may share frames, so it has no more packets than with one queue pair. */
std::vector<PacketRun>
PackingTransport::DoGetPackets(uint64_t bytes, uint32_t paths) const
{
    return ReliableConnectionTransport::DoGetPackets(bytes, m_packs ? 1 : paths);
}

void
PackingTransport::DoCheck(const FabricFraming& framing, const CongestionNeeds& needs) const
{
    if (!dynamic_cast<const TransactionFraming*>(&framing))
    {
        throw InputError("transport ns3::PackingTransport: the framing is " +
                         framing.GetInstanceTypeId().GetName() +
                         "; expected one with transactions, ns3::SueFraming or "
                         "ns3::UalinkFraming");
    }
    if (needs.marks || needs.telemetry || needs.digest || needs.tags || needs.perServiceLevel ||
        needs.demand || needs.probePs > 0 || needs.ownNotifications)
    {
        throw InputError("transport ns3::PackingTransport: its frames carry no marks and no "
                         "telemetry of single packets, and the fabric's congestion control needs "
                         "them; expected ns3::NoCongestionControl");
    }
}

void
PackingTransport::DoCheckEntropy(const EntropyPolicy& entropy) const
{
    throw InputError("transport ns3::PackingTransport: the frames to a destination take one "
                     "path, and the entropyPolicy is " +
                     entropy.GetInstanceTypeId().GetName() + "; expected ns3::FixedEntropyPolicy");
}

} // namespace ns3
