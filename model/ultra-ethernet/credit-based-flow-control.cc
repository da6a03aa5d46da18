// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "credit-based-flow-control.h"

#include "ns3/byte-image.h"
#include "ns3/control-frame.h"
#include "ns3/ethernet-frame.h"
#include "ns3/fabric-net-device.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/port-name.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CreditBasedFlowControl");

NS_OBJECT_ENSURE_REGISTERED(CreditBasedFlowControl);

namespace
{

constexpr uint32_t COUNTER_BITS = 20;
constexpr uint32_t MAX_CREDIT_BYTES = 2048;
constexpr uint32_t COUNTER_MASK = (1U << COUNTER_BITS) - 1;

/** @return lead of a count on the wire over our count; 0: the count on the wire is behind */
uint32_t
Advance(uint32_t wire, uint32_t ours)
{
    const uint32_t advance = (wire - ours) & COUNTER_MASK;
    return advance <= CreditBasedFlowControl::MAX_CREDITS ? advance : 0;
}

} // namespace

TypeId
CreditBasedFlowControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CreditBasedFlowControl")
            .SetParent<LinkFlowControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<CreditBasedFlowControl>()
            .AddAttribute("Priorities",
                          "The lossless priorities, as a bit mask: bit n is priority n.",
                          UintegerValue(1 << 3),
                          ReadOnce(MakeUintegerAccessor(&CreditBasedFlowControl::m_priorities)),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute(
                "BufferBytes",
                "Buffer of each lossless priority of a port in bytes; 0: the size that full rate "
                "needs, which is four packets, the credits freed before an update, and twice the "
                "loop of cable and pipeline.",
                UintegerValue(0),
                ReadOnce(MakeUintegerAccessor(&CreditBasedFlowControl::m_bufferBytes)),
                MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 32))
            .AddAttribute("CreditBytes",
                          "Bytes that one credit stands for; more if a buffer of BufferBytes 0 "
                          "needs more than 524288 credits.",
                          UintegerValue(128),
                          ReadOnce(MakeUintegerAccessor(&CreditBasedFlowControl::SetCreditBytes,
                                                        &CreditBasedFlowControl::GetCreditBytes)),
                          MakeUintegerChecker<uint32_t>(32, MAX_CREDIT_BYTES))
            .AddAttribute("OverheadBytes",
                          "Bytes added to the length of a frame before credits are counted.",
                          IntegerValue(0),
                          ReadOnce(MakeIntegerAccessor(&CreditBasedFlowControl::m_overheadBytes)),
                          MakeIntegerChecker<int32_t>(-16, 127))
            .AddAttribute("UpdateBytes",
                          "Bytes of freed credits after which the sender is told.",
                          UintegerValue(6400),
                          ReadOnce(MakeUintegerAccessor(&CreditBasedFlowControl::m_updateBytes)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxUpdateBytes",
                          "Bytes that the link could have carried since credits were freed, "
                          "after which the sender is told in any case.",
                          UintegerValue(262'144),
                          ReadOnce(MakeUintegerAccessor(&CreditBasedFlowControl::m_maxUpdateBytes)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("CounterInterval",
                          "Interval at which a sender without all of its credits reports its "
                          "consumed credits, on links that may lose packets.",
                          TimeValue(MicroSeconds(256)),
                          ReadOnce(MakeTimeAccessor(&CreditBasedFlowControl::m_counterInterval)),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

CreditBasedFlowControl::CreditBasedFlowControl()
    : m_update(MakeFabricEvent<CreditBasedFlowControl, &CreditBasedFlowControl::TellDue>(this)),
      m_counter(
          MakeFabricEvent<CreditBasedFlowControl, &CreditBasedFlowControl::SendConsumed>(this))
{
    SetCounting();
}

CreditBasedFlowControl::~CreditBasedFlowControl()
{
    m_update->Clear();
    m_counter->Clear();
}

void
CreditBasedFlowControl::DoDispose()
{
    m_update->Clear();
    m_counter->Clear();
    LinkFlowControl::DoDispose();
}

const CreditBasedFlowControl&
CreditBasedFlowControl::GetPeer() const
{
    return static_cast<const CreditBasedFlowControl&>(GetPort().GetPeer()->GetFlowControl());
}

int64_t
CreditBasedFlowControl::NowPs() const
{
    return GetPort().GetClock().ToPs(NowTicks());
}

uint32_t
CreditBasedFlowControl::GetCreditsOf(uint32_t frameBytes) const
{
    const int64_t bytes = std::max<int64_t>(1, int64_t{frameBytes} + m_overheadBytes);
    return static_cast<uint32_t>((bytes + m_creditBytes - 1) / m_creditBytes);
}

int64_t
CreditBasedFlowControl::GetCredits(uint8_t lane) const
{
    const Lane& counts = m_lanes[lane];
    return int64_t{GetPeer().m_bufferCredits} - (counts.consumed - counts.returned);
}

void
CreditBasedFlowControl::DoStart()
{
    const auto* peer =
        dynamic_cast<const CreditBasedFlowControl*>(&GetPort().GetPeer()->GetFlowControl());
    if (!peer || peer->m_priorities != m_priorities ||
        peer->m_givenCreditBytes != m_givenCreditBytes || peer->m_overheadBytes != m_overheadBytes)
    {
        throw InputError("CreditBasedFlowControl: both ends of a link need this flow control, "
                         "with the same Priorities, CreditBytes and OverheadBytes");
    }
    const uint32_t node = GetPort().GetNode()->GetId();
    m_update->SetContext(node);
    m_counter->SetContext(node);
    const uint64_t derivedBytes =
        std::max(m_bufferBytes > 0 ? 0 : DoGetReservedBytes(),
                 peer->m_bufferBytes > 0 ? 0 : peer->DoGetReservedBytes());
    while (derivedBytes / m_creditBytes > MAX_CREDITS)
    {
        m_creditBytes = std::min(2 * m_creditBytes, MAX_CREDIT_BYTES);
    }
    const uint64_t credits = DoGetReservedBytes() / m_creditBytes;
    const uint32_t largest = GetCreditsOf(GetPort().GetMaxWireBytes());
    if (credits < largest || credits > MAX_CREDITS)
    {
        throw InputError("CreditBasedFlowControl BufferBytes: are " + std::to_string(credits) +
                         " credits; expected " + std::to_string(largest) + " (one packet) to " +
                         std::to_string(MAX_CREDITS));
    }
    m_bufferCredits = static_cast<uint32_t>(credits);
    m_updateCredits =
        std::clamp(m_updateBytes / m_creditBytes, 1U, std::max(1U, m_bufferCredits / 8));
    m_maxUpdatePs = SerializationPs(m_maxUpdateBytes, GetPort().GetRatebps());
}

uint64_t
CreditBasedFlowControl::DoGetReservedBytes() const
{
    return m_bufferBytes > 0
               ? m_bufferBytes
               : std::min(GetFullRateBytes(), uint64_t{MAX_CREDITS} * MAX_CREDIT_BYTES);
}

uint64_t
CreditBasedFlowControl::GetFullRateBytes() const
{
    const auto& port = GetPort();
    const int64_t roundPs = 2 * port.GetDelayPs() + port.GetLatencyPs();
    return 4 * uint64_t{port.GetMaxWireBytes()} + m_updateBytes +
           2 * BytesInPs(roundPs, port.GetRatebps());
}

std::optional<CreditLoop>
CreditBasedFlowControl::DoGetLoop() const
{
    const auto& port = GetPort();
    const uint64_t ratebps = port.GetRatebps();
    const uint32_t wireBytes = port.GetMaxWireBytes();
    const uint32_t packetCredits = GetCreditsOf(wireBytes - port.GetFrameLimits().gapBytes);
    return CreditLoop{m_bufferCredits / packetCredits,
                      (m_updateCredits + packetCredits - 1) / packetCredits,
                      GetFullRateBytes(),
                      SerializationPs(wireBytes, ratebps),
                      SerializationPs(CreditsFreed::BYTES, ratebps) + 2 * port.GetDelayPs() +
                          port.GetLatencyPs(),
                      m_maxUpdatePs};
}

void
CreditBasedFlowControl::SetCreditBytes(uint32_t bytes)
{
    m_givenCreditBytes = bytes;
    m_creditBytes = bytes;
}

bool
CreditBasedFlowControl::DoIsLossless(uint8_t lane) const
{
    return lane < PRIORITY_COUNT && IsCounted(lane);
}

uint32_t
CreditBasedFlowControl::DoGetEligible(uint32_t backlog,
                                      const std::vector<PacketFifo>& queues,
                                      int64_t nowPs)
{
    uint32_t eligible = backlog;
    for (uint32_t rest = m_down ? 0 : backlog & m_priorities; rest; rest &= rest - 1)
    {
        const auto number = static_cast<uint8_t>(__builtin_ctz(rest));
        Lane& lane = m_lanes[number];
        if (GetCreditsOf(queues[number].Front().frameBytes) <= GetCredits(number))
        {
            lane.block.End(nowPs);
            continue;
        }
        eligible &= ~(1U << number);
        if (!lane.block.isBlocked)
        {
            lane.block.Begin(nowPs);
        }
    }
    return eligible;
}

void
CreditBasedFlowControl::ScheduleCounter(int64_t nowPs)
{
    const auto& clock = GetPort().GetClock();
    m_counter->Schedule(clock.ToTicks(nowPs + clock.ToPs(m_counterInterval.GetTimeStep())));
}

void
CreditBasedFlowControl::DoNotifySent(const FabricPacket& packet, int64_t nowPs)
{
    if (!IsCounted(packet.lane))
    {
        return;
    }
    m_lanes[packet.lane].consumed += GetCreditsOf(packet.frameBytes);
    if (GetPort().GetWire().IsLossy() && !m_counter->IsPending())
    {
        ScheduleCounter(nowPs);
    }
}

void
CreditBasedFlowControl::DoNotifyReceived(uint8_t lane,
                                         uint32_t frameBytes,
                                         BufferSignal /* signal */,
                                         int64_t /* nowPs */,
                                         const FabricPacket* /* packet */)
{
    if (IsCounted(lane))
    {
        m_lanes[lane].received += GetCreditsOf(frameBytes);
    }
}

void
CreditBasedFlowControl::DoNotifyFreed(uint8_t lane,
                                      uint32_t frameBytes,
                                      BufferSignal /* signal */,
                                      int64_t nowPs)
{
    if (IsCounted(lane))
    {
        m_lanes[lane].freed += GetCreditsOf(frameBytes);
        m_lanes[lane].freePs = std::max(m_lanes[lane].freePs, nowPs);
        TellOrWait(lane, NowPs());
    }
}

/** Something is freed that was not told. */
void
CreditBasedFlowControl::TellOrWait(uint8_t number, int64_t nowPs)
{
    Lane& lane = m_lanes[number];
    const uint32_t untold = lane.freed - lane.told;
    if (untold == 0 || m_down)
    {
        return;
    }
    const int64_t duePs = untold >= m_updateCredits ? nowPs : nowPs + m_maxUpdatePs;
    lane.duePs = std::max(std::min(lane.duePs, duePs), lane.freePs);
    if (lane.duePs <= nowPs)
    {
        Tell(number, nowPs);
    }
    else
    {
        ScheduleUpdate();
    }
}

void
CreditBasedFlowControl::Tell(uint8_t number, int64_t nowPs)
{
    Lane& lane = m_lanes[number];
    lane.told = lane.freed;
    lane.duePs = NEVER_PS;
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = m_freedKind;
    packet->frameBytes = CreditsFreed::BYTES;
    packet->wireBytes = CreditsFreed::BYTES;
    packet->As<CreditsFreed>() = {lane.told & COUNTER_MASK, number};
    GetPort().SendControl(std::move(packet), nowPs);
}

void
CreditBasedFlowControl::ScheduleUpdate()
{
    int64_t duePs = NEVER_PS;
    for (const auto& lane : m_lanes)
    {
        duePs = std::min(duePs, lane.duePs);
    }
    if (duePs != NEVER_PS)
    {
        m_update->Schedule(GetPort().GetClock().ToTicks(duePs));
    }
}

void
CreditBasedFlowControl::TellDue()
{
    const int64_t nowPs = NowPs();
    for (uint8_t number = 0; number < PRIORITY_COUNT; ++number)
    {
        Lane& lane = m_lanes[number];
        if (lane.duePs <= nowPs)
        {
            lane.duePs = std::max(nowPs, lane.freePs); // more may have been freed since
            if (lane.duePs == nowPs)
            {
                Tell(number, nowPs);
            }
        }
    }
    ScheduleUpdate();
}

void
CreditBasedFlowControl::SendConsumed()
{
    if (!LacksCredits() || m_down)
    {
        return;
    }
    FabricPacketPtr packet = MakeControlPacket(m_consumedKind);
    auto& header = packet->As<CreditsConsumed>();
    for (uint32_t number = 0; number < PRIORITY_COUNT; ++number)
    {
        header.consumed[number] = m_lanes[number].consumed & COUNTER_MASK;
    }
    const int64_t nowPs = NowPs();
    GetPort().SendControl(std::move(packet), nowPs);
    ScheduleCounter(nowPs);
}

/** @return true if some credits were used and have not been given back yet */
bool
CreditBasedFlowControl::LacksCredits() const
{
    return std::any_of(m_lanes.begin(), m_lanes.end(), [](const Lane& lane) {
        return lane.consumed != lane.returned;
    });
}

/** What is on the wire may be the last that would have given credits back. */
void
CreditBasedFlowControl::DoNotifyLossy(int64_t nowPs)
{
    if (LacksCredits())
    {
        ScheduleCounter(nowPs);
    }
}

void
CreditBasedFlowControl::DoReceiveControl(const FabricPacket& packet)
{
    if (packet.kind == m_consumedKind)
    {
        Repair(packet);
    }
    else if (packet.kind == m_freedKind)
    {
        const auto& header = packet.As<CreditsFreed>();
        const uint32_t advance = Advance(header.freed, m_lanes[header.lane].returned);
        m_lanes[header.lane].returned += advance;
        if (advance > 0)
        {
            GetPort().Kick(packet.readyPs);
        }
    }
}

/**
 * Takes what was lost on the link as freed, and tells all counts, of which one may be lost. Frames
 * that link-level retry sends again are not lost: UE specification 1.0.3 lets CC_Update be numbered
 * and repeated with them, so that it comes behind them. Here it waits for the next one.
 */
void
CreditBasedFlowControl::Repair(const FabricPacket& packet)
{
    const auto retry = GetPort().GetRetry();
    if (retry && retry->LacksFrames())
    {
        return;
    }
    for (uint8_t number = 0; number < PRIORITY_COUNT; ++number)
    {
        Lane& lane = m_lanes[number];
        const uint32_t ahead =
            Advance(packet.As<CreditsConsumed>().consumed[number], lane.received);
        const uint32_t lost =
            ahead - std::min(ahead, ahead > 0 ? CountInPipeline(number, packet) : 0);
        if (lost > 0)
        {
            NS_LOG_INFO(PortName(GetPort()) << " priority " << +number << ": gives back " << lost
                                            << " credits of packets that were lost");
            lane.received += lost;
            lane.freed += lost;
        }
        if (IsCounted(number) && lane.freed > 0)
        {
            lane.duePs = std::max(packet.readyPs, lane.freePs);
        }
    }
    TellDue();
}

/** @return credits of packets that came before it and are not handed over yet */
uint32_t
CreditBasedFlowControl::CountInPipeline(uint8_t lane, const FabricPacket& packet) const
{
    const FabricNetDevice& port = GetPort();
    uint32_t credits = 0;
    port.GetWire().ForEachInFlight(1 - port.GetSide(), [&](const FabricPacket& other) {
        const bool before = other.tailPs - port.GetLatencyPs() < packet.tailPs;
        credits += before && other.lane == lane ? GetCreditsOf(other.frameBytes) : 0;
        return before;
    });
    return credits;
}

void
CreditBasedFlowControl::DoNotifyLink(bool down, int64_t nowPs)
{
    m_down = down;
    for (uint8_t number = 0; number < PRIORITY_COUNT; ++number)
    {
        Lane& lane = m_lanes[number];
        lane.block.End(nowPs);
        lane.duePs = NEVER_PS;
        if (!down)
        {
            const uint32_t occupied = GetOccupied(number);
            lane.received = GetPeer().m_lanes[number].consumed;
            lane.freed = lane.received - occupied;
            lane.told = lane.freed;
            lane.returned = lane.consumed - GetPeer().GetOccupied(number);
        }
    }
}

int64_t
CreditBasedFlowControl::DoGetBlockedPs(uint8_t lane, int64_t nowPs) const
{
    return lane < PRIORITY_COUNT ? m_lanes[lane].block.GetTotalPs(nowPs) : 0;
}

std::string
CreditBasedFlowControl::DoDescribeBlock(uint8_t lane) const
{
    const BlockTime& block = m_lanes[lane].block;
    return block.isBlocked ? "without credits (" + std::to_string(GetCredits(lane)) +
                                 " left) since " + std::to_string(block.sincePs / 1000) + " ns"
                           : std::string();
}

std::vector<std::string>
CreditBasedFlowControl::DoAudit() const
{
    std::vector<std::string> problems;
    const auto check = [&problems](bool holds, uint32_t lane, const std::string& what) {
        if (!holds)
        {
            problems.push_back("priority " + std::to_string(lane) + ": " + what);
        }
    };
    const bool lossy = GetPort().GetWire().IsLossy() || m_down;
    for (uint32_t number = 0; number < PRIORITY_COUNT; ++number)
    {
        const Lane& lane = m_lanes[number];
        const Lane& far = GetPeer().m_lanes[number];
        const uint32_t occupied = lane.received - lane.freed;
        check(occupied == 0, number, std::to_string(occupied) + " credits still occupied");
        check(lossy || lane.consumed == far.received,
              number,
              std::to_string(lane.consumed) + " credits consumed, " + std::to_string(far.received) +
                  " received");
        check(lossy || lane.returned == far.told, number, "credits not conserved");
    }
    return problems;
}

void
CreditBasedFlowControl::DoSaveForPeer(std::string& to) const
{
    SaveValue(to, m_lanes);
}

void
CreditBasedFlowControl::DoLoadForPeer(const char*& from)
{
    m_lanes = LoadValue<std::array<Lane, PRIORITY_COUNT>>(from);
}

} // namespace ns3
