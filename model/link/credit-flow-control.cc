// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "credit-flow-control.h"

#include "fabric-channel.h"
#include "fabric-net-device.h"
#include "infini-band-rate.h"
#include "port-name.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** The most that one credit may stand for. */
constexpr uint32_t MAX_BLOCK_BYTES = 65'536;

} // namespace

NS_LOG_COMPONENT_DEFINE("CreditFlowControl");

NS_OBJECT_ENSURE_REGISTERED(CreditFlowControl);

TypeId
CreditFlowControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CreditFlowControl")
            .SetParent<LinkFlowControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<CreditFlowControl>()
            .AddAttribute("BlockBytes",
                          "Bytes that one credit stands for, 16 and more; 0 takes 64, doubled "
                          "until 2048 of them hold the larger buffer of the two ends.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::SetBlockBytes,
                                                        &CreditFlowControl::GetBlockBytesSet)),
                          MakeUintegerChecker<uint32_t>(0, MAX_BLOCK_BYTES))
            .AddAttribute("BufferBytes",
                          "Input buffer of each virtual lane; 0 takes what full rate needs: four "
                          "packets and twice the loop of cable and pipeline, at most 2048 blocks. "
                          "Of more than that many, only 2048 are ever advertised.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::m_bufferBytes)),
                          MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 32))
            .AddAttribute("DataLanes",
                          "Virtual lanes with a buffer and credits each: 1, 2, 4, 8 or 15.",
                          UintegerValue(8),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::SetLanesForData,
                                                        &CreditFlowControl::GetLanesForData)),
                          MakeUintegerChecker<uint32_t>(1, MAX_DATA_LANES))
            .AddAttribute("ManagementBytes",
                          "Input buffer of lane 15, which has no credits; what finds no room is "
                          "dropped. The standard says no more than that there is one.",
                          UintegerValue(4096),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::m_managementBytes)),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("UpdateBlocks",
                          "Credits that a lane gains before the sender is told; 0 takes an eighth "
                          "of what the buffer can advertise. The standard leaves it open; an "
                          "eighth of 128 KiB is 0.33 us at 400 Gb/s, where Mellanox's flit "
                          "simulator tells every 0.256 to 13 us.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::m_updateBlocks)),
                          MakeUintegerChecker<uint32_t>(0, MAX_CREDITS))
            .AddAttribute("UpdateInterval",
                          "A change is told after this time at the latest; 0: 65,536 symbol times "
                          "of a link of so many Lanes.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&CreditFlowControl::m_updateInterval)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Lanes",
                          "How many lanes share the rate of the link: 1, 2, 4, 8 or 12. Only the "
                          "symbol time depends on it.",
                          UintegerValue(4),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::m_lanesOfLink)),
                          MakeUintegerChecker<uint32_t>(1, 12))
            .AddAttribute(
                "CreditWireBytes",
                "Time on the wire of a flow control packet with its delimiters, in bytes.",
                UintegerValue(CreditPacket::WIRE_BYTES),
                ReadOnce(MakeUintegerAccessor(&CreditFlowControl::m_creditWireBytes)),
                MakeUintegerChecker<uint32_t>(CREDIT_PACKET_BYTES, 1024));
    return tid;
}

CreditFlowControl::CreditFlowControl()
    : m_refresh(MakeFabricEvent<CreditFlowControl, &CreditFlowControl::Refresh>(this)),
      m_promise(MakeFabricEvent<CreditFlowControl, &CreditFlowControl::TellPromised>(this))
{
    SetCounting();
}

CreditFlowControl::~CreditFlowControl()
{
    m_refresh->Clear();
    m_promise->Clear();
}

void
CreditFlowControl::DoDispose()
{
    m_refresh->Clear();
    m_promise->Clear();
    m_alarm = nullptr;
    LinkFlowControl::DoDispose();
}

void
CreditFlowControl::SetLanesForData(uint32_t lanes)
{
    if (lanes != MAX_DATA_LANES && (lanes & (lanes - 1)) != 0)
    {
        throw InputError("CreditFlowControl DataLanes: is " + std::to_string(lanes) +
                         "; expected 1, 2, 4, 8 or 15");
    }
    SetLanes(lanes);
}

uint32_t
CreditFlowControl::GetLanesForData() const
{
    return GetDataLanes();
}

uint64_t
CreditFlowControl::DoGetManagementBytes() const
{
    return m_managementBytes;
}

