// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fecn-marker.h"

#include "ns3/fabric-net-device.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FecnMarker");

NS_OBJECT_ENSURE_REGISTERED(FecnMarker);

TypeId
FecnMarker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FecnMarker")
            .SetParent<EcnMarker>()
            .SetGroupName("AiFabric")
            .AddConstructor<FecnMarker>()
            .AddAttribute(
                "Threshold",
                "Queue from which packets are marked: 0 never, 1 at 15/16 of MaxQueueBytes, 15 "
                "at 1/16 of it.",
                UintegerValue(15),
                MakeUintegerAccessor(&FecnMarker::SetThreshold, &FecnMarker::GetThreshold),
                MakeUintegerChecker<uint8_t>(0, 15))
            .AddAttribute(
                "MaxQueueBytes",
                "Queue of a virtual lane of an egress port that Threshold is a fraction of, in "
                "bytes. Default: 2048 credits of 64 B.",
                UintegerValue(131'072),
                MakeUintegerAccessor(&FecnMarker::SetMaxQueueBytes, &FecnMarker::GetMaxQueueBytes),
                MakeUintegerChecker<uint64_t>(16, 1ULL << 40))
            .AddAttribute("PacketSize",
                          "Length of the shortest frame that is marked, in credits of 64 B; 0: "
                          "all frames are marked.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FecnMarker::m_packetSize),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("MarkingRate",
                          "Mean number of eligible packets between two marked ones; 0: every one "
                          "is marked.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FecnMarker::m_markingRate),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute(
                "VictimMask",
                "Ports that mark packets even without credits, in hexadecimal: bit n is port n "
                "of InfiniBand, which counts a switch's ports from 1.",
                StringValue("0x0"),
                MakeStringAccessor(&FecnMarker::SetVictimMask, &FecnMarker::GetVictimMask),
                MakeStringChecker());
    return tid;
}

/** Computes the threshold from the two attributes. */
void
FecnMarker::SetThresholdBytes()
{
    m_thresholdBytes = ((16U - m_threshold) * m_maxQueueBytes + 15) / 16;
}

void
FecnMarker::SetThreshold(uint8_t threshold)
{
    NS_LOG_FUNCTION(this << +threshold);
    m_threshold = threshold;
    SetThresholdBytes();
}

uint8_t
FecnMarker::GetThreshold() const
{
    return m_threshold;
}

void
FecnMarker::SetMaxQueueBytes(uint64_t bytes)
{
    NS_LOG_FUNCTION(this << bytes);
    m_maxQueueBytes = bytes;
    SetThresholdBytes();
}

uint64_t
FecnMarker::GetMaxQueueBytes() const
{
    return m_maxQueueBytes;
}

void
FecnMarker::SetVictimMask(std::string mask)
{
    NS_LOG_FUNCTION(this << mask);
    constexpr uint32_t DIGITS = MASK_BITS / 4;
    const size_t begin = mask.find_first_not_of('0', mask.rfind("0x", 0) == 0 ? 2 : 0);
    const std::string digits = begin == std::string::npos ? "" : mask.substr(begin);
    if (mask.empty() || digits.size() > DIGITS ||
        digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
    {
        throw InputError("FecnMarker VictimMask \"" + mask +
                         "\": expected up to 64 hexadecimal digits, such as 0x1FFFFFFFFE");
    }
    m_victimMask.reset();
    for (const char digit : digits)
    {
        m_victimMask <<= 4;
        m_victimMask |= std::bitset<MASK_BITS>(std::stoul(std::string(1, digit), nullptr, 16));
    }
}

std::string
FecnMarker::GetVictimMask() const
{
    std::string digits;
    for (uint32_t bit = MASK_BITS; bit > 0; bit -= 4)
    {
        const auto digit = ((m_victimMask >> (bit - 4)) & std::bitset<MASK_BITS>(15)).to_ulong();
        if (digit > 0 || !digits.empty() || bit == 4)
        {
            digits += "0123456789ABCDEF"[digit];
        }
    }
    return "0x" + digits;
}

bool
FecnMarker::HasLackedCredits(const MarkingEvent& event)
{
    const uint8_t vl = event.packet->lane;
    const size_t index = size_t{event.port->GetPortNumber()} * LANE_COUNT + vl;
    if (index >= m_lanes.size())
    {
        m_lanes.resize(index + 1);
    }
    Lane& lane = m_lanes[index];
    const int64_t blockedPs = event.port->GetFlowControl().GetBlockedPs(vl, event.nowPs);
    if (blockedPs > lane.blockedPs)
    {
        lane = {blockedPs, event.nowPs};
    }
    return lane.blockedPs > 0 && lane.lackedAtPs >= event.packet->readyPs;
}

bool
FecnMarker::DoShouldMark(const MarkingEvent& event)
{
    // Called for every packet, marked or not, because the call records lack of credits.
    const bool victim = HasLackedCredits(event);
    if (m_threshold == 0 || event.queueBytes < m_thresholdBytes ||
        event.packet->frameBytes < m_packetSize * CREDIT_BYTES)
    {
        return false;
    }
    const uint32_t number = event.port->GetPortNumber() + 1U;
    if (victim && (number >= MASK_BITS || !m_victimMask[number]))
    {
        return false;
    }
    return m_markingRate == 0 || GetRandom(event).GetInteger(0, m_markingRate) == 0;
}

bool
FecnMarker::DoCanMark() const
{
    return m_threshold > 0;
}

int64_t
FecnMarker::DoAssignStreams(int64_t stream)
{
    AssignPortStreams(stream);
    return 1;
}

} // namespace ns3
