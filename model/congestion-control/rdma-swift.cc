// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-swift.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaSwift");

NS_OBJECT_ENSURE_REGISTERED(RdmaSwift);

static const CopiesAsNew<RdmaSwift> g_copiesRdmaSwift;

TypeId
RdmaSwift::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::Swift")
                                          .SetParent<RdmaCongestionControl>()
                                          .SetGroupName("AiFabric")
                                          .AddConstructor<RdmaSwift>(),
                                      Defaults());
    return tid;
}

TypeId
RdmaSwift::AddAttributes(TypeId tid, const Defaults& defaults)
{
    return tid
        .AddAttribute("BaseTarget",
                      "Part of the target delay that is the same for all flows.",
                      TimeValue(MicroSeconds(25)),
                      ReadOnce(MakeTimeAccessor(&RdmaSwift::m_baseTarget)),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("PathScaling",
                      "Part of the target delay per idle round trip of the path.",
                      DoubleValue(1.0),
                      ReadOnce(MakeDoubleAccessor(&RdmaSwift::m_pathScaling)),
                      MakeDoubleChecker<double>(0.0))
        .AddAttribute("FlowScaling",
                      "Largest addition of a small window to the target delay.",
                      TimeValue(defaults.flowScaling),
                      ReadOnce(MakeTimeAccessor(&RdmaSwift::m_flowScaling)),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("FlowScalingMin",
                      "Window in packets up to which all of FlowScaling is added.",
                      DoubleValue(0.1),
                      ReadOnce(MakeDoubleAccessor(&RdmaSwift::m_flowScalingMin)),
                      MakeDoubleChecker<double>(1e-6, 1.0))
        .AddAttribute("FlowScalingMax",
                      "Window in packets from which none of FlowScaling is added.",
                      DoubleValue(100.0),
                      ReadOnce(MakeDoubleAccessor(&RdmaSwift::m_flowScalingMax)),
                      MakeDoubleChecker<double>(1.001))
        .AddAttribute("AdditiveIncrease",
                      "Packets that the window grows by per round trip below the target.",
                      DoubleValue(1.0),
                      MakeDoubleAccessor(&RdmaSwift::m_additiveIncrease),
                      MakeDoubleChecker<double>(0.0))
        .AddAttribute("Beta",
                      "Multiplicative decrease per relative excess of the delay.",
                      DoubleValue(0.8),
                      MakeDoubleAccessor(&RdmaSwift::m_beta),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("MaxDecrease",
                      "Largest fraction of the window that one decrease takes.",
                      DoubleValue(0.5),
                      MakeDoubleAccessor(&RdmaSwift::m_maxDecrease),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("InitialWindow",
                      "Window at the start, in packets; 0: the bandwidth-delay product.",
                      DoubleValue(defaults.initialWindow),
                      ReadOnce(MakeDoubleAccessor(&RdmaSwift::m_initialWindow)),
                      MakeDoubleChecker<double>(0.0))
        .AddAttribute("MinWindow",
                      "Smallest window, in packets.",
                      DoubleValue(defaults.minWindow),
                      MakeDoubleAccessor(&RdmaSwift::m_minWindow),
                      MakeDoubleChecker<double>(1e-6, 1.0))
        .AddAttribute("MaxWindow",
                      "Largest window, in packets; 0: the payload of the line rate in the target "
                      "delay.",
                      DoubleValue(defaults.maxWindow),
                      ReadOnce(MakeDoubleAccessor(&RdmaSwift::m_maxWindowPackets)),
                      MakeDoubleChecker<double>(0.0))
        .AddAttribute("RetransmitReset",
                      "Number of consecutive timeouts from which the window is the smallest.",
                      UintegerValue(5),
                      MakeUintegerAccessor(&RdmaSwift::m_retransmitReset),
                      MakeUintegerChecker<uint32_t>(1));
}

void
RdmaSwift::DoStart()
{
    NS_LOG_FUNCTION(this);
    const CongestionContext& context = GetContext();
    m_fixedTargetPs = m_baseTarget.GetPicoSeconds() + m_pathScaling * context.baseRttPs;
    m_flowRangePs = static_cast<double>(m_flowScaling.GetPicoSeconds());
    m_flowAlphaPs =
        m_flowRangePs / (1 / std::sqrt(m_flowScalingMin) - 1 / std::sqrt(m_flowScalingMax));
    m_flowBetaPs = -m_flowAlphaPs / std::sqrt(m_flowScalingMax);
    const auto carried = [&context](double durationPs) {
        return durationPs * context.lineRatebps / (8.0 * PS_PER_SECOND) / context.mtuBytes;
    };
    m_maxWindow =
        std::max(1.0, m_maxWindowPackets > 0 ? m_maxWindowPackets : carried(m_fixedTargetPs));
    m_window = std::clamp(m_initialWindow > 0 ? m_initialWindow : carried(context.baseRttPs),
                          m_initialWindow > 0 ? m_minWindow : 1.0,
                          m_maxWindow);
    m_limit = m_maxWindow;
    m_rttPs = std::max<int64_t>(context.baseRttPs, 1);
    m_decreased = false;
    PublishWindow(context.nowPs);
}

double
RdmaSwift::GetTargetPs() const
{
    return m_fixedTargetPs +
           std::clamp(m_flowAlphaPs / std::sqrt(m_window) + m_flowBetaPs, 0.0, m_flowRangePs);
}

CongestionNeeds
RdmaSwift::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.acknowledgements = true;
    needs.delay = true;
    return needs;
}

void
RdmaSwift::DoNotifyAck(const AckEvent& event)
{
    Update(event, event.rttPs);
    PublishWindow(event.nowPs);
}

void
RdmaSwift::Update(const AckEvent& event, int64_t delayPs)
{
    m_rttPs = std::max<int64_t>(event.rttPs, 1);
    const double targetPs = GetTargetPs();
    const auto delay = static_cast<double>(std::max<int64_t>(delayPs, 1));
    if (delay < targetPs)
    {
        const double packets = static_cast<double>(event.ackedBytes) / GetContext().mtuBytes;
        m_window += m_additiveIncrease * packets / std::max(1.0, m_window);
    }
    else if (MayDecrease(event.nowPs))
    {
        Decrease(event.nowPs, std::max(1 - m_beta * (delay - targetPs) / delay, 1 - m_maxDecrease));
    }
}

void
RdmaSwift::DoNotifyLoss(const LossEvent& event)
{
    if (event.timeouts >= m_retransmitReset)
    {
        Decrease(event.nowPs, 0);
    }
    else if (MayDecrease(event.nowPs))
    {
        Decrease(event.nowPs, 1 - m_maxDecrease);
    }
    PublishWindow(event.nowPs);
}

bool
RdmaSwift::MayDecrease(int64_t nowPs) const
{
    return !m_decreased || nowPs - m_decreasedPs >= m_rttPs;
}

void
RdmaSwift::Decrease(int64_t nowPs, double factor)
{
    m_window *= factor;
    m_decreased = true;
    m_decreasedPs = nowPs;
}

void
RdmaSwift::PublishWindow(int64_t nowPs)
{
    m_window = std::clamp(m_window, m_minWindow, m_maxWindow);
    const double window = std::min(m_window, m_limit);
    const double mtuBytes = GetContext().mtuBytes;
    if (window >= 1)
    {
        SetWindow(static_cast<uint64_t>(window * mtuBytes));
        SetRate(nowPs, GetContext().lineRatebps);
        return;
    }
    SetPacedWindow(nowPs, window * mtuBytes, m_rttPs);
    SetWindow(GetContext().mtuBytes);
}

} // namespace ns3
