// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "granting-path-selector.h"

#include "ns3/double.h"
#include "ns3/random-draws.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GrantingPathSelector);

TypeId
GrantingPathSelector::GetTypeId()
{
    using Self = GrantingPathSelector;
    const auto bytes = [](uint64_t Self::*member) {
        return ReadOnce(MakeUintegerAccessor(member));
    };
    static TypeId tid =
        TypeId("ns3::GrantingPathSelector")
            .SetParent<HoldingPathSelector>()
            .SetGroupName("AiFabric")
            .AddAttribute("CreditBytes",
                          "Bytes on the wire that one grant allows. Jericho: 1, 2, 4 or 8 KB.",
                          UintegerValue(4096),
                          ReadOnce(MakeUintegerAccessor(&Self::m_creditBytes)),
                          MakeUintegerChecker<uint32_t>(64, 1'000'000))
            .AddAttribute("SpeedUp",
                          "Factor of a port's rate at which it grants credits while its queue is "
                          "below NearBytes. Above 1, so that its queue does not run dry.",
                          DoubleValue(1.02),
                          ReadOnce(MakeDoubleAccessor(&Self::m_speedUp)),
                          MakeDoubleChecker<double>(1, 1.5))
            .AddAttribute("NearBytes",
                          "Queue in bytes above which a port grants less than its rate, by as "
                          "much as SpeedUp is more.",
                          UintegerValue(16'384),
                          bytes(&Self::m_nearBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("EgressBytes",
                          "Queue in bytes above which a port grants nothing, as if it were paused.",
                          UintegerValue(262'144),
                          bytes(&Self::m_egressBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("QueueBytes",
                          "Bytes of frames that a virtual output queue holds; 0: as much as the "
                          "buffer. 500 MB at 100 Gb/s on Arista's 7500R.",
                          UintegerValue(0),
                          bytes(&Self::m_queueLimitBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("LocalDelay",
                          "Delay of a request or a grant within a switch.",
                          TimeValue(NanoSeconds(500)),
                          ReadOnce(MakeTimeAccessor(&Self::m_localDelay)),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddTraceSource("Grant",
                            "A port of this switch grants a credit to a queue.",
                            MakeTraceSourceAccessor(&Self::m_grantTrace),
                            "ns3::GrantingPathSelector::GrantTracedCallback");
    return tid;
}

GrantingPathSelector::GrantingPathSelector()
    : m_full(RegisterDropReason("virtual output queue over QueueBytes", DropMeaning::RULE))
{
}

void
GrantingPathSelector::DoStart()
{
    HoldingPathSelector::DoStart();
    m_stops.assign(GetPortCount() * LANE_COUNT, 0);
    NotifyRead("its switch is configured");
}

int64_t
GrantingPathSelector::NowPs() const
{
    return m_clock.ToPs(NowTicks());
}

void
GrantingPathSelector::Arm(FabricEvent& event, int64_t ps) const
{
    event.Schedule(m_clock.ToTicks(ps));
}

int64_t
GrantingPathSelector::GetRestPs(uint64_t waitingBytes, uint64_t ratebps) const
{
    if (waitingBytes <= m_egressBytes)
    {
        return 0;
    }
    const uint64_t tooMuch = waitingBytes - m_egressBytes;
    return SerializationPs(std::max<uint64_t>(tooMuch, m_creditBytes), ratebps);
}

int64_t
GrantingPathSelector::GetCreditPs(uint64_t waitingBytes, uint64_t ratebps) const
{
    const double speed = waitingBytes <= m_nearBytes ? m_speedUp : 2 - m_speedUp;
    return SerializationPs(m_creditBytes,
                           static_cast<uint64_t>(static_cast<double>(ratebps) * speed));
}

uint64_t
GrantingPathSelector::DrawBegin(const VoqKey& key) const
{
    return HashDraw(uint64_t{key.sourceHost} << 32 | key.destHost, key.lane) % m_creditBytes;
}

bool
GrantingPathSelector::IsRequestDue(uint64_t queuedBytes,
                                   uint64_t toldBytes,
                                   uint64_t grantedBytes) const
{
    return toldBytes < queuedBytes &&
           (toldBytes <= grantedBytes ||
            queuedBytes - toldBytes >=
                std::max<uint64_t>(m_creditBytes, (toldBytes - grantedBytes) / 4));
}

void
GrantingPathSelector::NoteGrant(const VoqKey& key, uint64_t totalBytes)
{
    if (!m_grantTrace.IsEmpty())
    {
        m_grantTrace(key, totalBytes);
    }
}

bool
GrantingPathSelector::Admit(FabricPacketPtr& packet,
                            Fill& fill,
                            uint64_t waitingBytes,
                            uint16_t egress)
{
    if (m_queueLimitBytes == 0 || waitingBytes + packet->frameBytes <= m_queueLimitBytes)
    {
        return true;
    }
    if (!GetPort(packet->ingressPort).GetFlowControl().IsLossless(packet->ingressLane))
    {
        const int64_t nowPs = packet->readyPs;
        ThrowAway(std::move(packet), egress, m_full, nowPs);
        return false;
    }
    if (!fill.stops)
    {
        fill = {true, packet->ingressPort, packet->ingressLane};
        ++m_stops[fill.ingress * LANE_COUNT + fill.lane];
    }
    StopIngress(*packet);
    return true;
}

void
GrantingPathSelector::NoteRoom(Fill& fill, uint64_t waitingBytes)
{
    if (fill.stops &&
        waitingBytes + std::min<uint64_t>(m_creditBytes, m_queueLimitBytes) <= m_queueLimitBytes)
    {
        fill.stops = false; // and its input goes on when the packet leaves the buffer
        --m_stops[fill.ingress * LANE_COUNT + fill.lane];
    }
}

bool
GrantingPathSelector::DoStops(uint16_t ingress, uint8_t lane) const
{
    return m_stops[ingress * LANE_COUNT + lane] > 0;
}

void
GrantingPathSelector::NoteQueued(uint32_t frameBytes)
{
    m_queuedBytes += frameBytes;
    m_peakQueuedBytes = std::max(m_peakQueuedBytes, m_queuedBytes);
}

} // namespace ns3