void
CreditFlowControl::SetBlockBytes(uint32_t bytes)
{
    if (bytes > 0 && bytes < 16)
    {
        throw InputError("CreditFlowControl BlockBytes: is " + std::to_string(bytes) +
                         "; expected 0, or 16 to " + std::to_string(MAX_BLOCK_BYTES));
    }
    m_blockBytes = bytes;
}

uint32_t
CreditFlowControl::GetBlockBytesSet() const
{
    return m_blockBytes;
}

/** @return bytes of buffer, whatever can be advertised */
uint64_t
CreditFlowControl::GetWantedBytes() const
{
    return m_bufferBytes ? m_bufferBytes : GetFullRateBytes();
}

/** @return bytes of buffer with which the wire is always busy */
uint64_t
CreditFlowControl::GetFullRateBytes() const
{
    const auto& port = GetPort();
    const int64_t roundPs = 2 * port.GetDelayPs() + port.GetLatencyPs();
    return 4 * uint64_t{port.GetMaxWireBytes()} + 2 * BytesInPs(roundPs, port.GetRatebps());
}

uint32_t
CreditFlowControl::GetBlockBytes() const
{
    if (m_blockBytes)
    {
        return m_blockBytes;
    }
    const CreditFlowControl& peer = GetPeer();
    if (peer.m_blockBytes)
    {
        return peer.m_blockBytes;
    }
    const uint64_t bytes = std::max(GetWantedBytes(), peer.GetWantedBytes());
    uint32_t block = 64;
    while (uint64_t{block} * MAX_CREDITS < bytes && block < MAX_BLOCK_BYTES)
    {
        block *= 2;
    }
    return block;
}

uint64_t
CreditFlowControl::DoGetReservedBytes() const
{
    if (m_bufferBytes)
    {
        return m_bufferBytes;
    }
    const uint32_t block = GetBlockBytes();
    const uint64_t blocks = (GetWantedBytes() + block - 1) / block;
    return std::min<uint64_t>(blocks, MAX_CREDITS) * block;
}

CreditFlowControl::Loop
CreditFlowControl::GetLoop() const
{
    const auto& port = GetPort();
    const uint32_t packetBytes = port.GetMaxWireBytes();
    const uint32_t packetBlocks = Blocks(packetBytes);
    const uint32_t advertised = std::min(m_bufferBlocks, MAX_CREDITS);
    const uint32_t told = (m_updateBlocks + packetBlocks - 1) / packetBlocks;
    const int64_t durationPs =
        SerializationPs(uint64_t{told} * packetBytes + m_creditWireBytes, port.GetRatebps()) +
        2 * port.GetDelayPs() + port.GetLatencyPs();
    return {uint64_t{advertised / packetBlocks} * packetBytes, GetFullRateBytes(), durationPs};
}

const CreditFlowControl&
CreditFlowControl::GetPeer() const
{
    return static_cast<const CreditFlowControl&>(GetPort().GetPeer()->GetFlowControl());
}

void
CreditFlowControl::DoStart()
{
    const auto* peer =
        dynamic_cast<const CreditFlowControl*>(&GetPort().GetPeer()->GetFlowControl());
    if (!peer)
    {
        throw InputError("CreditFlowControl: both ends of a link need it");
    }
    m_blockBytes = GetBlockBytes();
    if (peer->m_blockBytes > 0 && peer->m_blockBytes != m_blockBytes)
    {
        throw InputError("CreditFlowControl BlockBytes: is " + std::to_string(m_blockBytes) +
                         " at one end and " + std::to_string(peer->m_blockBytes) +
                         " at the other; expected the same");
    }
    if (peer->GetDataLanes() != GetDataLanes())
    {
        throw InputError("CreditFlowControl DataLanes: is " + std::to_string(GetDataLanes()) +
                         " at one end and " + std::to_string(peer->GetDataLanes()) +
                         " at the other; expected the same");
    }
    if (!InfiniBandRate::IsWidth(m_lanesOfLink))
    {
        throw InputError("CreditFlowControl Lanes: is " + std::to_string(m_lanesOfLink) +
                         "; expected 1, 2, 4, 8 or 12");
    }
    m_updateIntervalPs =
        m_updateInterval.IsZero()
            ? SerializationPs(UPDATE_SYMBOLS * m_lanesOfLink, GetPort().GetRatebps())
            : GetPort().GetClock().ToPs(m_updateInterval.GetTimeStep());
    m_bufferBlocks = DoGetReservedBytes() / m_blockBytes;
    const uint32_t largest = Blocks(GetPort().GetMaxWireBytes());
    if (m_bufferBlocks < largest)
    {
        throw InputError("CreditFlowControl: BufferBytes must hold one packet, at least " +
                         std::to_string(uint64_t{largest} * m_blockBytes));
    }
    const uint32_t advertised = std::min(m_bufferBlocks, MAX_CREDITS);
    if (advertised < largest)
    {
        throw InputError("CreditFlowControl: BlockBytes is " + std::to_string(m_blockBytes) +
                         "; expected more, so that 2048 blocks hold one packet");
    }
    if (m_updateBlocks == 0)
    {
        m_updateBlocks = std::max(1U, advertised / 8);
    }
    // A sender that lacks credits for one packet must always be told of what will free them.
    m_updateBlocks = std::min(m_updateBlocks, std::max(1U, advertised - largest));
    const auto peerBlocks = peer->DoGetReservedBytes() / m_blockBytes;
    Lane lane;
    lane.fccl = std::min<uint64_t>(peerBlocks, MAX_CREDITS);
    lane.told = advertised;
    m_lanes.assign(GetDataLanes(), lane);
}

