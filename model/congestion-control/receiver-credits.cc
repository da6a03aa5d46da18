// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "receiver-credits.h"

#include "inner-congestion-control.h"
#include "no-congestion-control.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/part-checker.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ReceiverCredits");

NS_OBJECT_ENSURE_REGISTERED(CreditReceiver);
NS_OBJECT_ENSURE_REGISTERED(ReceiverCredits);

namespace
{

constexpr double DEFAULT_SHARE = 0.99;
constexpr uint32_t DEFAULT_PULL_PACKETS = 4;

const char* const SHARE_HELP = "Fraction of the receiver's line rate that grants fill.";
const char* const PULL_HELP = "Largest number of the longest packets per grant.";
const char* const OVERSUBSCRIPTION_HELP = "Capacity of the network downwards divided by that "
                                          "upwards; above 1, a receiver grants less, at least "
                                          "0.9 of the reciprocal, while packets are trimmed "
                                          "before its link or many are marked.";
const char* const REVIEW_HELP = "With Oversubscription, time between two checks of trimmed and "
                                "marked packets by a receiver; 1.5 idle round trips, a quarter "
                                "more or less at random.";

} // namespace

TypeId
CreditReceiver::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CreditReceiver")
                            .SetParent<CongestionReceiver>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<CreditReceiver>()
                            .AddAttribute("Share",
                                          SHARE_HELP,
                                          DoubleValue(DEFAULT_SHARE),
                                          MakeDoubleAccessor(&CreditReceiver::m_share),
                                          MakeDoubleChecker<double>(0.01, 1.0))
                            .AddAttribute("PullPackets",
                                          PULL_HELP,
                                          UintegerValue(DEFAULT_PULL_PACKETS),
                                          MakeUintegerAccessor(&CreditReceiver::m_pullPackets),
                                          MakeUintegerChecker<uint32_t>(1, 1 << 16))
                            .AddAttribute("Oversubscription",
                                          OVERSUBSCRIPTION_HELP,
                                          DoubleValue(1),
                                          MakeDoubleAccessor(&CreditReceiver::m_oversubscription),
                                          MakeDoubleChecker<double>(1.0))
                            .AddAttribute("ReviewTime",
                                          REVIEW_HELP,
                                          TimeValue(MicroSeconds(18)),
                                          MakeTimeAccessor(&CreditReceiver::m_reviewTime),
                                          MakeTimeChecker(PicoSeconds(1)));
    return tid;
}

void
CreditReceiver::DoStart()
{
    m_grantShare.Start(m_oversubscription, m_reviewTime.GetPicoSeconds());
}

void
CreditReceiver::DoAddFlow(uint32_t flow)
{
    m_flows.resize(std::max<std::size_t>(m_flows.size(), flow + 1));
    Flow begun;
    begun.waits = m_flows[flow].waits;
    begun.isIdle = m_flows[flow].isIdle;
    m_flows[flow] = begun;
}

void
CreditReceiver::DoNotifyArrival(const CongestionArrival& arrival)
{
    m_grantShare.NotifyArrival(arrival);
    Flow& flow = m_flows[arrival.flow];
    flow.demand = std::max(flow.demand, arrival.demand);
    if (arrival.trimmed)
    {
        flow.demand += GetContext().wireBytes;
    }
    flow.mostMissing = std::max(flow.mostMissing, flow.demand - std::min(flow.credit, flow.demand));
    if (Queue(arrival.flow))
    {
        SetNextUpdate(std::max(arrival.nowPs, m_nextPs));
    }
}

bool
CreditReceiver::Queue(uint32_t number)
{
    Flow& flow = m_flows[number];
    if (flow.credit < flow.demand)
    {
        if (flow.waits)
        {
            return false;
        }
        flow.waits = true;
        m_turns.push_back(number);
        return true;
    }
    if (flow.isIdle || flow.credit >= flow.demand + flow.mostMissing)
    {
        return false;
    }
    flow.isIdle = true;
    m_idle.push_back(number);
    return true;
}

