// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "delivery-transport.h"

#include "ns3/input-error.h"
#include "ns3/object-vector.h"
#include "ns3/random-draws.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DeliveryTransport);

TypeId
DeliveryTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DeliveryTransport")
            .SetParent<MessageTransport>()
            .SetGroupName("AiFabric")
            .AddAttribute("CongestionControlList",
                          "Congestion controls of the connections that send from here, for config "
                          "paths.",
                          TypeId::ATTR_GET,
                          ObjectVectorValue(),
                          MakeObjectVectorAccessor(&DeliveryTransport::m_controls),
                          MakeObjectVectorChecker<RdmaCongestionControl>());
    return tid;
}

void
DeliveryTransport::DoDispose()
{
    m_senders.clear();
    m_controls.clear();
    MessageTransport::DoDispose();
}

void
DeliveryTransport::SetPorts(const std::vector<Ptr<MessageTransport>>& ports)
{
    if (ports.size() > HostPorts::MOST_PORTS)
    {
        throw InputError("transport " + GetInstanceTypeId().GetName() + ": " +
                         std::to_string(ports.size()) + " ports of a host; expected at most " +
                         std::to_string(HostPorts::MOST_PORTS));
    }
    DoCheckPorts(static_cast<uint32_t>(ports.size()));
    std::vector<RdmaNic*> nics;
    for (const auto& port : ports)
    {
        nics.push_back(PeekPointer(port->GetNic()));
    }
    m_hostPorts = std::make_unique<HostPorts>(std::move(nics));
}

std::vector<RdmaNic*>
DeliveryTransport::GetNics() const
{
    return m_hostPorts ? m_hostPorts->GetNics() : std::vector{PeekPointer(GetNic())};
}

int64_t
DeliveryTransport::GetPathProbePs(int64_t baseRttPs)
{
    constexpr int64_t ROUND_TRIPS = 4;
    constexpr int64_t LEAST_PS = 1'000'000;
    return std::max(ROUND_TRIPS * baseRttPs, LEAST_PS);
}

void
DeliveryTransport::Keep(const SelectiveSender& sender)
{
    m_senders.push_back(&sender);
    m_controls.push_back(sender.GetCongestionControl());
}

void
DeliveryTransport::CheckNeeds(const CongestionNeeds& needs) const
{
    const bool telemetry = needs.telemetry || needs.digest || needs.tags;
    if (telemetry || needs.perServiceLevel || needs.probePs > 0)
    {
        throw InputError("transport " + GetInstanceTypeId().GetName() + ": " +
                         (telemetry               ? "its packets carry no telemetry"
                          : needs.perServiceLevel ? "each context has a congestion control"
                                                  : "its acknowledgements report the delay") +
                         ", and the fabric's congestion control needs " +
                         (telemetry               ? "it"
                          : needs.perServiceLevel ? "to serve a whole service level"
                                                  : "probes of the round trip") +
                         "; expected another congestion control, such as ns3::Nscc");
    }
}

uint64_t
DeliveryTransport::GetDraw(const MessageTransport& peer, uint64_t draw) const
{
    return HashDraw(HashDraw(GetNic()->GetHost(), peer.GetNic()->GetHost()), draw);
}

int64_t
DeliveryTransport::GetProbePs(Time probeTime, uint32_t host) const
{
    constexpr int64_t ROUND_TRIPS = 3;
    return probeTime.IsZero() ? ROUND_TRIPS * GetNic()->GetConnectionFactory().GetBaseRttPs(host)
                              : probeTime.GetPicoSeconds();
}

std::vector<PacketRun>
DeliveryTransport::MakePacketRuns(uint64_t bytes, uint32_t fullBytes, uint32_t lastBytes) const
{
    return {{(bytes - 1) / GetNic()->GetMtuBytes(), fullBytes}, {1, lastBytes}};
}

void
DeliveryTransport::DoCheckServiceLevel(uint8_t level) const
{
    GetNic()->CheckLevel(level, "messages");
    GetNic()->CheckLevel(GetNic()->GetAckClass(level).level, "acknowledgements");
}

bool
DeliveryTransport::DoHasCongestionControl() const
{
    return true;
}

int64_t
DeliveryTransport::DoGetLongestWaitPs(uint64_t timeouts) const
{
    // A sender that waits for credit has no packet with a timer.
    const auto& factory = GetNic()->GetConnectionFactory();
    const double ackTimeoutsPs =
        static_cast<double>(factory.GetAckTimeoutPs()) * static_cast<double>(timeouts);
    return std::max(factory.GetLongestWaitPs(timeouts),
                    static_cast<int64_t>(std::min(ackTimeoutsPs, 0x1p60)));
}

uint64_t
DeliveryTransport::DoGetAcknowledgedBytes() const
{
    uint64_t bytes = 0;
    m_unfinished.Visit(m_senders.size(), [&](size_t place) {
        const bool isFinished = m_senders[place]->IsFinished();
        (isFinished ? m_finishedBytes : bytes) += m_senders[place]->GetAcknowledgedBytes();
        return isFinished;
    });
    return m_finishedBytes + bytes;
}

} // namespace ns3