uint32_t
CreditFlowControl::GetCredits(uint8_t vl) const
{
    return GetLane(vl).fccl - GetLane(vl).fctbs;
}

uint32_t
CreditFlowControl::DoGetEligible(uint32_t backlog,
                                 const std::vector<PacketFifo>& queues,
                                 int64_t nowPs)
{
    if (m_down)
    {
        return backlog;
    }
    constexpr uint32_t MANAGEMENT = 1U << MANAGEMENT_LANE;
    uint32_t eligible = backlog & MANAGEMENT;
    for (uint32_t rest = backlog & ~MANAGEMENT; rest; rest &= rest - 1)
    {
        const uint32_t vl = __builtin_ctz(rest);
        Lane& lane = m_lanes[vl];
        const uint32_t need = Blocks(queues[vl].Front().frameBytes);
        if (((lane.fccl - lane.fctbs - need) & COUNTER_MASK) <= MAX_CREDITS)
        {
            eligible |= 1U << vl;
            if (lane.blocked)
            {
                lane.blocked = false;
                lane.blockedTotalPs += nowPs - lane.blockedSincePs;
                NS_LOG_LOGIC(PortName(GetPort()) << " lane " << vl << ": has credits after "
                                                 << (nowPs - lane.blockedSincePs) / 1000 << " ns");
            }
        }
        else if (!lane.blocked)
        {
            lane.blocked = true;
            lane.blockedSincePs = nowPs;
            NS_LOG_LOGIC(PortName(GetPort())
                         << " lane " << vl << ": stalls, needs " << need
                         << " blocks and has credits for " << lane.fccl - lane.fctbs);
            ScheduleAlarm(nowPs);
        }
    }
    return eligible;
}

void
CreditFlowControl::ScheduleAlarm(int64_t nowPs)
{
    if (!m_alarm)
    {
        return;
    }
    const int64_t ticks = GetPort().GetClock().ToTicks(nowPs + m_alarmAfterPs);
    if (!m_alarm->IsPending() || ticks < m_alarm->GetDeadline())
    {
        m_alarm->Schedule(ticks);
    }
}

void
CreditFlowControl::EndBlock(uint8_t vl, int64_t nowPs)
{
    if (GetLane(vl).blocked)
    {
        Lane& lane = m_lanes[vl];
        lane.blocked = false;
        lane.blockedTotalPs += nowPs - lane.blockedSincePs;
    }
}

void
CreditFlowControl::DoNotifySent(const FabricPacket& packet, int64_t nowPs)
{
    if (packet.lane == MANAGEMENT_LANE)
    {
        return;
    }
    m_lanes[packet.lane].fctbs += Blocks(packet.frameBytes);
    if (GetPort().GetFabricChannel().IsLossy())
    {
        ScheduleRefresh(nowPs);
    }
}

void
CreditFlowControl::DoNotifyReceived(uint8_t vl,
                                    uint32_t frameBytes,
                                    BufferSignal,
                                    int64_t nowPs,
                                    const FabricPacket*)
{
    if (vl == MANAGEMENT_LANE)
    {
        return;
    }
    Lane& lane = m_lanes[vl];
    lane.abr += Blocks(frameBytes);
    lane.occupied += Blocks(frameBytes);
    if (m_bufferBlocks > MAX_CREDITS)
    {
        TellOrWait(vl, nowPs); // room that could not be advertised takes the place of the packet
    }
}