void
CreditReceiver::DoAdvance(int64_t nowPs)
{
    const bool wanted = !m_turns.empty();
    auto& turns = wanted ? m_turns : m_idle;
    const uint32_t number = turns.front();
    turns.pop_front();
    Flow& flow = m_flows[number];
    (wanted ? flow.waits : flow.isIdle) = false;
    const uint64_t limit = flow.demand + (wanted ? 0 : flow.mostMissing);
    const uint64_t grant = std::min<uint64_t>(limit - std::min(flow.credit, limit),
                                              uint64_t{m_pullPackets} * GetContext().wireBytes);
    flow.credit += grant;
    Queue(number);
    if (grant > 0)
    {
        SendControl(number, flow.credit, nowPs);
        const double ratebps =
            m_grantShare.Get() * m_share * static_cast<double>(GetContext().lineRatebps);
        m_nextPs = nowPs + SerializationPs(grant, static_cast<uint64_t>(std::llround(ratebps)));
    }
    SetNextUpdate(m_turns.empty() && m_idle.empty() ? NEVER_PS : std::max(nowPs, m_nextPs));
}

std::optional<uint64_t>
CreditReceiver::DoGetField(uint32_t flow)
{
    return m_flows[flow].credit;
}

TypeId
ReceiverCredits::GetTypeId()
{
    ObjectFactory none; // by its class, because TypeIds register in no fixed order
    none.SetTypeId(NoCongestionControl::GetTypeId());
    static TypeId tid =
        TypeId("ns3::Rccc")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<ReceiverCredits>()
            .AddAttribute("Share",
                          SHARE_HELP,
                          DoubleValue(DEFAULT_SHARE),
                          ReadOnce(MakeDoubleAccessor(&ReceiverCredits::m_share)),
                          MakeDoubleChecker<double>(0.01, 1.0))
            .AddAttribute("PullPackets",
                          PULL_HELP,
                          UintegerValue(DEFAULT_PULL_PACKETS),
                          ReadOnce(MakeUintegerAccessor(&ReceiverCredits::m_pullPackets)),
                          MakeUintegerChecker<uint32_t>(1, 1 << 16))
            .AddAttribute("Oversubscription",
                          OVERSUBSCRIPTION_HELP,
                          DoubleValue(1),
                          ReadOnce(MakeDoubleAccessor(&ReceiverCredits::m_oversubscription)),
                          MakeDoubleChecker<double>(1.0))
            .AddAttribute("ReviewTime",
                          REVIEW_HELP,
                          TimeValue(MicroSeconds(18)),
                          ReadOnce(MakeTimeAccessor(&ReceiverCredits::m_reviewTime)),
                          MakeTimeChecker(PicoSeconds(1)))
            .AddAttribute("MaxWindow",
                          "Payload sent without a grant at first, and the largest request, in "
                          "bandwidth-delay products.",
                          DoubleValue(1.5),
                          ReadOnce(MakeDoubleAccessor(&ReceiverCredits::m_maxWindowScaling)),
                          MakeDoubleChecker<double>(0.001))
            .AddAttribute("CongestionControl",
                          "Inner congestion control, which must also allow each packet.",
                          ObjectFactoryValue(none),
                          ReadOnce(MakeObjectFactoryAccessor(&ReceiverCredits::m_windowFactory)),
                          MakePartChecker(NoCongestionControl::GetTypeId()));
    return tid;
}

void
ReceiverCredits::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_window)
    {
        m_window->Dispose();
        m_window = nullptr;
    }
    RdmaCongestionControl::DoDispose();
}

void
ReceiverCredits::DoValidate() const
{
    const auto window = MakeInner(m_windowFactory);
    if (!window || !FitsInside(*window) || window->GetNeeds().probePs > 0 || window->MakeReceiver())
    {
        throw InputError("Rccc CongestionControl: is " + m_windowFactory.GetTypeId().GetName() +
                         "; expected a congestion control of one sender, without receiver's "
                         "half, probes or tags, such as ns3::Nscc");
    }
    window->Validate();
}

void
ReceiverCredits::DoStart()
{
    NS_LOG_FUNCTION(this);
    if (m_windowFactory.GetTypeId() != NoCongestionControl::GetTypeId())
    {
        m_window = m_windowFactory.Create<RdmaCongestionControl>();
        CongestionContext context = GetContext();
        context.receiverGrants = true;
        m_window->Start(context);
    }
    m_maxWindowBytes = std::max<uint64_t>(
        GetContext().mtuBytes,
        static_cast<uint64_t>(m_maxWindowScaling * static_cast<double>(GetBdpBytes())));
    m_creditBytes = static_cast<int64_t>(m_maxWindowBytes);
    m_grantedBytes = 0;
    m_speculates = true;
    m_sentSpeculating = false;
    Publish(GetContext().nowPs);
}

