// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rate-window.h"

#include "dcqcn.h"
#include "inner-congestion-control.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/part-checker.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RateWindow");

NS_OBJECT_ENSURE_REGISTERED(RateWindow);

TypeId
RateWindow::GetTypeId()
{
    ObjectFactory dcqcn; // by its class, because TypeIds register in no fixed order
    dcqcn.SetTypeId(Dcqcn::GetTypeId());
    static TypeId tid =
        TypeId("ns3::RateWindow")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<RateWindow>()
            .AddAttribute("CongestionControl",
                          "Inner congestion control, which sets the rate.",
                          ObjectFactoryValue(dcqcn),
                          ReadOnce(MakeObjectFactoryAccessor(&RateWindow::m_factory)),
                          MakePartChecker(Dcqcn::GetTypeId()))
            .AddAttribute("WindowBytes",
                          "Window at line rate in bytes; 0: the bandwidth-delay product of the "
                          "flow's path.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&RateWindow::m_windowBytes)),
                          MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 40));
    return tid;
}

void
RateWindow::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_other)
    {
        m_other->Dispose();
        m_other = nullptr;
    }
    RdmaCongestionControl::DoDispose();
}

void
RateWindow::DoValidate() const
{
    const auto other = MakeInner(m_factory);
    if (!other || !FitsInside(*other))
    {
        throw InputError("RateWindow CongestionControl: is " + m_factory.GetTypeId().GetName() +
                         "; expected a congestion control of one sender that needs no credit "
                         "or tags, such as ns3::Dcqcn");
    }
    other->Validate();
}

void
RateWindow::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_other = MakeInner(m_factory);
    if (m_stream >= 0)
    {
        m_other->AssignStreams(m_stream);
    }
    m_other->Start(GetContext());
    m_fullBytes = m_windowBytes == 0 ? GetBdpBytes() : m_windowBytes;
    Publish(GetContext().nowPs);
}

int64_t
RateWindow::DoAssignStreams(int64_t stream)
{
    m_stream = stream;
    return MakeInner(m_factory)->AssignStreams(stream);
}

CongestionNeeds
RateWindow::DoGetNeeds() const
{
    const auto other = MakeInner(m_factory);
    return other ? other->GetNeeds() : CongestionNeeds();
}

Ptr<CongestionReceiver>
RateWindow::DoMakeReceiver() const
{
    return MakeInner(m_factory)->MakeReceiver();
}

void
RateWindow::DoAdvance(int64_t nowPs)
{
    for (int64_t duePs = m_other->GetNextUpdatePs(); duePs <= nowPs;
         duePs = m_other->GetNextUpdatePs())
    {
        SetRate(duePs, m_other->GetRatebps(duePs));
    }
    SetNextUpdate(m_other->GetNextUpdatePs());
}

void
RateWindow::Publish(int64_t nowPs)
{
    const CongestionContext& context = GetContext();
    const uint64_t ratebps = m_other->GetRatebps(nowPs);
    const auto windowBytes =
        static_cast<uint64_t>(static_cast<Uint128>(m_fullBytes) * ratebps / context.lineRatebps);
    SetRate(nowPs, ratebps);
    SetWindow(std::min(std::max<uint64_t>(windowBytes, 1) + context.mtuBytes - 1,
                       m_other->GetWindowBytes()));
    SetNextUpdate(m_other->GetNextUpdatePs());
}

void
RateWindow::DoNotifySent(int64_t nowPs, uint32_t wireBytes)
{
    m_other->NotifySent(nowPs, wireBytes, GetSentNumber(), IsApplicationLimited());
    Publish(nowPs);
}

void
RateWindow::DoNotifyAck(const AckEvent& event)
{
    m_other->NotifyAck(event);
    Publish(event.nowPs);
}

void
RateWindow::DoNotifyCnp(int64_t nowPs)
{
    m_other->NotifyCnp(nowPs);
    Publish(nowPs);
}

void
RateWindow::DoNotifyLoss(const LossEvent& event)
{
    m_other->NotifyLoss(event);
    Publish(event.nowPs);
}

void
RateWindow::DoNotifyControl(int64_t nowPs, uint64_t value)
{
    m_other->NotifyControl(nowPs, value);
    Publish(nowPs);
}

void
RateWindow::DoNotifyProbe(int64_t nowPs, int64_t rttPs)
{
    m_other->NotifyProbe(nowPs, rttPs);
    Publish(nowPs);
}

} // namespace ns3
