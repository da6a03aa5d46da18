// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "irn-timer.h"

#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IrnTimer");

NS_OBJECT_ENSURE_REGISTERED(IrnTimer);

static const CopiesAsNew<IrnTimer> g_copiesIrnTimer;

TypeId
IrnTimer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IrnTimer")
                            .SetParent<RetransmissionTimer>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<IrnTimer>()
                            .AddAttribute("Low",
                                          "Timeout while few packets are in flight.",
                                          TimeValue(MicroSeconds(100)),
                                          MakeTimeAccessor(&IrnTimer::SetLow, &IrnTimer::GetLow),
                                          MakeTimeChecker(NanoSeconds(1)))
                            .AddAttribute("High",
                                          "Timeout otherwise.",
                                          TimeValue(MicroSeconds(320)),
                                          MakeTimeAccessor(&IrnTimer::SetHigh, &IrnTimer::GetHigh),
                                          MakeTimeChecker(NanoSeconds(1)))
                            .AddAttribute("FewPackets",
                                          "N: with fewer packets in flight than this, the "
                                          "timeout is Low.",
                                          UintegerValue(3),
                                          MakeUintegerAccessor(&IrnTimer::m_fewPackets),
                                          MakeUintegerChecker<uint64_t>());
    return tid;
}

void
IrnTimer::SetLow(Time time)
{
    NS_LOG_FUNCTION(this << time);
    m_lowPs = time.GetPicoSeconds();
}

Time
IrnTimer::GetLow() const
{
    return PicoSeconds(m_lowPs);
}

void
IrnTimer::SetHigh(Time time)
{
    NS_LOG_FUNCTION(this << time);
    m_highPs = time.GetPicoSeconds();
}

Time
IrnTimer::GetHigh() const
{
    return PicoSeconds(m_highPs);
}

int64_t
IrnTimer::DoGetTimeoutPs(const Situation& situation)
{
    return situation.inflightPackets < m_fewPackets ? m_lowPs : m_highPs;
}

} // namespace ns3
