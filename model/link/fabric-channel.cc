// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-channel.h"

#include "fabric-net-device.h"
#include "link-watchers.h"
#include "port-name.h"
#include "wire-ranks.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/mpi-messages.h"
#include "ns3/rank-link.h"

#include <algorithm>
#include <memory>
#include <string>
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
                          ReadOnce(MakeDataRateAccessor(&FabricChannel::SetDataRate,
                                                        &FabricChannel::GetDataRate)),
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
        direction.receiver = nullptr;
    }
    m_ports = {};
    Channel::DoDispose();
}

void
FabricChannel::Connect(Ptr<FabricNetDevice> first, Ptr<FabricNetDevice> second)
{
    NS_LOG_FUNCTION(this << first << second);
    m_ports = {first, second};
    m_directions[0].receiver = PeekPointer(second);
    m_directions[1].receiver = PeekPointer(first);
    for (uint32_t side : {0U, 1U})
    {
        WireDirection& direction = m_directions[side];
        m_ports[side]->AttachChannel(this, *this, side);
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

template <uint32_t SIDE, bool CONTROL>
void
FabricChannel::Arrive()
{
    WireDirection& direction = m_directions[SIDE];
    WireLane& lane = CONTROL ? direction.control : direction.data;
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
FabricChannel::PrefetchFirst(const WireDirection& direction)
{
    if (!direction.data.packets.IsEmpty())
    {
        Prefetch(direction.data.packets.GetFirst(), sizeof(FabricPacket));
        Prefetch(direction.receiver, sizeof(FabricNetDevice));
    }
}

void
FabricChannel::Lose(WireDirection& direction, const FabricPacket& packet)
{
    NS_LOG_LOGIC(PortName(*m_ports[&direction - m_directions.data()])
                 << " to " << PortName(*direction.receiver) << ": " << packet.frameBytes
                 << " B are lost");
    direction.loss.Count(packet);
}

void
FabricChannel::LoseAll(WireDirection& direction, WireLane& lane)
{
    lane.arrival->Clear();
    while (!lane.packets.IsEmpty())
    {
        Lose(direction, *lane.packets.Pop());
    }
}

void
FabricChannel::SetDown(bool down, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << down << nowPs);
    if (m_crossings[0] && m_crossings[0]->IsByMessages() && nowPs > 0)
    {
        throw InputError("failure of the link of " + PortName(*m_ports[0]) + " to " +
                         PortName(*m_ports[1]) +
                         ": the link, or one of its ends, belongs to another rank of ns-3's mpi "
                         "module; expected a link of this rank");
    }
    const bool wasDown = IsDown();
    m_outages = down ? m_outages + 1 : m_outages - std::min(m_outages, 1U);
    if (IsDown() == wasDown)
    {
        return;
    }
    NS_LOG_WARN(PortName(*m_ports[0])
                << " to " << PortName(*m_ports[1]) << ": link goes " << (down ? "down" : "up"));
    m_hasFailed = true;
    UpdateMayLose();
    ShareInFlight(); // lost packets are in flight
    if (!down)
    {
        ShareEnds(*this); // each end restarts with the counts of the other end
    }
    for (uint32_t side : {0U, 1U})
    {
        WireDirection& direction = m_directions[side];
        LoseAll(direction, direction.data);
        LoseAll(direction, direction.control);
        if (direction.unchecked)
        {
            LoseAwaited(direction);
            LoseAll(direction, *direction.unchecked);
            m_ports[side]->GetRetry()->NotifyLink();
        }
        m_ports[side]->GetFlowControl().NotifyLink(down, nowPs);
    }
    for (const auto& port : m_ports)
    {
        port->Kick(nowPs);
    }
    if (const auto watchers = GetObject<LinkWatchers>())
    {
        watchers->Notify(nowPs);
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
    m_directions[side].loss.SetErrorRate(rate);
    NoteErrors(rate);
}

void
FabricChannel::SetBitErrorRate(uint32_t side, double rate)
{
    NS_LOG_FUNCTION(this << side << rate);
    m_directions[side].loss.SetBitErrorRate(rate);
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
    for (const auto& port : m_ports)
    {
        if (port)
        {
            port->GetFlowControl().NotifyLossy(m_clock.ToPs(NowTicks()));
        }
    }
}

void
FabricChannel::SetRates(std::array<uint64_t, 2> ratesbps)
{
    NS_LOG_FUNCTION(this << ratesbps[0] << ratesbps[1]);
    m_ratebps = std::max(ratesbps[0], ratesbps[1]);
    for (uint32_t side : {0U, 1U})
    {
        m_ports[side]->SetRatebps(ratesbps[side]);
    }
    for (const auto& port : m_ports)
    {
        if (const auto retry = port->GetRetry())
        {
            retry->NotifyRate(m_clock.ToPs(NowTicks())); // both retries need both rates
        }
    }
}

void
FabricChannel::SetDataRate(DataRate rate)
{
    m_ratebps = rate.GetBitRate();
}

DataRate
FabricChannel::GetDataRate() const
{
    return DataRate(m_ratebps);
}

double
FabricChannel::GetErrorRate() const
{
    return std::max(m_directions[0].loss.GetErrorRate(), m_directions[1].loss.GetErrorRate());
}

int64_t
FabricChannel::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    for (auto& direction : m_directions)
    {
        direction.loss.SetStream(stream++);
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
    return TimeStep(GetLookAheadTicks());
}

void
FabricChannel::SetFecLatency(Time latency)
{
    NS_LOG_FUNCTION(this << latency);
    SetFecPs(m_clock.ToPs(latency.GetTimeStep()));
}

Time
FabricChannel::GetFecLatency() const
{
    return TimeStep(m_clock.ToTicks(m_fecPs));
}

std::size_t
FabricChannel::GetNDevices() const
{
    return m_ports[0] ? 2 : 0;
}

Ptr<NetDevice>
FabricChannel::GetDevice(std::size_t i) const
{
    return m_ports.at(i);
}

void
FabricChannel::SetDomains(std::array<uint32_t, 2> domains)
{
    NS_LOG_FUNCTION(this << domains[0] << domains[1]);
    for (uint32_t side : {0U, 1U})
    {
        MakeCrossing(side);
        m_directions[side].domain = domains[1 - side];
    }
}

std::array<DomainMail*, 2>
FabricChannel::SetRanks(std::array<bool, 2> isHere)
{
    NS_LOG_FUNCTION(this << isHere[0] << isHere[1]);
    for (uint32_t side : {0U, 1U})
    {
        m_crossings[side]->SetRanks(isHere[side], isHere[1 - side]);
    }
    return {m_crossings[0].get(), m_crossings[1].get()};
}

void
FabricChannel::ShareInFlight()
{
    TellAcross(
        *this,
        [this](uint32_t side, std::string& to) { m_crossings[side]->Save(to); },
        [this](uint32_t side, const std::string& images) {
            m_crossings[side]->PutInFlight(images);
        });
}

void
FabricChannel::StartMessages()
{
    NS_LOG_FUNCTION(this);
    const bool isFirstHere = IsOfThisRank(*m_ports[0]->GetNode());
    const bool isSecondHere = IsOfThisRank(*m_ports[1]->GetNode());
    if (isFirstHere && isSecondHere)
    {
        return;
    }
    const bool connectsRanks =
        m_ports[0]->GetNode()->GetSystemId() != m_ports[1]->GetNode()->GetSystemId();
    const auto refuse = [this](const std::string& problem) {
        throw InputError("link of " + PortName(*m_ports[0]) + " to " + PortName(*m_ports[1]) +
                         ": " + problem + " between ranks of ns3::MpiInterface");
    };
    if (connectsRanks && GetDelay() <= Time(0))
    {
        refuse("has no delay; expected a delay above 0");
    }
    if (connectsRanks && m_directions[0].unchecked)
    {
        refuse("has a link retry; expected none");
    }
    MakeCrossing(0).SetMessages(*m_ports[0], isFirstHere, *m_ports[1], isSecondHere);
    MakeCrossing(1).SetMessages(*m_ports[1], isSecondHere, *m_ports[0], isFirstHere);
}

void
FabricChannel::StartRetry()
{
    for (auto& direction : m_directions)
    {
        direction.unchecked = std::make_unique<UncheckedFrames>();
    }
    m_directions[0].unchecked->arrival =
        MakeFabricEvent<FabricChannel, &FabricChannel::Check<0>>(this);
    m_directions[1].unchecked->arrival =
        MakeFabricEvent<FabricChannel, &FabricChannel::Check<1>>(this);
    for (auto& direction : m_directions)
    {
        const uint32_t node = direction.receiver->GetNode()->GetId();
        direction.unchecked->arrival->SetContext(node, EventKind::ARRIVAL);
    }
    UpdateMayLose();
}

template <uint32_t SIDE>
void
FabricChannel::Check()
{
    WireDirection& direction = m_directions[SIDE];
    UncheckedFrames& unchecked = *direction.unchecked;
    FabricPacketPtr packet = unchecked.packets.Pop();
    if (!unchecked.packets.IsEmpty())
    {
        unchecked.arrival->Schedule(m_clock.ToTicks(unchecked.packets.Front().readyPs));
    }
    if (IsDown())
    {
        Lose(direction, *packet);
        return;
    }
    const bool isReplay = packet->kind == LinkRetry::GetReplayKind();
    const bool restarts = isReplay && packet->As<ReplayFrame>().restarts;
    // A restart is repeated until it is answered. This is not modelled: a restart is never damaged.
    const bool damaged = m_lossy && !restarts && IsLost(direction, *packet);
    const int64_t endPs = packet->tailPs - direction.latencyPs;
    if (!direction.receiver->GetRetry()->Accept(*packet, endPs, damaged))
    {
        unchecked.Discard(std::move(packet));
        return;
    }
    if (restarts)
    {
        ++direction.receivedPackets;
        direction.receivedBytes += packet->frameBytes;
        unchecked.givenUpPackets += unchecked.awaited.GetPackets();
        LoseAwaited(direction);
        return;
    }
    if (isReplay)
    {
        FabricPacketPtr original = unchecked.awaited.Pop();
        original->readyPs = packet->readyPs;
        original->tailPs = packet->tailPs;
        packet = std::move(original);
    }
    const bool early = direction.cutThrough && IsForwarded(packet->kind);
    packet->readyPs = early ? packet->readyPs + direction.latencyPs : packet->tailPs;
    const bool first = direction.data.packets.IsEmpty();
    direction.data.packets.Push(std::move(packet));
    if (first)
    {
        direction.data.arrival->Schedule(m_clock.ToTicks(direction.data.packets.Front().readyPs));
    }
}

void
FabricChannel::LoseAwaited(WireDirection& direction)
{
    while (!direction.unchecked->awaited.IsEmpty())
    {
        Lose(direction, *direction.unchecked->GiveUpAwaited());
    }
}

bool
FabricChannel::EndsHere(WireDirection& direction, const FabricPacket& packet, bool isControl)
{
    if (direction.unchecked && !isControl)
    {
        return false; // it was judged when its first bit came
    }
    if ((m_lossy || IsDown()) && IsLost(direction, packet))
    {
        Lose(direction, packet);
        return true;
    }
    if (!direction.unchecked || packet.kind != LinkRetry::GetControlKind())
    {
        return false;
    }
    ++direction.receivedPackets;
    direction.receivedBytes += packet.frameBytes;
    direction.receiver->GetRetry()->ReceiveControl(packet);
    return true;
}

} // namespace ns3
