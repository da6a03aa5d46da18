// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dcqcn-plus.h"

#include "ns3/log.h"
#include "ns3/prepared-factory.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcqcnPlus");

NS_OBJECT_ENSURE_REGISTERED(DcqcnPlusReceiver);

static const CopiesAsNew<DcqcnPlusReceiver> g_copiesDcqcnPlusReceiver;
NS_OBJECT_ENSURE_REGISTERED(DcqcnPlus);

namespace
{

constexpr uint64_t DEFAULT_CNP_US = 50;
constexpr uint64_t DEFAULT_PORT_US = 1;

const char* const CNP_HELP = "Least time between two notifications of a flow.";
const char* const PORT_HELP = "Least time between two notifications of a receiver, and the time "
                              "that each congested flow adds to the interval of all.";

} // namespace

TypeId
DcqcnPlusReceiver::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DcqcnPlusReceiver")
                            .SetParent<CongestionReceiver>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DcqcnPlusReceiver>()
                            .AddAttribute("CnpInterval",
                                          CNP_HELP,
                                          TimeValue(MicroSeconds(DEFAULT_CNP_US)),
                                          MakeTimeAccessor(&DcqcnPlusReceiver::m_cnpInterval),
                                          MakeTimeChecker(NanoSeconds(1)))
                            .AddAttribute("PortInterval",
                                          PORT_HELP,
                                          TimeValue(MicroSeconds(DEFAULT_PORT_US)),
                                          MakeTimeAccessor(&DcqcnPlusReceiver::m_portInterval),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

void
DcqcnPlusReceiver::DoAddFlow(uint32_t number)
{
    m_flows.resize(std::max<std::size_t>(m_flows.size(), number + 1));
    m_counted.erase({m_flows[number].untilPs, number});
    m_flows[number] = {};
}

std::size_t
DcqcnPlusReceiver::CountFlows(int64_t nowPs)
{
    while (!m_counted.empty() && m_counted.begin()->first <= nowPs)
    {
        m_counted.erase(m_counted.begin());
    }
    return m_counted.size();
}

void
DcqcnPlusReceiver::DoNotifyArrival(const CongestionArrival& arrival)
{
    Flow& flow = m_flows[arrival.flow];
    const int64_t nowPs = arrival.nowPs;
    if (!arrival.congestionMarked || nowPs < std::max(flow.nextPs, m_nextPs))
    {
        return;
    }
    m_counted.erase({flow.untilPs, arrival.flow});
    const auto flows = static_cast<int64_t>(CountFlows(nowPs)) + 1;
    const int64_t intervalPs =
        std::max(m_cnpInterval.GetPicoSeconds(), flows * m_portInterval.GetPicoSeconds());
    flow = {nowPs + intervalPs, nowPs + 2 * intervalPs};
    m_counted.insert({flow.untilPs, arrival.flow});
    m_nextPs = nowPs + m_portInterval.GetPicoSeconds();
    NS_LOG_LOGIC(this << ": tells flow " << arrival.flow << " at " << nowPs / 1000 << " ns of "
                      << intervalPs / 1000 << " ns, " << flows << " flows");
    SendControl(arrival.flow, static_cast<uint64_t>(intervalPs), nowPs);
}

TypeId
DcqcnPlus::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::DcqcnPlus")
                                          .SetParent<RdmaCongestionControl>()
                                          .SetGroupName("AiFabric")
                                          .AddConstructor<DcqcnPlus>(),
                                      Defaults())
                            .AddAttribute("CnpInterval",
                                          CNP_HELP,
                                          TimeValue(MicroSeconds(DEFAULT_CNP_US)),
                                          ReadOnce(MakeTimeAccessor(&DcqcnPlus::m_cnpInterval)),
                                          MakeTimeChecker(NanoSeconds(1)))
                            .AddAttribute("PortInterval",
                                          PORT_HELP,
                                          TimeValue(MicroSeconds(DEFAULT_PORT_US)),
                                          ReadOnce(MakeTimeAccessor(&DcqcnPlus::m_portInterval)),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

Ptr<CongestionReceiver>
DcqcnPlus::DoMakeReceiver() const
{
    const auto receiver = CreateObject<DcqcnPlusReceiver>();
    receiver->SetAttribute("CnpInterval", TimeValue(m_cnpInterval));
    receiver->SetAttribute("PortInterval", TimeValue(m_portInterval));
    return receiver;
}

CongestionNeeds
DcqcnPlus::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.marks = true;
    needs.acknowledgements = true;
    needs.ownNotifications = true;
    return needs;
}

void
DcqcnPlus::DoNotifyControl(int64_t nowPs, uint64_t value)
{
    const double told = static_cast<double>(value) / m_cnpInterval.GetPicoSeconds();
    SetScale(nowPs, std::max(1.0, told));
    NotifyCnp(nowPs);
}

} // namespace ns3
