// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-channel.h"

#include "fabric-net-device.h"
#include "port-name.h"
#include "wire-ranks.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/mpi-messages.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricChannel");

NS_OBJECT_ENSURE_REGISTERED(FabricChannel);

TypeId
FabricChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FabricChannel")
            .SetParent<Channel>()
            .SetGroupName("AiFabric")
            .AddConstructor<FabricChannel>()
            .AddAttribute("DataRate",
                          "Rate of each direction.",
                          DataRateValue(DataRate("400Gb/s")),
                          ReadOnce(MakeDataRateAccessor(&FabricChannel::m_rate)),
                          MakeDataRateChecker())
            .AddAttribute(
                "Delay",
                "Propagation delay, one way.",
                TimeValue(NanoSeconds(500)),
                ReadOnce(MakeTimeAccessor(&FabricChannel::SetDelay, &FabricChannel::GetDelay)),
                MakeTimeChecker(Time(0)))
            .AddAttribute("FecLatency",
                          "Delay that forward error correction adds, one way; 60 to 120 ns at "
                          "200 Gb/s and more.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&FabricChannel::SetFecLatency,
                                                    &FabricChannel::GetFecLatency)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "ErrorRate",
                "Probability that a packet is lost to bit errors.",
                DoubleValue(0),
                MakeDoubleAccessor(&FabricChannel::SetErrorRates, &FabricChannel::GetErrorRate),
                MakeDoubleChecker<double>(0, 1));
    return tid;
}

FabricChannel::FabricChannel()
{
    NS_LOG_FUNCTION(this);
    for (auto& direction : m_directions)
    {
        direction.random = std::make_unique<LazyStream>();
    }
    m_directions[0].data.arrival =
        MakeFabricEvent<FabricChannel, &FabricChannel::Arrive<0, false>>(this);
    m_directions[0].control.arrival =
        MakeFabricEvent<FabricChannel, &FabricChannel::Arrive<0, true>>(this);
    m_directions[1].data.arrival =
        MakeFabricEvent<FabricChannel, &FabricChannel::Arrive<1, false>>(this);
    m_directions[1].control.arrival =
        MakeFabricEvent<FabricChannel, &FabricChannel::Arrive<1, true>>(this);
}

FabricChannel::~FabricChannel()
{
    NS_LOG_FUNCTION(this);
    for (auto& direction : m_directions)
    {
        direction.data.arrival->Clear();
        direction.control.arrival->Clear();
        if (direction.unchecked)
        {
            direction.unchecked->arrival->Clear();
        }
    }
}

void
FabricChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (auto& direction : m_directions)
    {
        for (auto* lane : {&direction.data, &direction.control})
        {
            lane->packets.Clear();
            lane->arrival->Clear();
        }
        if (direction.unchecked)
        {
            direction.unchecked->packets.Clear();
            direction.unchecked->awaited.Clear();
            direction.unchecked->arrival->Clear();
        }
        direction.sender = nullptr;
        direction.receiver = nullptr;
    }
    Channel::DoDispose();
}

void
FabricChannel::Connect(Ptr<FabricNetDevice> first, Ptr<FabricNetDevice> second)
{
    NS_LOG_FUNCTION(this << first << second);
    m_directions[0].sender = first;
    m_directions[0].receiver = PeekPointer(second);
    m_directions[1].sender = second;
    m_directions[1].receiver = PeekPointer(first);
    for (uint32_t side : {0U, 1U})
    {
        Direction& direction = m_directions[side];
        direction.sender->AttachChannel(this, side);
        const uint32_t node = direction.receiver->GetNode()->GetId();
        direction.data.arrival->SetContext(node, EventKind::ARRIVAL);
        direction.control.arrival->SetContext(node, EventKind::CONTROL_ARRIVAL);
    }
    if (first->GetRetry() && second->GetRetry())
    {
        StartRetry();
    }
    if (MpiMessages::AreInUse())
    {
        StartMessages();
    }
}

