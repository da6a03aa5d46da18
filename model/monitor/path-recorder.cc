// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "path-recorder.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PathRecorder");

PathRecorder::Port::Port(PathRecorder& recorder, Ptr<FabricNetDevice> device, uint32_t number)
    : m_recorder(recorder),
      m_device(device),
      m_number(number)
{
    m_device->TraceConnectWithoutContext("Transmit", MakeCallback(&Port::OnTransmit, this));
}

PathRecorder::Port::~Port()
{
    m_device->TraceDisconnectWithoutContext("Transmit", MakeCallback(&Port::OnTransmit, this));
}

void
PathRecorder::Port::OnTransmit(const FabricPacket& packet, int64_t)
{
    if (packet.payloadBytes == 0)
    {
        return;
    }
    auto& packets = m_recorder.m_packets;
    Place& place = packets[&packet];
    // A lost packet leaves its entry behind, until its memory is used again.
    const bool begins = isFirst || place.sentPs != packet.sentPs;
    place = {m_recorder.Follow(begins ? NO_STEP : place.step, m_number), packet.sentPs};
    if (isLast)
    {
        const Flow flow{packet.sourceHost, packet.destHost, packet.destEndpoint};
        Count& count = m_recorder.m_counts[{flow, place.step}];
        ++count.packets;
        count.payloadBytes += packet.payloadBytes;
        packets.erase(&packet);
    }
}

PathRecorder::PathRecorder(const FabricParts& parts)
{
    NS_LOG_FUNCTION(this);
    std::unordered_map<const FabricNetDevice*, uint32_t> numbers;
    for (const auto& channel : parts.channels)
    {
        for (std::size_t side = 0; side < 2; ++side)
        {
            const auto device = StaticCast<FabricNetDevice>(channel->GetDevice(side));
            const auto number = static_cast<uint32_t>(m_ports.size());
            numbers.emplace(PeekPointer(device), number);
            m_ports.push_back(std::make_unique<Port>(*this, device, number));
        }
    }
    for (const auto& nic : parts.nics)
    {
        const uint32_t number = numbers.at(&nic->GetPort());
        m_ports[number]->isFirst = true;
        m_ports[number ^ 1]->isLast = true;
    }
}

PathRecorder::~PathRecorder()
{
    NS_LOG_FUNCTION(this);
}

uint32_t
PathRecorder::Follow(uint32_t before, uint32_t port)
{
    const uint64_t key = (uint64_t{before} << 32) | port;
    const auto [next, isNew] = m_next.try_emplace(key, m_steps.size());
    if (isNew)
    {
        m_steps.push_back({before, port});
    }
    return next->second;
}

std::vector<uint32_t>
PathRecorder::GetPorts(uint32_t last) const
{
    std::vector<uint32_t> ports;
    for (uint32_t step = last; step != NO_STEP; step = m_steps[step].before)
    {
        ports.push_back(m_steps[step].port);
    }
    std::reverse(ports.begin(), ports.end());
    return ports;
}

std::vector<PathUse>
PathRecorder::Collect() const
{
    NS_LOG_FUNCTION(this);
    std::vector<PathUse> uses;
    uses.reserve(m_counts.size());
    for (const auto& [key, count] : m_counts)
    {
        const auto& [flow, last] = key;
        const auto& [source, dest, endpoint] = flow;
        uses.push_back({source, dest, endpoint, GetPorts(last), count.packets, count.payloadBytes});
    }
    std::sort(uses.begin(), uses.end(), [](const PathUse& a, const PathUse& b) {
        return std::tie(a.sourceHost, a.destHost, a.destEndpoint, a.ports) <
               std::tie(b.sourceHost, b.destHost, b.destEndpoint, b.ports);
    });
    return uses;
}

} // namespace ns3
