// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nscc.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Nscc");

NS_OBJECT_ENSURE_REGISTERED(Nscc);

static const CopiesAsNew<Nscc> g_copiesNscc;

namespace
{

// The network for which the constants hold.
constexpr double REFERENCE_BPS = 100e9;
constexpr double REFERENCE_RTT_PS = 12e6;

} // namespace

TypeId
Nscc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Nscc")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<Nscc>()
            .AddAttribute("TargetDelay",
                          "Target of the queueing delay; 0: TargetScaling decides.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&Nscc::m_targetDelay)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("TargetScaling",
                          "Target of the queueing delay, in Tn: 0.75 if switches trim, 1 if they "
                          "drop.",
                          DoubleValue(0.75),
                          ReadOnce(MakeDoubleAccessor(&Nscc::m_targetScaling)),
                          MakeDoubleChecker<double>(0.001))
            .AddAttribute("NetworkRtt",
                          "Tn, the longest idle round trip of the network, by which constants "
                          "scale; 0: that of the flow's path.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&Nscc::m_networkRtt)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ProportionalIncrease",
                          "Increase below the target, in packets per round trip of 12 us.",
                          DoubleValue(4),
                          MakeDoubleAccessor(&Nscc::m_proportionalIncrease),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("FairIncrease",
                          "Increase above the target without a mark, in packets per window.",
                          DoubleValue(5),
                          MakeDoubleAccessor(&Nscc::m_fairIncrease),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("Eta",
                          "Increase per round trip in any case, in packets.",
                          DoubleValue(0.15),
                          MakeDoubleAccessor(&Nscc::m_eta),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("FastIncrease",
                          "Increase of an idle path, over the bytes acknowledged.",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&Nscc::m_fastIncrease),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("FastDelay",
                          "Queueing delay below which a path is idle.",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&Nscc::m_fastDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Gamma",
                          "Decrease per relative excess of the average delay.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&Nscc::m_gamma),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("MaxDecrease",
                          "Largest fraction of the window that one decrease takes.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&Nscc::m_maxDecrease),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("DelayWeight",
                          "Weight of a new delay in the average.",
                          DoubleValue(0.0125),
                          MakeDoubleAccessor(&Nscc::m_delayWeight),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("QuickThreshold",
                          "Quick adaptation requires a delay above this number of targets.",
                          DoubleValue(4),
                          MakeDoubleAccessor(&Nscc::m_quickThreshold),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("QuickGate",
                          "Quick adaptation requires less delivered payload than the largest "
                          "window divided by 2^QuickGate.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&Nscc::m_quickGate),
                          MakeUintegerChecker<uint32_t>(0, 32))
            .AddAttribute("AdjustPackets",
                          "Full packets that are acknowledged before increases take effect.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&Nscc::m_adjustPackets),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("InitialWindow",
                          "First window, in full packets; 0: the largest window.",
                          DoubleValue(0),
                          ReadOnce(MakeDoubleAccessor(&Nscc::m_initialWindow)),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("MaxWindow",
                          "Largest window, in bandwidth-delay products.",
                          DoubleValue(1.5),
                          ReadOnce(MakeDoubleAccessor(&Nscc::m_maxWindowScaling)),
                          MakeDoubleChecker<double>(0.001));
    return tid;
}

void
Nscc::DoStart()
{
    NS_LOG_FUNCTION(this);
    const CongestionContext& context = GetContext();
    m_rttPs = static_cast<double>(std::max<int64_t>(context.baseRttPs, 1));
    m_networkPs = static_cast<double>(ChooseBaseRttPs(m_networkRtt));
    m_targetPs = m_targetDelay.IsZero() ? m_targetScaling * m_networkPs
                                        : static_cast<double>(m_targetDelay.GetPicoSeconds());
    m_mtu = context.mtuBytes;
    const auto ratebps = static_cast<double>(context.lineRatebps);
    m_scale = ratebps * m_networkPs / (REFERENCE_BPS * REFERENCE_RTT_PS);
    m_maxWindow = std::max(m_mtu, m_maxWindowScaling * ratebps * m_rttPs / (8.0 * PS_PER_SECOND));
    m_window =
        m_initialWindow > 0 ? std::clamp(m_initialWindow * m_mtu, m_mtu, m_maxWindow) : m_maxWindow;
    m_increase = 0;
    m_averagePs = 0;
    m_fastBytes = 0;
    m_fast = false;
    m_roundBytes = 0;
    m_roundPs = context.nowPs;
    m_wasCut = false;
    m_achievedBytes = 0;
    m_quickBegun = false;
    m_quickPs = context.nowPs;
    m_quickDue = false;
    m_toIgnore = 0;
    m_ignored = 0;
    Publish();
}

CongestionNeeds
Nscc::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.marks = true;
    needs.acknowledgements = true;
    needs.delay = true;
    return needs;
}

void
Nscc::DoNotifyAck(const AckEvent& event)
{
    const auto bytes = static_cast<double>(event.ackedBytes);
    const double delayPs = std::max(0.0, static_cast<double>(event.rttPs) - m_rttPs);
    m_achievedBytes += bytes;
    m_roundBytes += bytes;
    m_ignored += bytes;
    Average(!event.congestionMarked && delayPs > m_targetPs ? m_rttPs / 4 : delayPs);
    if (QuickAdapt(event.nowPs, event.congestionMarked, delayPs, event.inflightBytes))
    {
        Publish();
        return;
    }
    if (!event.congestionMarked)
    {
        Increase(bytes, delayPs);
    }
    else if (delayPs >= m_targetPs)
    {
        Decrease(event.nowPs);
    }
    m_window = std::clamp(m_window, m_mtu, m_maxWindow);
    const bool roundEnds = static_cast<double>(event.nowPs - m_roundPs) > m_networkPs;
    if (m_roundBytes > m_adjustPackets * m_mtu || roundEnds)
    {
        Fulfill(event.nowPs);
    }
    Publish();
}

void
Nscc::DoNotifyLoss(const LossEvent& event)
{
    const double bytes = event.bytes > 0 ? static_cast<double>(event.bytes) : m_mtu;
    if (event.timeout)
    {
        m_window -= bytes;
        Publish();
        return;
    }
    m_ignored += bytes;
    Average(m_networkPs);
    m_quickDue = true;
    const bool ofReceiver = event.lastHop && GetContext().receiverGrants;
    if (!QuickAdapt(event.nowPs, true, 0, event.inflightBytes) && !ofReceiver)
    {
        m_window -= bytes;
    }
    Publish();
}

bool
Nscc::QuickAdapt(int64_t nowPs, bool lossOrMark, double delayPs, uint64_t inflightBytes)
{
    bool ignores = false;
    if (m_ignored < m_toIgnore && lossOrMark)
    {
        ignores = true;
    }
    else if (nowPs > m_quickPs || !m_quickBegun)
    {
        if (m_quickBegun && (m_quickDue || delayPs > m_quickThreshold * m_targetPs) &&
            m_achievedBytes < std::ldexp(m_maxWindow, -static_cast<int>(m_quickGate)))
        {
            NS_LOG_LOGIC("quick adaptation from " << m_window << " B to " << m_achievedBytes);
            m_window = std::max(m_achievedBytes, m_mtu);
            m_toIgnore = static_cast<double>(inflightBytes);
            m_ignored = 0;
            m_quickDue = false;
            ignores = true;
        }
        m_quickBegun = true;
        m_achievedBytes = 0;
        m_quickPs = nowPs + static_cast<int64_t>(m_rttPs + m_targetPs);
    }
    if (ignores)
    {
        m_increase = 0;
        m_roundBytes = 0;
    }
    return ignores;
}

/** Handles an acknowledgement without a mark. */
void
Nscc::Increase(double bytes, double delayPs)
{
    if (delayPs >= m_targetPs)
    {
        m_increase += m_fairIncrease * m_mtu * m_scale * bytes;
        return;
    }
    if (delayPs < static_cast<double>(m_fastDelay.GetPicoSeconds()))
    {
        m_fastBytes += bytes;
        if (m_fast || m_fastBytes > m_window)
        {
            m_fast = true;
            m_window += m_fastIncrease * m_scale * bytes;
            return;
        }
    }
    else
    {
        m_fastBytes = 0;
    }
    m_fast = false;
    m_increase += m_proportionalIncrease * m_mtu * m_scale / REFERENCE_RTT_PS * bytes *
                  (m_targetPs - delayPs);
}

void
Nscc::Decrease(int64_t nowPs)
{
    m_fast = false;
    m_fastBytes = 0;
    if (m_averagePs > m_targetPs && (!m_wasCut || static_cast<double>(nowPs - m_cutPs) > m_rttPs))
    {
        m_window *=
            std::max(1 - m_gamma * (m_averagePs - m_targetPs) / m_averagePs, 1 - m_maxDecrease);
        m_wasCut = true;
        m_cutPs = nowPs;
    }
}

void
Nscc::Average(double delayPs)
{
    m_averagePs = m_delayWeight * delayPs + (1 - m_delayWeight) * m_averagePs;
}

/** Applies the increases of a round. */
void
Nscc::Fulfill(int64_t nowPs)
{
    m_window += m_increase / m_window;
    if (static_cast<double>(nowPs - m_roundPs) >= m_networkPs)
    {
        m_window += m_eta * m_mtu * m_scale;
        m_roundPs = nowPs;
    }
    m_increase = 0;
    m_roundBytes = 0;
}

void
Nscc::Publish()
{
    m_window = std::clamp(m_window, m_mtu, m_maxWindow);
    SetWindow(static_cast<uint64_t>(m_window));
}

} // namespace ns3