uint64_t
FabricChannel::GetInFlight(uint32_t side) const
{
    const Direction& direction = m_directions[side];
    uint64_t packets = 0;
    const auto count = [&](const FabricPacket&) { ++packets; };
    direction.data.packets.ForEach(count);
    direction.control.packets.ForEach(count);
    if (direction.unchecked)
    {
        direction.unchecked->packets.ForEach(count);
    }
    return packets + (direction.crossing ? direction.crossing->packets : 0);
}

void
FabricChannel::TransmitHopByHop(uint32_t side, FabricPacketPtr packet, int64_t endPs)
{
    Direction& direction = m_directions[side];
    FabricPacket& sent = *packet;
    const bool isControl = IsLinkControl(sent.kind);
    ++direction.sentPackets;
    direction.sentBytes += sent.frameBytes;
    sent.tailPs = endPs + m_delayPs + (isControl ? 0 : direction.latencyPs);
    sent.readyPs = sent.tailPs;
    Carry(direction, isControl ? direction.control : direction.data, sent, std::move(packet));
}

template <uint32_t SIDE, bool CONTROL>
void
FabricChannel::Arrive()
{
    Direction& direction = m_directions[SIDE];
    Lane& lane = CONTROL ? direction.control : direction.data;
    FabricPacket* const first = lane.packets.Pop().release();
    if (!lane.packets.IsEmpty())
    {
        const FabricPacket& second = lane.packets.Front();
        __builtin_prefetch(second.next); // Arrive() of the second packet reads its time
        lane.arrival->Schedule(m_clock.ToTicks(second.readyPs));
    }
    // Only from here on: calls of other functions keep it out of registers.
    FabricPacketPtr packet(first);
    if (m_mayLose && EndsHere(direction, *packet, CONTROL))
    {
        return;
    }
    ++direction.receivedPackets;
    direction.receivedBytes += packet->frameBytes;
    direction.receiver->Receive(std::move(packet));
}

void
FabricChannel::PrefetchFirst(const Direction& direction)
{
    if (!direction.data.packets.IsEmpty())
    {
        Prefetch(direction.data.packets.GetFirst(), sizeof(FabricPacket));
        Prefetch(direction.receiver, sizeof(FabricNetDevice));
    }
}

bool
FabricChannel::IsLost(const Direction& direction, const FabricPacket& packet) const
{
    if (IsDown())
    {
        return true;
    }
    double intact = 1 - direction.errorRate;
    if (direction.bitErrorRate > 0)
    {
        intact *= std::exp(8.0 * packet.frameBytes * std::log1p(-direction.bitErrorRate));
    }
    return direction.random->Draw() < 1 - intact;
}

void
FabricChannel::Lose(Direction& direction, const FabricPacket& packet)
{
    NS_LOG_LOGIC(PortName(*direction.sender) << " to " << PortName(*direction.receiver) << ": "
                                             << packet.frameBytes << " B are lost");
    ++direction.lostPackets;
    direction.lostBytes += packet.frameBytes;
}

void
FabricChannel::SetDown(bool down, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << down << nowPs);
    if (const auto& crossing = m_directions[0].crossing; crossing && crossing->byNs3 && nowPs > 0)
    {
        throw InputError("failure of the link of " + PortName(*m_directions[0].sender) + " to " +
                         PortName(*m_directions[1].sender) +
                         ": the link, or one of its ends, belongs to another rank of ns-3's mpi "
                         "module; expected a link of this rank");
    }
    const bool wasDown = IsDown();
    m_outages = down ? m_outages + 1 : m_outages - std::min(m_outages, 1U);
    if (IsDown() == wasDown)
    {
        return;
    }
    NS_LOG_WARN(PortName(*m_directions[0].sender) << " to " << PortName(*m_directions[1].sender)
                                                  << ": link goes " << (down ? "down" : "up"));
    m_hasFailed = true;
    UpdateMayLose();
    ShareInFlight(); // lost packets are in flight
    if (!down)
    {
        ShareEnds(*this); // each end restarts with the counts of the other end
    }
    for (uint32_t side : {0U, 1U})
    {
        Direction& direction = m_directions[side];
        for (auto* lane : {&direction.data, &direction.control})
        {
            lane->arrival->Clear();
            while (!lane->packets.IsEmpty())
            {
                Lose(direction, *lane->packets.Pop());
            }
        }
        if (direction.unchecked)
        {
            LoseAwaited(direction);
            direction.unchecked->arrival->Clear();
            while (!direction.unchecked->packets.IsEmpty())
            {
                Lose(direction, *direction.unchecked->packets.Pop());
            }
            direction.sender->GetRetry()->NotifyLink();
        }
        m_directions[side].sender->GetFlowControl().NotifyLink(down, nowPs);
    }
    for (auto& direction : m_directions)
    {
        direction.sender->Kick(nowPs);
    }
}