CongestionNeeds
ReceiverCredits::DoGetNeeds() const
{
    CongestionNeeds needs;
    if (const auto window = MakeInner(m_windowFactory))
    {
        needs = window->GetNeeds();
    }
    needs.acknowledgements = true;
    needs.demand = true;
    return needs;
}

void
ReceiverCredits::DoAdvance(int64_t nowPs)
{
    if (m_window)
    {
        m_window->GetRatebps(nowPs);
        Publish(nowPs);
    }
}

void
ReceiverCredits::DoNotifySent(int64_t nowPs, uint32_t wireBytes)
{
    m_creditBytes -= wireBytes;
    m_sentSpeculating = true;
    if (m_window)
    {
        m_window->NotifySent(nowPs, wireBytes, GetSentNumber(), IsApplicationLimited());
    }
    Publish(nowPs);
}

void
ReceiverCredits::DoNotifyAck(const AckEvent& event)
{
    Grant(event.field);
    if (event.inflightBytes == 0 && event.applicationLimited)
    {
        m_speculates = true;
        m_sentSpeculating = false;
        m_creditBytes = std::max(m_creditBytes, static_cast<int64_t>(m_maxWindowBytes));
    }
    if (m_window)
    {
        m_window->NotifyAck(event);
    }
    Publish(event.nowPs);
}

void
ReceiverCredits::DoNotifyCnp(int64_t nowPs)
{
    if (m_window)
    {
        m_window->NotifyCnp(nowPs);
    }
    Publish(nowPs);
}

void
ReceiverCredits::DoNotifyLoss(const LossEvent& event)
{
    Grant(0);
    if (m_window)
    {
        m_window->NotifyLoss(event);
    }
    Publish(event.nowPs);
}

void
ReceiverCredits::DoNotifyControl(int64_t nowPs, uint64_t value)
{
    Grant(value);
    Publish(nowPs);
}

void
ReceiverCredits::Grant(uint64_t total)
{
    if (m_speculates && m_sentSpeculating) // else the answer is to an earlier packet
    {
        m_speculates = false;
        m_creditBytes = std::min<int64_t>(m_creditBytes, 0);
    }
    if (total > m_grantedBytes)
    {
        m_creditBytes = std::min(m_creditBytes + static_cast<int64_t>(total - m_grantedBytes),
                                 static_cast<int64_t>(m_maxWindowBytes));
        m_grantedBytes = total;
    }
}

uint64_t
ReceiverCredits::DoGetDemand(uint64_t backlogBytes) const
{
    uint64_t wantedBytes = std::min(backlogBytes, m_maxWindowBytes);
    if (m_window)
    {
        const uint64_t windowBytes = m_window->GetWindowBytes();
        wantedBytes = std::min(
            wantedBytes,
            windowBytes + std::min<uint64_t>(GetContext().mtuBytes, UINT64_MAX - windowBytes));
    }
    const int64_t missingBytes = static_cast<int64_t>(wantedBytes) - m_creditBytes;
    return m_grantedBytes + static_cast<uint64_t>(std::max<int64_t>(missingBytes, 0));
}

Ptr<CongestionReceiver>
ReceiverCredits::DoMakeReceiver() const
{
    const auto receiver = CreateObject<CreditReceiver>();
    receiver->SetAttribute("Share", DoubleValue(m_share));
    receiver->SetAttribute("PullPackets", UintegerValue(m_pullPackets));
    receiver->SetAttribute("Oversubscription", DoubleValue(m_oversubscription));
    receiver->SetAttribute("ReviewTime", TimeValue(m_reviewTime));
    return receiver;
}

void
ReceiverCredits::Publish(int64_t nowPs)
{
    if (m_window)
    {
        SetRate(nowPs, m_window->GetRatebps(nowPs));
        SetNextUpdate(m_window->GetNextUpdatePs());
    }
    if (m_creditBytes <= 0)
    {
        CloseWindow();
    }
    else
    {
        SetWindow(m_window ? m_window->GetWindowBytes() : UINT64_MAX);
    }
}

} // namespace ns3
