// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mpi-messages.h"

#include "ns3/abort.h"
#include "ns3/input-error.h"
#include "ns3/node.h"

#include <utility>

#ifdef AI_FABRIC_NS3_MPI
#include "ns3/mpi-interface.h"
#include "ns3/mpi-receiver.h"
#include "ns3/packet.h"
#endif

namespace ns3
{

#ifdef AI_FABRIC_NS3_MPI

bool
MpiMessages::AreInUse()
{
    return MpiInterface::IsEnabled() && MpiInterface::GetSize() > 1;
}

uint32_t
MpiMessages::CountRanks()
{
    return AreInUse() ? MpiInterface::GetSize() : 1;
}

void
MpiMessages::Send(const std::string& bytes, int64_t ticks, const NetDevice& to)
{
    // What ns-3 takes for a message, MAX_MPI_MSG_SIZE in granted-time-window-mpi-interface.h, and
    // what it puts before the packet: time, node, device. Longer ones would end in MPI's own words.
    constexpr uint32_t MOST_BYTES = 2000 - 16;
    const auto packet = Create<Packet>(reinterpret_cast<const uint8_t*>(bytes.data()),
                                       static_cast<uint32_t>(bytes.size()));
    if (packet->GetSerializedSize() > MOST_BYTES)
    {
        throw InputError("node " + std::to_string(to.GetNode()->GetId()) + ": a packet of " +
                         std::to_string(packet->GetSerializedSize()) +
                         " B comes from another rank; expected at most " +
                         std::to_string(MOST_BYTES) + ", the limit of ns-3's mpi module");
    }
    MpiInterface::SendPacket(packet, TimeStep(ticks), to.GetNode()->GetId(), to.GetIfIndex());
}

void
MpiMessages::Receive(NetDevice& at, std::function<void(const char* bytes)> callback)
{
    const auto receiver = CreateObject<MpiReceiver>();
    receiver->SetReceiveCallback(
        Callback<void, Ptr<Packet>>([callback = std::move(callback)](Ptr<Packet> packet) {
            std::string bytes(packet->GetSize(), '\0');
            packet->CopyData(reinterpret_cast<uint8_t*>(bytes.data()), packet->GetSize());
            callback(bytes.data());
        }));
    at.AggregateObject(receiver);
}

#else

bool
MpiMessages::AreInUse()
{
    return false;
}

uint32_t
MpiMessages::CountRanks()
{
    return 1;
}

void
MpiMessages::Send(const std::string&, int64_t, const NetDevice&)
{
    NS_ABORT_MSG("there are no other ranks");
}

void
MpiMessages::Receive(NetDevice&, std::function<void(const char*)>)
{
    NS_ABORT_MSG("there are no other ranks");
}

#endif

} // namespace ns3
