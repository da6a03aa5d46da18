// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graded-path-selector.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GradedPathSelector);

TypeId
GradedPathSelector::GetTypeId()
{
    const auto share = MakeDoubleChecker<double>(0, 1);
    static TypeId tid =
        TypeId("ns3::GradedPathSelector")
            .SetParent<PathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<GradedPathSelector>()
            .AddAttribute("QueueBytes",
                          "Length of a full queue; LowQueue, MiddleQueue and HighQueue are "
                          "fractions of it.",
                          UintegerValue(400'000),
                          MakeUintegerAccessor(&GradedPathSelector::m_queueBytes),
                          MakeUintegerChecker<uint64_t>(1, 1ULL << 40))
            .AddAttribute("LowQueue",
                          "Fraction of QueueBytes from which a queue has the second grade; "
                          "default of htsim, as for MiddleQueue and HighQueue.",
                          DoubleValue(0.05),
                          MakeDoubleAccessor(&GradedPathSelector::m_lowQueue),
                          share)
            .AddAttribute("MiddleQueue",
                          "Fraction of QueueBytes from which a queue has the third grade.",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&GradedPathSelector::m_middleQueue),
                          share)
            .AddAttribute("HighQueue",
                          "Fraction of QueueBytes from which a queue has the last grade.",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&GradedPathSelector::m_highQueue),
                          share)
            .AddAttribute("LowUse",
                          "Fraction of its rate from which a link has the third grade of use; an "
                          "idle link has the first. Default of htsim.",
                          DoubleValue(0.15),
                          MakeDoubleAccessor(&GradedPathSelector::m_lowUse),
                          share)
            .AddAttribute("HighUse",
                          "Fraction of its rate from which a link has the last grade of use.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&GradedPathSelector::m_highUse),
                          share)
            .AddAttribute("Interval",
                          "Time between two discounts of a link's use; with Discount, a memory "
                          "of about 30 us, the window of htsim.",
                          TimeValue(MicroSeconds(6)),
                          MakeTimeAccessor(&GradedPathSelector::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Discount",
                          "Fraction of the use of a link that each discount removes, alpha of "
                          "CONGA.",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&GradedPathSelector::m_discount),
                          MakeDoubleChecker<double>(0.001, 1))
            .AddAttribute("Seed",
                          "Seed of the draws among equal ports, combined with the seed of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&GradedPathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

/** @return grade of a port; lower is better */
uint32_t
GradedPathSelector::Grade(uint16_t number, uint8_t lane, int64_t nowPs)
{
    const FabricNetDevice& port = GetPort(number);
    const LinkFlowControl& flowControl = port.GetFlowControl();
    // With lanes and InputArbiters it depends on the packet whether the port may send.
    const bool stands = flowControl.SeesEveryPacket()
                            ? (port.GetBacklog() >> lane & 1) && port.GetBusyUntilPs() <= nowPs
                            : !flowControl.IsOpen(lane);
    const double queue =
        static_cast<double>(port.GetQueueBytes(lane)) / static_cast<double>(m_queueBytes);
    const uint32_t queueGrade = static_cast<uint32_t>(queue >= m_lowQueue) +
                                static_cast<uint32_t>(queue >= m_middleQueue) +
                                static_cast<uint32_t>(queue >= m_highQueue);
    // After many intervals the effect of one packet is negligible.
    constexpr double IDLE = 1e-3;
    const double use =
        m_uses[number].Update(port, nowPs, {m_interval.GetPicoSeconds(), m_discount});
    const uint32_t useGrade = static_cast<uint32_t>(use > IDLE) +
                              static_cast<uint32_t>(use >= m_lowUse) +
                              static_cast<uint32_t>(use >= m_highUse);
    return static_cast<uint32_t>(stands) << 4 | queueGrade << 2 | useGrade;
}

uint16_t
GradedPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    const int64_t nowPs = packet.readyPs;
    if (m_uses.size() <= ports.back())
    {
        m_uses.resize(ports.back() + 1U);
    }
    m_best.clear();
    uint32_t least = UINT32_MAX;
    for (const uint16_t port : ports)
    {
        const uint32_t grade = Grade(port, packet.lane, nowPs);
        if (grade < least)
        {
            least = grade;
            m_best.clear();
        }
        if (grade == least)
        {
            m_best.push_back(port);
        }
    }
    return m_best[Pick(Draw(packet, m_seed), m_best.size())];
}

bool
GradedPathSelector::DoKeepsOrder() const
{
    return false;
}

} // namespace ns3