void
CreditFlowControl::DoNotifyFreed(uint8_t vl, uint32_t frameBytes, BufferSignal, int64_t nowPs)
{
    if (vl == MANAGEMENT_LANE)
    {
        return;
    }
    Lane& lane = m_lanes[vl];
    lane.occupied -= Blocks(frameBytes);
    lane.freePs = std::max(lane.freePs, nowPs);
    TellOrWait(vl, nowPs);
}

void
CreditFlowControl::TellOrWait(uint8_t vl, int64_t nowPs)
{
    Lane& lane = m_lanes[vl];
    const uint32_t gained = m_down ? 0 : GetUntold(lane);
    if (gained >= m_updateBlocks)
    {
        Tell(vl, nowPs);
    }
    else if (gained > 0 && lane.untoldSincePs == NEVER_PS)
    {
        lane.untoldSincePs = nowPs;
        ScheduleRefresh(nowPs);
    }
}

/** Tells of all the room there is, as soon as that is free. @param nowPs the time, or when */
void
CreditFlowControl::Tell(uint8_t vl, int64_t nowPs)
{
    Lane& lane = m_lanes[vl];
    if (lane.promisedPs != NEVER_PS)
    {
        return; // what is more than was promised is looked at when that is told
    }
    if (lane.freePs <= GetPort().GetClock().ToPs(NowTicks()))
    {
        SendCredit(vl, GetFccl(lane), nowPs);
        return;
    }
    lane.promised = GetFccl(lane);
    lane.promisedPs = lane.freePs;
    lane.untoldSincePs = NEVER_PS;
    const int64_t ticks = GetPort().GetClock().ToTicks(lane.promisedPs);
    if (!m_promise->IsPending() || ticks < m_promise->GetDeadline())
    {
        m_promise->Schedule(ticks);
    }
}

void
CreditFlowControl::TellPromised()
{
    const auto& clock = GetPort().GetClock();
    const int64_t nowPs = clock.ToPs(NowTicks());
    for (uint8_t vl = 0; vl < m_lanes.size(); ++vl)
    {
        Lane& lane = m_lanes[vl];
        const int64_t promisedPs = lane.promisedPs;
        if (promisedPs <= nowPs)
        {
            lane.promisedPs = NEVER_PS;
            SendCredit(vl, lane.promised, promisedPs);
            TellOrWait(vl, promisedPs);
        }
    }
    int64_t nextPs = NEVER_PS;
    for (const Lane& lane : m_lanes)
    {
        nextPs = std::min(nextPs, lane.promisedPs);
    }
    if (nextPs != NEVER_PS)
    {
        m_promise->Schedule(clock.ToTicks(nextPs));
    }
}

uint32_t
CreditFlowControl::GetFccl(const Lane& lane) const
{
    return lane.abr + std::min(m_bufferBlocks - lane.occupied, MAX_CREDITS);
}

void
CreditFlowControl::SendCredit(uint8_t vl, uint32_t fccl, int64_t nowPs)
{
    Lane& lane = m_lanes[vl];
    lane.told = fccl;
    lane.untoldSincePs = NEVER_PS;
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = m_kind;
    packet->frameBytes = CREDIT_PACKET_BYTES;
    packet->As<CreditPacket>() = {static_cast<uint16_t>(lane.fctbs & COUNTER_MASK),
                                  static_cast<uint16_t>(lane.told & COUNTER_MASK),
                                  vl};
    packet->wireBytes = m_creditWireBytes;
    SendControl(std::move(packet), nowPs);
    if (GetPort().GetFabricChannel().IsLossy())
    {
        ScheduleRefresh(nowPs); // this packet may be lost as well
    }
}

void
CreditFlowControl::ScheduleRefresh(int64_t nowPs)
{
    if (!m_refresh->IsPending())
    {
        m_refresh->Schedule(GetPort().GetClock().ToTicks(nowPs + m_updateIntervalPs));
    }
}

void
CreditFlowControl::Refresh()
{
    const int64_t nowPs = GetPort().GetClock().ToPs(NowTicks());
    const bool lossy = GetPort().GetFabricChannel().IsLossy() && !m_down;
    int64_t nextPs = lossy ? nowPs : NEVER_PS;
    for (uint8_t vl = 0; vl < m_lanes.size(); ++vl)
    {
        const Lane& lane = m_lanes[vl];
        if (nowPs - lane.untoldSincePs >= m_updateIntervalPs ||
            (lossy && (lane.fctbs > 0 || lane.abr > 0)))
        {
            Tell(vl, nowPs);
        }
        nextPs = std::min(nextPs, lane.untoldSincePs);
    }
    if (nextPs != NEVER_PS)
    {
        ScheduleRefresh(nextPs);
    }
}

