// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "irn-timer.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IrnTimer);

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
                                          MakeTimeAccessor(&IrnTimer::m_low),
                                          MakeTimeChecker(NanoSeconds(1)))
                            .AddAttribute("High",
                                          "Timeout otherwise.",
                                          TimeValue(MicroSeconds(320)),
                                          MakeTimeAccessor(&IrnTimer::m_high),
                                          MakeTimeChecker(NanoSeconds(1)))
                            .AddAttribute("FewPackets",
                                          "N: fewer packets in flight than this are few.",
                                          UintegerValue(3),
                                          MakeUintegerAccessor(&IrnTimer::m_fewPackets),
                                          MakeUintegerChecker<uint64_t>());
    return tid;
}

void
IrnTimer::NotifyConstructionCompleted()
{
    m_lowPs = m_low.GetPicoSeconds();
    m_highPs = m_high.GetPicoSeconds();
    RetransmissionTimer::NotifyConstructionCompleted();
}

int64_t
IrnTimer::DoGetTimeoutPs(const Situation& situation)
{
    return situation.inflightPackets < m_fewPackets ? m_lowPs : m_highPs;
}

} // namespace ns3
