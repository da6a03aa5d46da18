// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "incast-workload.h"

#include "traffic-notice.h"

#include "ns3/integer.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncastWorkload);

TypeId
IncastWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncastWorkload")
            .SetParent<FabricWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<IncastWorkload>()
            .AddAttribute(
                "Sources",
                "Number of hosts that send, the first ones of Hosts; 0: all except the target.",
                UintegerValue(0),
                MakeUintegerAccessor(&IncastWorkload::m_sources),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("Target",
                          "Index of the host that receives; it need not be one of Hosts. -1: the "
                          "last of Hosts.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&IncastWorkload::m_target),
                          MakeIntegerChecker<int64_t>(-1, UINT32_MAX - 1))
            .AddAttribute("FlowsPerSource",
                          "Queue pairs over which each source sends at the same time.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&IncastWorkload::m_flows),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("Bytes",
                          "Bytes of each flow in a round, at least 1.",
                          UintegerValue(1'000'000),
                          MakeUintegerAccessor(&IncastWorkload::m_bytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Rounds",
                          "Messages of each flow, at least 1.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&IncastWorkload::m_rounds),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("InFlight",
                          "Largest number of messages of a flow that are posted but not "
                          "acknowledged; 1: one message after the other.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&IncastWorkload::m_inFlight),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
IncastWorkload::DoBuild(FabricJob& job, const HostMap& map) const
{
    if (m_bytes == 0)
    {
        Fail("Bytes", "is 0; expected at least 1");
    }
    if (m_rounds == 0)
    {
        Fail("Rounds", "is 0; expected at least 1");
    }
    if (m_target >= static_cast<int64_t>(map.GetCount()))
    {
        Fail("Target",
             "host " + std::to_string(m_target) + " does not exist; the topology has " +
                 std::to_string(map.GetCount()) + " hosts, counted from 0");
    }
    RequireHosts(job, m_target < 0 ? 2 : 1);

    auto& hosts = job.hostOfRank;
    const uint32_t target = m_target < 0 ? hosts.back() : static_cast<uint32_t>(m_target);
    hosts.erase(std::remove(hosts.begin(), hosts.end(), target), hosts.end());
    const auto available = static_cast<uint32_t>(hosts.size());
    if (available == 0)
    {
        Fail("Hosts", "has no source besides the target; expected at least one");
    }
    if (m_sources > available)
    {
        Fail("Sources",
             "is " + std::to_string(m_sources) + "; expected at most " + std::to_string(available) +
                 ", the number of Hosts without the target");
    }
    const uint32_t sources = m_sources == 0 ? available : m_sources;
    hosts.resize(sources);
    hosts.push_back(target);
    RequireNodes(2.0 * sources * m_flows * m_rounds, m_flows > 1 ? "FlowsPerSource" : "Rounds");

    if (const auto& listener = TrafficNotice::Get())
    {
        auto servers = map.GetServers(hosts);
        const uint32_t targetServer = servers.back();
        servers.pop_back();
        TrafficNotice::Count count;
        count.AddMessages(servers,
                          {targetServer},
                          m_bytes,
                          static_cast<double>(m_flows) * static_cast<double>(m_rounds));
        listener(job.name, count);
    }
    job.graph = CommunicationGraph(sources + 1);
    const size_t flows = size_t{sources} * m_flows;
    std::vector<uint32_t> previous(flows * std::min(m_inFlight, m_rounds));
    for (uint32_t round = 0; round < m_rounds; ++round)
    {
        for (size_t flow = 0; flow < flows; ++flow)
        {
            const auto source = static_cast<uint32_t>(flow % sources);
            const auto channel = static_cast<uint32_t>(flow / sources);
            const uint32_t send = job.graph.AddTransfer(source, sources, m_bytes, channel).first;
            uint32_t& oldest = previous[flow + flows * (round % m_inFlight)];
            if (round >= m_inFlight)
            {
                job.graph.AddDependency(oldest, send);
            }
            oldest = send;
        }
    }
}

} // namespace ns3
