// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dcqcn.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Dcqcn");

NS_OBJECT_ENSURE_REGISTERED(Dcqcn);

static const CopiesAsNew<Dcqcn> g_copiesDcqcn;

namespace
{

/** Alpha below this is 0: 2^-53, half a unit in the last place of the factor 1 - alpha/2. */
constexpr double ALPHA_FLOOR = 0x1p-53;

/**
 * @param bps rate in bit/s
 * @return the rate as an integer
 */
uint64_t
Round(double bps)
{
    return static_cast<uint64_t>(bps + 0.5);
}

} // namespace

TypeId
Dcqcn::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::Dcqcn")
                                          .SetParent<RdmaCongestionControl>()
                                          .SetGroupName("AiFabric")
                                          .AddConstructor<Dcqcn>(),
                                      Defaults());
    return tid;
}

TypeId
Dcqcn::AddAttributes(TypeId tid, const Defaults& defaults)
{
    return tid
        .AddAttribute("AlphaTimer",
                      "Time without a CNP until alpha decays, and between decays; with "
                      "PeriodicAlpha the period of alpha's clock.",
                      TimeValue(defaults.alphaTimer),
                      ReadOnce(MakeTimeAccessor(&Dcqcn::m_alphaTimer)),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("AlphaGain",
                      "Gain g of alpha's moving average.",
                      DoubleValue(defaults.alphaGain),
                      MakeDoubleAccessor(&Dcqcn::m_alphaGain),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("InitialAlpha",
                      "Alpha at the first CNP; 1 makes the first cut halve the rate.",
                      DoubleValue(defaults.initialAlpha),
                      ReadOnce(MakeDoubleAccessor(&Dcqcn::m_initialAlpha)),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("PeriodicAlpha",
                      "true: alpha moves once per AlphaTimer, by whether a CNP came in it. "
                      "false: it moves with every CNP and with every AlphaTimer without one.",
                      BooleanValue(defaults.periodicAlpha),
                      MakeBooleanAccessor(&Dcqcn::m_periodicAlpha),
                      MakeBooleanChecker())
        .AddAttribute("DecreaseInterval",
                      "Period of the clock whose ticks cut the rate if a CNP came since the last "
                      "tick; 0: every CNP cuts at once.",
                      TimeValue(defaults.decreaseInterval),
                      ReadOnce(MakeTimeAccessor(&Dcqcn::m_decreaseInterval)),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("MinDecreaseFactor",
                      "Least fraction of the rate that a cut leaves.",
                      DoubleValue(0.5),
                      MakeDoubleAccessor(&Dcqcn::m_minDecreaseFactor),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("ClampTargetRate",
                      "Whether every cut sets the target to the rate before the cut; false: only "
                      "the first cut after an increase does.",
                      BooleanValue(defaults.clampTargetRate),
                      MakeBooleanAccessor(&Dcqcn::m_clampTargetRate),
                      MakeBooleanChecker())
        .AddAttribute("RateOnFirstCnp",
                      "Rate and target at the first CNP, before any cut, as a fraction of the "
                      "line rate.",
                      DoubleValue(1.0),
                      ReadOnce(MakeDoubleAccessor(&Dcqcn::m_rateOnFirstCnp)),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("IncreaseTimer",
                      "Period of the increase timer.",
                      TimeValue(defaults.increaseTimer),
                      ReadOnce(MakeTimeAccessor(&Dcqcn::m_increaseTimer)),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("ByteCounter",
                      "Bytes on the wire between increase events; 0: no byte counter.",
                      UintegerValue(defaults.byteCounterBytes),
                      ReadOnce(MakeUintegerAccessor(&Dcqcn::m_byteCounterBytes)),
                      MakeUintegerChecker<uint64_t>(0, INT64_MAX))
        .AddAttribute("FastRecoverySteps",
                      "F, number of increase events after a cut that leave the target as it is.",
                      UintegerValue(defaults.fastRecoverySteps),
                      MakeUintegerAccessor(&Dcqcn::m_fastRecoverySteps),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("RateAi",
                      "Rate that an additive increase adds to the target.",
                      DataRateValue(defaults.rateAi),
                      MakeDataRateAccessor(&Dcqcn::m_rateAi),
                      MakeDataRateChecker())
        .AddAttribute("RateHai",
                      "Rate that a hyper increase adds to the target.",
                      DataRateValue(defaults.rateHai),
                      MakeDataRateAccessor(&Dcqcn::m_rateHai),
                      MakeDataRateChecker())
        .AddAttribute("ScaleHyperIncrease",
                      "Whether the i-th hyper increase adds i times RateHai; false: each adds "
                      "RateHai.",
                      BooleanValue(defaults.scaleHyperIncrease),
                      MakeBooleanAccessor(&Dcqcn::m_scaleHyperIncrease),
                      MakeBooleanChecker())
        .AddAttribute("MinRate",
                      "Least rate after a cut, or the line rate if that is lower.",
                      DataRateValue(defaults.minRate),
                      ReadOnce(MakeDataRateAccessor(&Dcqcn::m_minRate)),
                      MakeDataRateChecker());
}

double
Dcqcn::GetAlpha(int64_t nowPs)
{
    GetRatebps(nowPs);
    AdvanceAlpha(nowPs);
    return m_alpha;
}

uint64_t
Dcqcn::GetTargetRatebps(int64_t nowPs)
{
    GetRatebps(nowPs);
    return Round(m_targetbps);
}

CongestionNeeds
Dcqcn::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.marks = true;
    return needs;
}

void
Dcqcn::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_decreasePs = m_decreaseInterval.GetPicoSeconds();
    m_linebps = static_cast<double>(GetContext().lineRatebps);
    m_minbps = std::clamp(static_cast<double>(m_minRate.GetBitRate()), 1.0, m_linebps);
    m_currentbps = m_linebps;
    m_targetbps = m_linebps;
    m_alpha = m_initialAlpha;
    m_timerEvents = 0;
    m_byteEvents = 0;
    m_bytesLeft = INT64_MAX;
    m_alphaDuePs = NEVER_PS;
    m_cutDuePs = NEVER_PS;
    m_cutClockPs = 0;
    m_increaseDuePs = NEVER_PS;
    m_cnpSinceAlpha = false;
    m_active = false;
    SetScale(GetContext().nowPs, 1);
}

void
Dcqcn::SetScale(int64_t nowPs, double scale)
{
    AdvanceAlpha(nowPs);
    const auto stretch = [scale](const Time& time) {
        return static_cast<int64_t>(time.GetPicoSeconds() * scale);
    };
    m_alphaTimerPs = stretch(m_alphaTimer);
    m_increaseTimerPs = stretch(m_increaseTimer);
    m_scale = scale;
}

void
Dcqcn::DoAdvance(int64_t nowPs)
{
    while (std::min(m_cutDuePs, m_increaseDuePs) <= nowPs)
    {
        if (m_cutDuePs <= m_increaseDuePs)
        {
            const int64_t duePs = m_cutDuePs;
            AdvanceAlpha(duePs);
            Cut(duePs);
            m_cutDuePs = NEVER_PS;
        }
        else
        {
            RunIncreaseTimer(std::min(nowPs, m_cutDuePs - 1));
        }
    }
    SetNextUpdate(std::min(m_cutDuePs, m_increaseDuePs));
}

void
Dcqcn::DoNotifySent(int64_t nowPs, uint32_t wireBytes)
{
    m_bytesLeft -= wireBytes;
    while (m_bytesLeft <= 0)
    {
        m_bytesLeft += static_cast<int64_t>(m_byteCounterBytes);
        Increase(nowPs);
        ++m_byteEvents;
    }
}

void
Dcqcn::DoNotifyCnp(int64_t nowPs)
{
    const bool first = !m_active;
    if (first)
    {
        Activate(nowPs);
    }
    AdvanceAlpha(nowPs);
    if (m_decreasePs == 0)
    {
        Cut(nowPs);
    }
    else if (m_cutDuePs == NEVER_PS)
    {
        m_cutDuePs = nowPs + m_decreasePs - (nowPs - m_cutClockPs) % m_decreasePs;
    }
    if (m_periodicAlpha)
    {
        m_cnpSinceAlpha = !first;
    }
    else
    {
        m_alpha = m_alpha * (1 - m_alphaGain) + m_alphaGain;
        m_alphaDuePs = nowPs + m_alphaTimerPs;
    }
    SetNextUpdate(std::min(m_cutDuePs, m_increaseDuePs));
}

void
Dcqcn::AdvanceAlpha(int64_t nowPs)
{
    if (m_alphaDuePs > nowPs)
    {
        return;
    }
    int64_t ticks = (nowPs - m_alphaDuePs) / m_alphaTimerPs + 1;
    m_alphaDuePs += ticks * m_alphaTimerPs;
    if (m_cnpSinceAlpha)
    {
        m_cnpSinceAlpha = false;
        m_alpha = m_alpha * (1 - m_alphaGain) + m_alphaGain;
        --ticks;
    }
    // A power would round differently from ticking. The lower limit ends the loop after at most 53
    // ln 2 / -ln(1 - g) ticks: 9,386 for g = 1/256.
    for (; ticks > 0; --ticks)
    {
        const double before = m_alpha;
        m_alpha *= 1 - m_alphaGain;
        if (m_alpha < ALPHA_FLOOR)
        {
            m_alpha = 0;
        }
        if (m_alpha == before)
        {
            return;
        }
    }
}

void
Dcqcn::RunIncreaseTimer(int64_t nowPs)
{
    while (m_increaseDuePs <= nowPs)
    {
        const double before = m_currentbps;
        Increase(m_increaseDuePs);
        ++m_timerEvents;
        m_increaseDuePs += m_increaseTimerPs;
        if (m_targetbps == m_linebps && m_currentbps == before && m_increaseDuePs <= nowPs)
        {
            // Further increases of any kind change nothing until the next cut, so they are skipped.
            const int64_t ticks = (nowPs - m_increaseDuePs) / m_increaseTimerPs + 1;
            m_increaseDuePs += ticks * m_increaseTimerPs;
        }
    }
}

void
Dcqcn::Activate(int64_t nowPs)
{
    m_active = true;
    m_currentbps = std::max(m_minbps, m_rateOnFirstCnp * m_currentbps);
    m_targetbps = m_currentbps;
    m_alphaDuePs = nowPs + m_alphaTimerPs;
    m_cutClockPs = nowPs;
    PublishRate(nowPs);
}

void
Dcqcn::Cut(int64_t nowPs)
{
    if (m_clampTargetRate || m_timerEvents + m_byteEvents > 0)
    {
        m_targetbps = m_currentbps;
    }
    m_currentbps =
        std::max(m_minbps, m_currentbps * std::max(m_minDecreaseFactor, 1 - m_alpha / 2));
    m_timerEvents = 0;
    m_byteEvents = 0;
    m_bytesLeft = m_byteCounterBytes ? static_cast<int64_t>(m_byteCounterBytes) : INT64_MAX;
    m_increaseDuePs = nowPs + m_increaseTimerPs;
    NS_LOG_LOGIC(this << ": cut at " << nowPs / 1000 << " ns to " << m_currentbps / 1e9
                      << " Gb/s, target " << m_targetbps / 1e9 << " Gb/s, alpha " << m_alpha);
    PublishRate(nowPs);
}

void
Dcqcn::Increase(int64_t nowPs)
{
    const uint64_t byteEvents = m_byteCounterBytes ? m_byteEvents : m_timerEvents;
    const uint64_t least = std::min(m_timerEvents, byteEvents);
    if (least > m_fastRecoverySteps)
    {
        const uint64_t steps = m_scaleHyperIncrease ? least - m_fastRecoverySteps : 1;
        m_targetbps +=
            static_cast<double>(steps) * static_cast<double>(m_rateHai.GetBitRate()) / m_scale;
    }
    else if (std::max(m_timerEvents, byteEvents) >= m_fastRecoverySteps)
    {
        m_targetbps += static_cast<double>(m_rateAi.GetBitRate()) / m_scale;
    }
    m_targetbps = std::min(m_targetbps, m_linebps);
    m_currentbps = (m_targetbps + m_currentbps) / 2;
    NS_LOG_LOGIC(this << ": increase at " << nowPs / 1000 << " ns to " << m_currentbps / 1e9
                      << " Gb/s, target " << m_targetbps / 1e9 << " Gb/s, T " << m_timerEvents
                      << ", BC " << m_byteEvents);
    PublishRate(nowPs);
}

void
Dcqcn::PublishRate(int64_t nowPs)
{
    SetRate(nowPs, Round(m_currentbps));
}

} // namespace ns3
