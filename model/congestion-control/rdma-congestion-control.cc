// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-congestion-control.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaCongestionControl");

NS_OBJECT_ENSURE_REGISTERED(RdmaCongestionControl);

TypeId
RdmaCongestionControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RdmaCongestionControl")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddTraceSource(
                "Rate",
                "The sending rate changed: when (ps) and to what (bit/s). A change by a timer is "
                "reported when the rate is next used.",
                MakeTraceSourceAccessor(&RdmaCongestionControl::m_rateTrace),
                "ns3::RdmaCongestionControl::RateTracedCallback")
            .AddTraceSource("Window",
                            "The window of unacknowledged payload changed: from and to (bytes).",
                            MakeTraceSourceAccessor(&RdmaCongestionControl::m_windowBytes),
                            "ns3::TracedValueCallback::Uint64");
    return tid;
}

void
RdmaCongestionControl::Start(const CongestionContext& context)
{
    NS_LOG_FUNCTION(this);
    NS_ASSERT_MSG(context.lineRatebps > 0, "a congestion control needs a line rate");
    NS_LOG_INFO(this << ": " << GetInstanceTypeId().GetName() << " starts, line rate "
                     << context.lineRatebps / 1e9 << " Gb/s, base round trip "
                     << context.baseRttPs / 1000 << " ns");
    m_context = context;
    m_windowBytes = UINT64_MAX;
    m_nextUpdatePs = NEVER_PS;
    m_ratebps = 0;
    SetRate(context.nowPs, context.lineRatebps);
    DoStart();
    NotifyRead("its queue pair was made");
}

void
RdmaCongestionControl::SetRate(int64_t nowPs, uint64_t ratebps)
{
    ratebps = std::clamp<uint64_t>(ratebps, 1, m_context.lineRatebps);
    if (ratebps != m_ratebps)
    {
        NS_LOG_LOGIC(this << ": rate " << m_ratebps / 1e9 << " -> " << ratebps / 1e9 << " Gb/s at "
                          << nowPs / 1000 << " ns");
        NS_ASSERT_MSG(nowPs >= m_ratePs, "a rate changes after it was set");
        m_allowance += static_cast<Uint128>(nowPs - m_ratePs) * m_ratebps;
        m_ratePs = nowPs;
        m_ratebps = ratebps;
        m_rateTrace(nowPs, ratebps);
    }
}

void
RdmaCongestionControl::SetWindow(uint64_t windowBytes)
{
    m_windowBytes = std::max<uint64_t>(windowBytes, 1);
    NS_LOG_LOGIC(this << ": window " << m_windowBytes << " B");
}

void
RdmaCongestionControl::SetPacedWindow(int64_t nowPs, double windowBytes, int64_t rttPs)
{
    SetWindow(static_cast<uint64_t>(windowBytes));
    const auto linebps = static_cast<double>(m_context.lineRatebps);
    const double ratebps = rttPs > 0 ? windowBytes * 8 * PS_PER_SECOND / rttPs : linebps;
    SetRate(nowPs, ratebps < linebps ? static_cast<uint64_t>(ratebps) : m_context.lineRatebps);
}

uint64_t
RdmaCongestionControl::GetBdpBytes(int64_t rttPs) const
{
    const uint64_t mtuBytes = m_context.mtuBytes;
    const uint64_t bytes = BytesInPs(rttPs, m_context.lineRatebps);
    return std::max<uint64_t>((bytes + mtuBytes - 1) / mtuBytes, 1) * mtuBytes;
}

int64_t
RdmaCongestionControl::ChooseBaseRttPs(Time given) const
{
    return std::max<int64_t>(given.IsZero() ? m_context.baseRttPs : given.GetPicoSeconds(), 1);
}

void
RdmaCongestionControl::DoStart()
{
}

void
RdmaCongestionControl::DoAdvance(int64_t /* nowPs */)
{
}

void
RdmaCongestionControl::DoNotifySent(int64_t /* nowPs */, uint32_t /* wireBytes */)
{
}

void
RdmaCongestionControl::DoNotifyAck(const AckEvent& /* event */)
{
}

void
RdmaCongestionControl::DoNotifyCnp(int64_t /* nowPs */)
{
}

void
RdmaCongestionControl::DoNotifyLoss(const LossEvent& /* event */)
{
}

void
RdmaCongestionControl::DoNotifyControl(int64_t /* nowPs */, uint64_t /* value */)
{
}

void
RdmaCongestionControl::DoNotifyProbe(int64_t /* nowPs */, int64_t /* rttPs */)
{
}

uint64_t
RdmaCongestionControl::DoMakeTag(int64_t /* nowPs */, uint64_t /* leftBytes */)
{
    return 0;
}

void
RdmaCongestionControl::DoNotifyNotice(const SwitchNotice& /* notice */)
{
}

uint64_t
RdmaCongestionControl::DoGetDemand(uint64_t /* backlogBytes */) const
{
    return 0;
}

Ptr<CongestionReceiver>
RdmaCongestionControl::DoMakeReceiver() const
{
    return nullptr;
}

int64_t
RdmaCongestionControl::DoAssignStreams(int64_t /* stream */)
{
    return 0;
}

CongestionNeeds
RdmaCongestionControl::DoGetNeeds() const
{
    return {};
}

void
RdmaCongestionControl::DoValidate() const
{
}

} // namespace ns3
