// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "credit-flow-control.h"

#include "fabric-net-device.h"
#include "infini-band-rate.h"
#include "port-name.h"

#include "ns3/byte-image.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CreditFlowControl");

namespace
{

constexpr uint32_t MANAGEMENT = 1U << MANAGEMENT_LANE; // bit of a backlog

} // namespace

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
                          "Bytes that one credit stands for, at least 16; 0: 64, doubled until "
                          "2048 credits hold the larger buffer of the two ends.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::SetBlockBytes,
                                                        &CreditFlowControl::GetBlockBytesSet)),
                          MakeUintegerChecker<uint32_t>(0, CreditSizes::MAX_BLOCK_BYTES))
            .AddAttribute("BufferBytes",
                          "Input buffer of each virtual lane in bytes; 0: the size that full rate "
                          "needs, which is four packets and twice the loop of cable and pipeline, "
                          "at most 2048 blocks. A larger buffer advertises only 2048 blocks.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::SetBufferBytes,
                                                        &CreditFlowControl::GetBufferBytes)),
                          MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 32))
            .AddAttribute("DataLanes",
                          "Virtual lanes with a buffer and credits each: 1, 2, 4, 8 or 15.",
                          UintegerValue(8),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::SetLanesForData,
                                                        &CreditFlowControl::GetLanesForData)),
                          MakeUintegerChecker<uint32_t>(1, MAX_DATA_LANES))
            .AddAttribute("ManagementBytes",
                          "Input buffer of lane 15 in bytes; the lane has no credits, and packets "
                          "without room are dropped. The standard only requires the buffer.",
                          UintegerValue(4096),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::m_managementBytes)),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("UpdateBlocks",
                          "Credits that a lane gains before the sender is told; 0: an eighth of "
                          "the credits that the buffer can advertise. The standard leaves it "
                          "open; an eighth of 128 KiB is 0.33 us at 400 Gb/s, where Mellanox's "
                          "flit simulator tells every 0.256 to 13 us.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::SetUpdateBlocks,
                                                        &CreditFlowControl::GetUpdateBlocks)),
                          MakeUintegerChecker<uint32_t>(0, MAX_CREDITS))
            .AddAttribute("UpdateInterval",
                          "Longest time until the sender is told of a change; 0: 65,536 symbol "
                          "times of a link with this number of Lanes.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&CreditFlowControl::m_updateInterval)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Lanes",
                          "Number of lanes that share the rate of the link: 1, 2, 4, 8 or 12. "
                          "Only the symbol time depends on it.",
                          UintegerValue(4),
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::m_lanesOfLink)),
                          MakeUintegerChecker<uint32_t>(1, 12))
            .AddAttribute(
                "CreditWireBytes",
                "Length of a flow control packet on the wire with its delimiters, in bytes.",
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

std::optional<CreditLoop>
CreditFlowControl::DoGetLoop() const
{
    return m_sizes.GetLoop(GetPort(), m_creditWireBytes, m_updateIntervalPs);
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
                         "; expected 0, or 16 to " + std::to_string(CreditSizes::MAX_BLOCK_BYTES));
    }
    m_sizes.blockBytes = bytes;
}

uint32_t
CreditFlowControl::GetBlockBytes() const
{
    return m_sizes.blockBytes ? m_sizes.blockBytes
                              : m_sizes.GetBlockBytes(GetPort(), GetPeer().m_sizes);
}

uint64_t
CreditFlowControl::DoGetReservedBytes() const
{
    return m_sizes.bufferBytes ? m_sizes.bufferBytes
                               : m_sizes.GetReservedBytes(GetPort(), GetPeer().m_sizes);
}

void
CreditFlowControl::DoStart()
{
    const auto* peer =
        dynamic_cast<const CreditFlowControl*>(&GetPort().GetPeer()->GetFlowControl());
    if (!peer)
    {
        throw InputError("CreditFlowControl: both ends of a link need this flow control");
    }
    const uint32_t node = GetPort().GetNode()->GetId();
    m_refresh->SetContext(node);
    m_promise->SetContext(node);
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
    m_sizes.Fix(GetPort(), peer->m_sizes);
    const uint64_t peerBytes = peer->m_sizes.GetReservedBytes(peer->GetPort(), m_sizes);
    CreditLane lane;
    lane.fccl = std::min<uint64_t>(peerBytes / m_sizes.blockBytes, MAX_CREDITS);
    lane.told = m_sizes.GetAdvertised();
    m_allCredits = lane.fccl;
    m_lanes.assign(GetDataLanes(), lane);
}