void
CreditFlowControl::DoNotifyLink(bool down, int64_t nowPs)
{
    m_down = down;
    const CreditFlowControl& peer = GetPeer();
    for (uint8_t vl = 0; vl < m_lanes.size(); ++vl)
    {
        EndBlock(vl, nowPs);
        Lane& lane = m_lanes[vl];
        const Lane& far = peer.m_lanes[vl];
        lane.untoldSincePs = NEVER_PS;
        lane.promisedPs = NEVER_PS;
        if (!down)
        {
            lane.abr = far.fctbs;
            lane.told = GetFccl(lane);
            lane.fccl = lane.fctbs + std::min(peer.m_bufferBlocks - far.occupied, MAX_CREDITS);
        }
    }
}

void
CreditFlowControl::DoReceiveControl(const FabricPacket& packet)
{
    const auto& credit = packet.As<CreditPacket>(); // Start() has seen to it
    Lane& lane = m_lanes[credit.vl];
    // Signed distance of the 12-bit counters: what was lost counts as received and freed.
    uint32_t lost = (credit.fctbs - lane.abr) & COUNTER_MASK;
    if (lost > 0)
    {
        lost = (lost - CountInPipeline(packet)) & COUNTER_MASK;
    }
    if (lost > 0 && lost <= MAX_CREDITS)
    {
        NS_LOG_INFO(PortName(GetPort()) << " lane " << +credit.vl << ": gives back credits "
                                        << "of " << lost << " blocks that were lost on the link");
        lane.abr += lost;
        TellOrWait(credit.vl, packet.readyPs);
    }
    const uint32_t advance = (credit.fccl - lane.fccl) & COUNTER_MASK;
    if (advance > 0 && advance <= MAX_CREDITS)
    {
        lane.fccl += advance;
        GetPort().Kick(packet.readyPs);
    }
}

/** @return blocks of its lane that came before a flow control packet and are not handed over yet */
uint32_t
CreditFlowControl::CountInPipeline(const FabricPacket& credit) const
{
    const FabricNetDevice& port = GetPort();
    const uint8_t vl = credit.As<CreditPacket>().vl;
    uint32_t blocks = 0;
    port.GetFabricChannel().ForEachInFlight(1 - port.GetSide(), [&](const FabricPacket& packet) {
        const bool before = packet.tailPs - port.GetLatencyPs() < credit.tailPs;
        blocks += before && packet.lane == vl ? Blocks(packet.frameBytes) : 0;
        return before;
    });
    return blocks;
}

bool
CreditFlowControl::DoIsLossless(uint8_t vl) const
{
    return vl < GetDataLanes();
}

int64_t
CreditFlowControl::DoGetBlockedPs(uint8_t vl, int64_t nowPs) const
{
    const Lane& lane = GetLane(vl);
    return lane.blockedTotalPs + (lane.blocked ? nowPs - lane.blockedSincePs : 0);
}

std::string
CreditFlowControl::DoDescribeBlock(uint8_t vl) const
{
    const Lane& lane = GetLane(vl);
    return lane.blocked
               ? "without credits (" + std::to_string(GetCredits(vl)) + " blocks left) since " +
                     std::to_string(lane.blockedSincePs / 1000) + " ns"
               : std::string();
}

std::vector<std::string>
CreditFlowControl::DoAudit() const
{
    std::vector<std::string> problems;
    const auto check = [&](bool holds, uint32_t vl, const std::string& what) {
        if (!holds)
        {
            problems.push_back("lane " + std::to_string(vl) + ": " + what);
        }
    };
    const bool lossy = GetPort().GetFabricChannel().IsLossy() || m_down;
    for (uint32_t vl = 0; vl < m_lanes.size(); ++vl)
    {
        const Lane& lane = m_lanes[vl];
        const Lane& far = GetPeer().m_lanes[vl];
        check(lane.occupied == 0, vl, std::to_string(lane.occupied) + " blocks still occupied");
        check(lossy || lane.fctbs == far.abr,
              vl,
              std::to_string(lane.fctbs) + " blocks sent, " + std::to_string(far.abr) +
                  " received");
        check(lossy || lane.fccl + GetPeer().GetUntold(far) == GetPeer().GetFccl(far),
              vl,
              "credits not conserved");
    }
    return problems;
}

} // namespace ns3