void
FabricChannel::SetErrorRates(double rate)
{
    NS_LOG_FUNCTION(this << rate);
    SetErrorRate(0, rate);
    SetErrorRate(1, rate);
}

void
FabricChannel::SetErrorRate(uint32_t side, double rate)
{
    NS_LOG_FUNCTION(this << side << rate);
    m_directions[side].errorRate = rate;
    NoteErrors(rate);
}

void
FabricChannel::SetBitErrorRate(uint32_t side, double rate)
{
    NS_LOG_FUNCTION(this << side << rate);
    m_directions[side].bitErrorRate = rate;
    NoteErrors(rate);
}

/** Makes the link lossy, for good, at the first rate above zero. */
void
FabricChannel::NoteErrors(double rate)
{
    if (m_lossy || rate <= 0)
    {
        return;
    }
    m_lossy = true;
    UpdateMayLose();
    for (const auto& direction : m_directions)
    {
        if (direction.sender)
        {
            direction.sender->GetFlowControl().NotifyLossy(m_clock.ToPs(NowTicks()));
        }
    }
}

void
FabricChannel::SetRates(std::array<uint64_t, 2> ratesbps)
{
    NS_LOG_FUNCTION(this << ratesbps[0] << ratesbps[1]);
    m_rate = DataRate(std::max(ratesbps[0], ratesbps[1]));
    for (uint32_t side : {0U, 1U})
    {
        m_directions[side].sender->SetRatebps(ratesbps[side]);
    }
    for (auto& direction : m_directions)
    {
        if (const auto retry = direction.sender->GetRetry())
        {
            retry->NotifyRate(m_clock.ToPs(NowTicks())); // both retries need both rates
        }
    }
}

double
FabricChannel::GetErrorRate() const
{
    return std::max(m_directions[0].errorRate, m_directions[1].errorRate);
}

int64_t
FabricChannel::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    for (auto& direction : m_directions)
    {
        direction.random->SetStream(stream++);
    }
    return static_cast<int64_t>(m_directions.size());
}

void
FabricChannel::SetDelay(Time delay)
{
    NS_LOG_FUNCTION(this << delay);
    SetDelayPs(m_clock.ToPs(delay.GetTimeStep()));
}

Time
FabricChannel::GetDelay() const
{
    // Rounded down: ns-3's own simulators use it as look-ahead.
    const int64_t propagationPs = m_delayPs - m_fecPs;
    const int64_t ticks = m_clock.ToTicks(propagationPs);
    return TimeStep(m_clock.ToPs(ticks) > propagationPs ? ticks - 1 : ticks);
}

void
FabricChannel::SetFecLatency(Time latency)
{
    NS_LOG_FUNCTION(this << latency);
    const int64_t propagationPs = m_delayPs - m_fecPs;
    m_fecPs = m_clock.ToPs(latency.GetTimeStep());
    SetDelayPs(propagationPs);
}

Time
FabricChannel::GetFecLatency() const
{
    return TimeStep(m_clock.ToTicks(m_fecPs));
}

std::size_t
FabricChannel::GetNDevices() const
{
    return m_directions[0].sender ? 2 : 0;
}

Ptr<NetDevice>
FabricChannel::GetDevice(std::size_t i) const
{
    return m_directions.at(i).sender;
}

} // namespace ns3
