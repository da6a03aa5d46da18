// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Attributes of a CreditFlowControl and the sizes of blocks and buffers derived from them; its work
// with packets is in credit-flow-control.cc.

#include "credit-flow-control.h"
#include "fabric-net-device.h"
#include "infini-band-rate.h"

#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CreditFlowControl);

namespace
{

/** @return largest size of a block, in bytes */
constexpr uint32_t MAX_BLOCK_BYTES = 65'536;

} // namespace

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
                          MakeUintegerChecker<uint32_t>(0, MAX_BLOCK_BYTES))
            .AddAttribute("BufferBytes",
                          "Input buffer of each virtual lane in bytes; 0: the size that full rate "
                          "needs, which is four packets and twice the loop of cable and pipeline, "
                          "at most 2048 blocks. A larger buffer advertises only 2048 blocks.",
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
                          ReadOnce(MakeUintegerAccessor(&CreditFlowControl::m_updateBlocks)),
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

/** @return wanted buffer in bytes, without the limit of advertised credits */
uint64_t
CreditFlowControl::GetWantedBytes() const
{
    return m_bufferBytes ? m_bufferBytes : GetFullRateBytes();
}

/** @return buffer, in bytes, that keeps the wire busy */
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
    return {advertised / packetBlocks,
            told,
            GetFullRateBytes(),
            SerializationPs(packetBytes, port.GetRatebps()),
            SerializationPs(m_creditWireBytes, port.GetRatebps()) + 2 * port.GetDelayPs() +
                port.GetLatencyPs(),
            m_updateIntervalPs};
}

double
CreditFlowControl::Loop::GetShare() const
{
    constexpr uint64_t FIRST_WINDOWS = 20; // after these the schedule repeats, or nearly
    constexpr uint64_t WINDOWS = 200;
    if (static_cast<int64_t>(packets - std::min(packets, told)) * packetPs >= restPs)
    {
        return 1; // the credits of the first packet return before the last packet is gone
    }

    struct Answer
    {
        int64_t timePs; // time at the sender
        uint64_t packets;
    };

    std::deque<Answer> answers;
    uint64_t credits = packets;
    uint64_t gained = 0;      // credits not sent yet
    int64_t gainedFromPs = 0; // time of the first of them
    const auto tell = [&](int64_t timePs) {
        answers.push_back({timePs + restPs, std::exchange(gained, 0)});
    };
    int64_t nowPs = 0;
    int64_t beginPs = 0;
    for (uint64_t packet = 0; packet < (FIRST_WINDOWS + WINDOWS) * packets; ++packet)
    {
        while (!answers.empty() && (credits == 0 || answers.front().timePs <= nowPs))
        {
            nowPs = std::max(nowPs, answers.front().timePs);
            credits += answers.front().packets;
            answers.pop_front();
        }
        beginPs = packet == FIRST_WINDOWS * packets ? nowPs : beginPs;
        --credits;
        nowPs += packetPs; // the packet has arrived; restPs has the rest
        if (gained > 0 && gainedFromPs + intervalPs < nowPs)
        {
            tell(gainedFromPs + intervalPs);
        }
        gainedFromPs = gained == 0 ? nowPs : gainedFromPs;
        if (++gained >= told)
        {
            tell(nowPs);
        }
    }
    return static_cast<double>(static_cast<int64_t>(WINDOWS * packets) * packetPs) /
           static_cast<double>(nowPs - beginPs);
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
        throw InputError("CreditFlowControl: BufferBytes must hold one packet: at least " +
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
    // A sender that lacks credits for one packet must always be sent the credits that will free it.
    m_updateBlocks = std::min(m_updateBlocks, std::max(1U, advertised - largest));
    const auto peerBlocks = peer->DoGetReservedBytes() / m_blockBytes;
    CreditLane lane;
    lane.fccl = std::min<uint64_t>(peerBlocks, MAX_CREDITS);
    lane.told = advertised;
    m_allCredits = lane.fccl;
    m_lanes.assign(GetDataLanes(), lane);
}

} // namespace ns3
