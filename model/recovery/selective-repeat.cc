// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "selective-repeat.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SelectiveRepeat");

NS_OBJECT_ENSURE_REGISTERED(SelectiveRepeat);

static const CopiesAsNew<SelectiveRepeat> g_copiesSelectiveRepeat;

TypeId
SelectiveRepeat::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SelectiveRepeat")
            .SetParent<LossRecovery>()
            .SetGroupName("AiFabric")
            .AddConstructor<SelectiveRepeat>()
            .AddAttribute(
                "WindowBdps",
                "Largest unacknowledged payload, in line rate * base round trip, rounded up to "
                "whole packets; 0: no limit.",
                DoubleValue(1),
                ReadOnce(MakeDoubleAccessor(&SelectiveRepeat::m_windowBdps)),
                MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("ReorderPackets",
                          "A missing packet is lost if a later arrival is more than this number "
                          "of packets plus one ahead of it; for networks that reorder packets.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SelectiveRepeat::m_reorderPackets),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("DetectLostRepeats",
                          "Whether a repeated packet can be found lost again without a timeout.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SelectiveRepeat::m_detectLostRepeats),
                          MakeBooleanChecker());
    return tid;
}

SelectiveRepeat::SelectiveRepeat()
{
    NS_LOG_FUNCTION(this);
    SetSelective();
}

void
SelectiveRepeat::DoStart(const Context& context)
{
    NS_LOG_FUNCTION(this);
    if (m_windowBdps > 0 && context.baseRttPs > 0)
    {
        // Only whole packets are sent: without rounding the window would lose up to one packet.
        const auto bdp = static_cast<double>(BytesInPs(context.baseRttPs, context.lineRatebps));
        const double packets = std::ceil(m_windowBdps * bdp / context.mtuBytes);
        SetWindow(std::max<uint64_t>(1, static_cast<uint64_t>(packets)) * context.mtuBytes);
    }
}

void
SelectiveRepeat::DoNotifySent(uint64_t span)
{
    const uint64_t end = m_next + span;
    if (m_next < m_highest)
    {
        auto missing = std::lower_bound(
            m_missing.begin(),
            m_missing.end(),
            m_next,
            [](const Missing& candidate, uint64_t packet) { return candidate.packet < packet; });
        for (; missing != m_missing.end() && missing->packet < end; ++missing)
        {
            missing->lostBeyond = m_detectLostRepeats ? m_highest : UINT64_MAX;
        }
    }
    m_next = end;
    if (!m_missing.empty())
    {
        m_highest = std::max(m_highest, end);
        ChooseNext();
    }
}

void
SelectiveRepeat::DoNotifyAck()
{
    while (!m_missing.empty() && m_missing.front().packet < m_unacknowledged)
    {
        m_missing.pop_front();
    }
    if (m_next < m_highest)
    {
        ChooseNext();
    }
}

/** Marks all packets from the known ones up to an end as missing. */
void
SelectiveRepeat::AddMissing(uint64_t end, uint64_t lostBeyondOffset)
{
    for (uint64_t packet = std::max(m_known, m_unacknowledged); packet < end; ++packet)
    {
        m_missing.push_back({packet, packet + lostBeyondOffset});
    }
    m_known = std::max(m_known, end);
}

bool
SelectiveRepeat::DoNotifyNak(uint64_t selective, uint64_t /* messageStart */)
{
    if (selective < m_unacknowledged || selective >= m_highest)
    {
        LoseMissing(); // no packet behind the gap was held
    }
    else if (selective >= m_known)
    {
        AddMissing(selective, 1 + uint64_t{m_reorderPackets});
        m_known = selective + 1;
    }
    else
    {
        const auto arrived =
            std::find_if(m_missing.begin(), m_missing.end(), [selective](const Missing& missing) {
                return missing.packet == selective;
            });
        if (arrived != m_missing.end())
        {
            m_missing.erase(arrived);
        }
    }
    ChooseNext();
    return m_next < m_highest;
}

void
SelectiveRepeat::DoNotifyTimeout(uint64_t /* messageStart */)
{
    LoseMissing();
    if (m_unacknowledged < m_highest &&
        (m_missing.empty() || m_missing.front().packet > m_unacknowledged))
    {
        // The packet has come, but its acknowledgement has not.
        m_missing.push_front({m_unacknowledged, 0});
    }
    ChooseNext();
}

/** Marks all packets that are not known to have come as lost. */
void
SelectiveRepeat::LoseMissing()
{
    AddMissing(m_highest, 0);
    for (auto& missing : m_missing)
    {
        missing.lostBeyond = 0;
    }
}

/** Chooses the first lost packet, or the first that was never sent. */
void
SelectiveRepeat::ChooseNext()
{
    m_next = m_highest;
    for (const auto& missing : m_missing)
    {
        if (missing.lostBeyond < m_known)
        {
            m_next = missing.packet;
            return;
        }
    }
}

LossRecovery::Verdict
SelectiveRepeat::DoNotifyArrival(const Arrival& arrival)
{
    if (arrival.packet == m_expected)
    {
        uint64_t expected = arrival.packet + arrival.span;
        auto next = m_held.begin();
        while (next != m_held.end() && *next <= expected)
        {
            expected = std::max(expected, *next + 1);
            ++next;
        }
        m_held.erase(m_held.begin(), next);
        Expect(expected);
        return Verdict::DELIVER;
    }
    if (arrival.packet < m_expected || !arrival.mayBeHeld)
    {
        return Refuse(arrival.packet);
    }
    const auto place = std::lower_bound(m_held.begin(), m_held.end(), arrival.packet);
    if (place == m_held.end() || *place != arrival.packet)
    {
        m_held.insert(place, arrival.packet);
        return Verdict::HOLD;
    }
    return Verdict::DUPLICATE;
}

/**
 * A NAK names arrivals behind a gap. A trimmed packet has not arrived; packets behind it will cause
 * the NAK.
 */
LossRecovery::Verdict
SelectiveRepeat::DoNotifyTrimmed(uint64_t /* packet */)
{
    return Verdict::DISCARD;
}

} // namespace ns3