const CreditFlowControl&
CreditFlowControl::GetPeer() const
{
    return static_cast<const CreditFlowControl&>(GetPort().GetPeer()->GetFlowControl());
}

uint32_t
CreditFlowControl::GetCredits(uint8_t vl) const
{
    return GetLane(vl).GetCredits();
}

uint32_t
CreditFlowControl::DoGetEligible(uint32_t backlog,
                                 const std::vector<PacketFifo>& queues,
                                 int64_t nowPs)
{
    // Usually there is one lane, in unchanged state: nothing to note.
    if ((backlog & (backlog - 1)) == 0 && backlog < MANAGEMENT && !m_down)
    {
        const uint32_t vl = __builtin_ctz(backlog);
        const CreditLane& lane = m_lanes[vl];
        if (lane.MaySend(Blocks(queues[vl].Front().frameBytes)))
        {
            if (!lane.block.isBlocked)
            {
                return backlog;
            }
        }
        else if (lane.block.isBlocked)
        {
            return 0;
        }
    }
    return FindEligible(backlog, queues, nowPs);
}

[[gnu::noinline]] uint32_t
CreditFlowControl::FindEligible(uint32_t backlog,
                                const std::vector<PacketFifo>& queues,
                                int64_t nowPs)
{
    if (m_down)
    {
        return backlog;
    }
    uint32_t eligible = backlog & MANAGEMENT;
    for (uint32_t rest = backlog & ~MANAGEMENT; rest; rest &= rest - 1)
    {
        const uint32_t vl = __builtin_ctz(rest);
        CreditLane& lane = m_lanes[vl];
        const uint32_t need = Blocks(queues[vl].Front().frameBytes);
        if (lane.MaySend(need))
        {
            eligible |= 1U << vl;
            if (lane.block.isBlocked)
            {
                lane.block.End(nowPs);
                NS_LOG_LOGIC(PortName(GetPort()) << " lane " << vl << ": has credits after "
                                                 << (nowPs - lane.block.sincePs) / 1000 << " ns");
            }
        }
        else if (!lane.block.isBlocked)
        {
            lane.block.Begin(nowPs);
            NS_LOG_LOGIC(PortName(GetPort())
                         << " lane " << vl << ": stalls, needs " << need
                         << " blocks and has credits for " << lane.GetCredits());
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
    if (vl < m_lanes.size())
    {
        m_lanes[vl].block.End(nowPs);
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
    if (GetPort().GetWire().IsLossy())
    {
        ScheduleRefresh(nowPs);
    }
}

inline void
CreditFlowControl::TellOrWait(uint8_t vl, int64_t nowPs)
{
    CreditLane& lane = m_lanes[vl];
    const uint32_t gained = m_down ? 0 : GetUntold(lane);
    if (gained >= m_sizes.updateBlocks)
    {
        Tell(vl, nowPs);
    }
    else if (lane.untoldSincePs == NEVER_PS && gained > 0)
    {
        lane.untoldSincePs = nowPs;
        m_untoldLanes |= 1U << vl;
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
    CreditLane& lane = m_lanes[vl];
    lane.abr += Blocks(frameBytes);
    lane.occupied += Blocks(frameBytes);
    if (m_sizes.bufferBlocks > MAX_CREDITS)
    {
        TellOrWait(vl, nowPs); // room that could not be advertised replaces the room of the packet
    }
}

void
CreditFlowControl::DoNotifyFreed(uint8_t vl, uint32_t frameBytes, BufferSignal, int64_t nowPs)
{
    if (vl == MANAGEMENT_LANE)
    {
        return;
    }
    CreditLane& lane = m_lanes[vl];
    lane.occupied -= Blocks(frameBytes);
    lane.freePs = std::max(lane.freePs, nowPs);
    TellOrWait(vl, nowPs);
}

/** All credit of a lane is sent, or will be; without credit to send there is nothing to refresh. */
inline void
CreditFlowControl::NoteTold(uint8_t vl)
{
    m_lanes[vl].untoldSincePs = NEVER_PS;
    m_untoldLanes &= ~(1U << vl);
    if (m_untoldLanes == 0 && !GetPort().GetWire().IsLossy())
    {
        m_refresh->Clear();
    }
}

/**
 * Sends credits for all room, as soon as that is free.
 *
 * @param nowPs time at which it is free, now or later, in ps
 */
void
CreditFlowControl::Tell(uint8_t vl, int64_t nowPs)
{
    CreditLane& lane = m_lanes[vl];
    if (lane.promisedPs != NEVER_PS)
    {
        NoteTold(vl);
        return; // further credits are considered when the promised ones are sent
    }
    if (lane.freePs <= GetPort().GetClock().ToPs(NowTicks()))
    {
        SendCredit(vl, lane.GetFccl(m_sizes.bufferBlocks), nowPs);
        return;
    }
    lane.promised = lane.GetFccl(m_sizes.bufferBlocks);
    lane.promisedPs = lane.freePs;
    m_promisedLanes |= 1U << vl;
    NoteTold(vl);
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
    for (uint32_t rest = m_promisedLanes; rest; rest &= rest - 1)
    {
        const auto vl = static_cast<uint8_t>(__builtin_ctz(rest));
        CreditLane& lane = m_lanes[vl];
        const int64_t promisedPs = lane.promisedPs;
        if (promisedPs <= nowPs)
        {
            lane.promisedPs = NEVER_PS;
            m_promisedLanes &= ~(1U << vl);
            SendCredit(vl, lane.promised, promisedPs);
            TellOrWait(vl, promisedPs);
        }
    }
    int64_t nextPs = NEVER_PS;
    for (uint32_t rest = m_promisedLanes; rest; rest &= rest - 1)
    {
        nextPs = std::min(nextPs, m_lanes[__builtin_ctz(rest)].promisedPs);
    }
    if (nextPs != NEVER_PS)
    {
        m_promise->Schedule(clock.ToTicks(nextPs));
    }
}

void
CreditFlowControl::SendCredit(uint8_t vl, uint32_t fccl, int64_t nowPs)
{
    CreditLane& lane = m_lanes[vl];
    lane.told = fccl;
    NoteTold(vl);
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = m_kind;
    packet->frameBytes = CREDIT_PACKET_BYTES;
    packet->As<CreditPacket>() = {static_cast<uint16_t>(lane.fctbs & CreditLane::COUNTER_MASK),
                                  static_cast<uint16_t>(lane.told & CreditLane::COUNTER_MASK),
                                  vl,
                                  false,
                                  false};
    packet->wireBytes = m_creditWireBytes;
    if (GetPort().GetWire().IsLossy())
    {
        packet->As<CreditPacket>().repeats = true;
        packet->As<CreditPacket>().asks = LacksCredits(lane) || !m_isHeard;
        ScheduleRefresh(nowPs); // this packet may be lost as well
    }
    GetPort().SendControl(std::move(packet), nowPs);
}

void
CreditFlowControl::ScheduleRefresh(int64_t nowPs)
{
    const int64_t ticks = GetPort().GetClock().ToTicks(nowPs + m_updateIntervalPs);
    if (!m_refresh->IsPending() || ticks < m_refresh->GetDeadline())
    {
        m_refresh->Schedule(ticks);
    }
}

void
CreditFlowControl::Refresh()
{
    const int64_t nowPs = GetPort().GetClock().ToPs(NowTicks());
    const bool asked = std::exchange(m_isAsked, false);
    const bool repeats =
        GetPort().GetWire().IsLossy() && !m_down &&
        (asked || !m_isHeard || std::any_of(m_lanes.begin(), m_lanes.end(), [this](auto& lane) {
             return LacksCredits(lane);
         }));
    int64_t nextPs = repeats ? nowPs : NEVER_PS;
    for (uint8_t vl = 0; vl < m_lanes.size(); ++vl)
    {
        const CreditLane& lane = m_lanes[vl];
        if (nowPs - lane.untoldSincePs >= m_updateIntervalPs || (repeats && lane.IsUsed()))
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

/** The packets on the wire may be the last that would have carried credits. */
void
CreditFlowControl::DoNotifyLossy(int64_t nowPs)
{
    if (std::any_of(m_lanes.begin(), m_lanes.end(), [](auto& lane) { return lane.IsUsed(); }))
    {
        ScheduleRefresh(nowPs);
    }
}

void
CreditFlowControl::DoNotifyLink(bool down, int64_t nowPs)
{
    m_down = down;
    m_promisedLanes = 0;
    m_untoldLanes = 0;
    const CreditFlowControl& peer = GetPeer();
    for (uint8_t vl = 0; vl < m_lanes.size(); ++vl)
    {
        EndBlock(vl, nowPs);
        CreditLane& lane = m_lanes[vl];
        const CreditLane& far = peer.m_lanes[vl];
        lane.untoldSincePs = NEVER_PS;
        lane.promisedPs = NEVER_PS;
        if (!down)
        {
            lane.abr = far.fctbs;
            lane.told = lane.GetFccl(m_sizes.bufferBlocks);
            lane.fccl =
                lane.fctbs + std::min(peer.m_sizes.bufferBlocks - far.occupied, MAX_CREDITS);
        }
    }
}

void
CreditFlowControl::DoReceiveControl(const FabricPacket& packet)
{
    const auto& credit = packet.As<CreditPacket>(); // Start() has checked the kind
    CreditLane& lane = m_lanes[credit.vl];
    uint32_t lost = (credit.fctbs - lane.abr) & CreditLane::COUNTER_MASK;
    if (lost > 0)
    {
        // Frames that link-level retry sends again are not lost.
        const auto retry = GetPort().GetRetry();
        lost = retry && retry->LacksFrames()
                   ? 0
                   : lane.CountLost(credit.fctbs, CountInPipeline(packet));
    }
    if (lost > 0)
    {
        NS_LOG_INFO(PortName(GetPort()) << " lane " << +credit.vl << ": gives back credits "
                                        << "of " << lost << " blocks that were lost on the link");
        lane.abr += lost; // lost blocks count as received and freed
        TellOrWait(credit.vl, packet.readyPs);
    }
    if (lane.RaiseLimit(credit.fccl))
    {
        GetPort().Kick(packet.readyPs);
    }
    if (credit.repeats)
    {
        m_isHeard = true;
        if (credit.asks)
        {
            m_isAsked = true;
            ScheduleRefresh(packet.readyPs);
        }
    }
}

/**
 * @return blocks of its lane that arrived before a flow control packet and have not been delivered
 * yet
 */
uint32_t
CreditFlowControl::CountInPipeline(const FabricPacket& credit) const
{
    const FabricNetDevice& port = GetPort();
    const uint8_t vl = credit.As<CreditPacket>().vl;
    uint32_t blocks = 0;
    port.GetWire().ForEachInFlight(1 - port.GetSide(), [&](const FabricPacket& packet) {
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
    return GetLane(vl).block.GetTotalPs(nowPs);
}

std::string
CreditFlowControl::DoDescribeBlock(uint8_t vl) const
{
    const CreditLane& lane = GetLane(vl);
    return lane.block.isBlocked
               ? "without credits (" + std::to_string(GetCredits(vl)) + " blocks left) since " +
                     std::to_string(lane.block.sincePs / 1000) + " ns"
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
    const bool lossy = GetPort().GetWire().IsLossy() || m_down;
    for (uint32_t vl = 0; vl < m_lanes.size(); ++vl)
    {
        const CreditLane& lane = m_lanes[vl];
        const CreditLane& far = GetPeer().m_lanes[vl];
        check(lane.occupied == 0, vl, std::to_string(lane.occupied) + " blocks still occupied");
        check(lossy || lane.fctbs == far.abr,
              vl,
              std::to_string(lane.fctbs) + " blocks sent, " + std::to_string(far.abr) +
                  " received");
        check(lossy || lane.fccl + GetPeer().GetUntold(far) ==
                           far.GetFccl(GetPeer().m_sizes.bufferBlocks),
              vl,
              "credits not conserved");
    }
    return problems;
}

void
CreditFlowControl::DoSaveForPeer(std::string& to) const
{
    SaveValues(to, m_lanes);
}

void
CreditFlowControl::DoLoadForPeer(const char*& from)
{
    m_lanes = LoadValues<CreditLane>(from);
}

} // namespace ns3
