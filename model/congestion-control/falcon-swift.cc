// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "falcon-swift.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FalconSwift");

NS_OBJECT_ENSURE_REGISTERED(FalconSwift);

static const CopiesAsNew<FalconSwift> g_copiesFalconSwift;
NS_OBJECT_ENSURE_REGISTERED(FalconReceiver);

namespace
{

constexpr uint32_t LEVELS = 1 << FalconSwift::LEVEL_BITS;

} // namespace

TypeId
FalconSwift::GetTypeId()
{
    static TypeId tid = [] {
        Defaults defaults;
        defaults.initialWindow = 32;
        defaults.minWindow = 0.01;
        defaults.maxWindow = 256;
        defaults.flowScaling = MicroSeconds(100);
        return AddAttributes(TypeId("ns3::Falcon")
                                 .SetParent<RdmaCongestionControl>()
                                 .SetGroupName("AiFabric")
                                 .AddConstructor<FalconSwift>(),
                             defaults)
            .AddAttribute("HostTarget",
                          "Level (of 32) from which the buffer of the receiving NIC is too full.",
                          UintegerValue(LEVELS / 2),
                          MakeUintegerAccessor(&FalconSwift::m_hostTarget),
                          MakeUintegerChecker<uint32_t>(0, LEVELS - 1))
            .AddAttribute("HostIncrease",
                          "Packets that the NIC's window grows by per round trip below HostTarget.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&FalconSwift::m_hostIncrease),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("HostBeta",
                          "Multiplicative decrease of the NIC's window per relative excess of "
                          "the level.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&FalconSwift::m_hostBeta),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("HostMaxDecrease",
                          "Largest fraction of the NIC's window that one decrease takes.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&FalconSwift::m_hostMaxDecrease),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("HostMaxWindow",
                          "Largest window of the NIC, in packets, and the window at the start.",
                          DoubleValue(64.0),
                          ReadOnce(MakeDoubleAccessor(&FalconSwift::m_hostMaxWindow)),
                          MakeDoubleChecker<double>(1.0));
    }();
    return tid;
}

void
FalconSwift::DoStart()
{
    NS_LOG_FUNCTION(this);
    RdmaSwift::DoStart();
    m_hostWindow = m_hostMaxWindow;
    m_hostMovedPs.reset();
    SetLimit(m_hostWindow);
    PublishWindow(GetContext().nowPs);
}

Ptr<CongestionReceiver>
FalconSwift::DoMakeReceiver() const
{
    return CreateObject<FalconReceiver>();
}

void
FalconSwift::DoNotifyAck(const AckEvent& event)
{
    const uint64_t waited =
        std::min<uint64_t>(event.field >> LEVEL_BITS, event.rttPs / WAIT_UNIT_PS);
    Update(event, event.rttPs - static_cast<int64_t>(waited) * WAIT_UNIT_PS);
    UpdateHostWindow(event, event.field & (LEVELS - 1));
    SetLimit(m_hostWindow);
    PublishWindow(event.nowPs);
}

void
FalconSwift::UpdateHostWindow(const AckEvent& event, uint32_t level)
{
    if (m_hostMovedPs && event.nowPs - *m_hostMovedPs < event.rttPs)
    {
        return;
    }
    m_hostMovedPs = event.nowPs;
    if (level < m_hostTarget)
    {
        m_hostWindow = std::min(m_hostWindow + m_hostIncrease, m_hostMaxWindow);
        return;
    }
    const double excess =
        level > 0 ? static_cast<double>(level - m_hostTarget) / static_cast<double>(level) : 0;
    m_hostWindow =
        std::max(m_hostWindow * std::max(1 - m_hostBeta * excess, 1 - m_hostMaxDecrease), 1.0);
    NS_LOG_LOGIC(this << ": level " << level << ", window of the NIC " << m_hostWindow);
}

TypeId
FalconReceiver::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FalconReceiver")
                            .SetParent<CongestionReceiver>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<FalconReceiver>();
    return tid;
}

void
FalconReceiver::DoAddFlow(uint32_t flow)
{
    m_waitedPs.resize(std::max<std::size_t>(m_waitedPs.size(), flow + 1));
    m_waitedPs[flow] = 0;
}

void
FalconReceiver::DoNotifyArrival(const CongestionArrival& arrival)
{
    m_waitedPs[arrival.flow] = GetWaitedPs();
}

std::optional<uint64_t>
FalconReceiver::DoGetField(uint32_t flow)
{
    const auto level = static_cast<uint64_t>(GetFill() * LEVELS);
    return static_cast<uint64_t>(m_waitedPs[flow] / FalconSwift::WAIT_UNIT_PS)
               << FalconSwift::LEVEL_BITS |
           std::min<uint64_t>(level, LEVELS - 1);
}

} // namespace ns3
