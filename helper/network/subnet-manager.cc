// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "subnet-manager.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SubnetManager");

NS_OBJECT_ENSURE_REGISTERED(SubnetManager);

TypeId
SubnetManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SubnetManager")
            .SetParent<RouteManager>()
            .SetGroupName("AiFabric")
            .AddConstructor<SubnetManager>()
            .AddAttribute("DetectionTime",
                          "Time from the change of a link until the switches at its ends avoid it, "
                          "if they have a choice.",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&SubnetManager::m_detectionTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Traps",
                          "true: switches report changes of their ports by traps; false: only "
                          "sweeps find them.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SubnetManager::m_traps),
                          MakeBooleanChecker())
            .AddAttribute(
                "TrapDelay",
                "Time from the change of a link until its trap is handled. An assumption.",
                TimeValue(MilliSeconds(1)),
                MakeTimeAccessor(&SubnetManager::m_trapDelay),
                MakeTimeChecker(Time(0)))
            .AddAttribute("SweepInterval",
                          "Time between light sweeps. opensm: 10 s.",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&SubnetManager::m_sweepInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RoutingTime",
                          "Time to discover the remaining subnet and compute its tables. An "
                          "assumption; it grows with the subnet.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&SubnetManager::m_routingTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SmpTime",
                          "Time to write a block of 64 entries of a forwarding table, until its "
                          "response. An assumption.",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&SubnetManager::m_smpTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxWireSmps",
                          "Number of such writes on their way at the same time. opensm: 4.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&SubnetManager::m_maxWireSmps),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
SubnetManager::DoNotifyLink()
{
    NS_LOG_FUNCTION(this);
    const Ptr<SubnetManager> self(this);
    Simulator::Schedule(GetDelayOfNotice(), [self] { self->Notice(); });
}

Time
SubnetManager::GetDelayOfNotice() const
{
    if (m_traps)
    {
        return m_trapDelay;
    }
    const int64_t interval = m_sweepInterval.GetTimeStep();
    return TimeStep(interval - Simulator::Now().GetTimeStep() % interval);
}

void
SubnetManager::Notice()
{
    NS_LOG_FUNCTION(this);
    if (m_known.empty())
    {
        m_known = GetDarkAtFirst();
    }
    m_again = m_sweeping;
    if (m_sweeping || GetDown() == m_known)
    {
        return;
    }
    m_sweeping = true;
    m_known = GetDown();
    BeginReroute(m_known);
    const Ptr<SubnetManager> self(this);
    Simulator::Schedule(m_routingTime, [self] { self->Route(); });
}

void
SubnetManager::Route()
{
    NS_LOG_FUNCTION(this);
    const std::size_t index = GetReroutes().size() - 1;
    auto routes = Compute(index, m_known);
    Reroute& sweep = GetReroute(index);
    const Ptr<SubnetManager> self(this);
    Time last;
    for (uint32_t node = 0; node < routes.nodes.size(); ++node)
    {
        const bool isSwitch = GetNetwork().switchOfNode[node];
        const uint32_t blocks = isSwitch ? CountBlocks(node, routes.nodes[node]) : 0;
        if (blocks == 0)
        {
            continue;
        }
        ++sweep.switches;
        sweep.blocks += blocks;
        const uint32_t rounds = (sweep.blocks + m_maxWireSmps - 1) / m_maxWireSmps;
        last = TimeStep(m_smpTime.GetTimeStep() * rounds);
        Simulator::Schedule(last, [self, node, ways = std::move(routes.nodes[node])] {
            self->Write(node, ways);
        });
    }
    sweep.installed = sweep.computed + last;
    NS_LOG_INFO("routes computed: " << sweep.switches << " switches (" << sweep.blocks
                                    << " blocks) take " << last.GetMicroSeconds() << " us, "
                                    << sweep.unreachablePairs << " pairs of hosts cut off");
    Simulator::Schedule(last, [self] { self->Finish(); });
}

void
SubnetManager::Finish()
{
    NS_LOG_FUNCTION(this);
    m_sweeping = false;
    if (m_again)
    {
        Notice();
    }
}

uint32_t
SubnetManager::GetFirstLid(uint32_t host) const
{
    const auto* const tables = GetNetwork().routes->GetTables();
    return tables ? tables->GetLid(GetNetwork().topology.hosts[host]) : host + 1;
}

/** @return number of blocks of a switch's new table that differ from the present one */
uint32_t
SubnetManager::CountBlocks(uint32_t node, const NodeRoutes& next) const
{
    const auto* const tables = GetNetwork().routes->GetTables();
    const uint32_t paths = tables ? tables->GetPathCount() : 1;
    const NodeRoutes& installed = GetWritten(node);
    // A single link stands for all paths.
    const auto linkOf = [](const std::vector<uint32_t>& links, uint32_t path) {
        return links.empty() ? FabricRoutes::NO_GROUP : links[path % links.size()];
    };
    std::set<uint32_t> blocks;
    for (uint32_t host = 0; host < GetNetwork().topology.GetHostCount(); ++host)
    {
        const auto& before = GetLinksTo(installed, host);
        const auto& after = GetLinksTo(next, host);
        for (uint32_t path = 0; path < paths; ++path)
        {
            const bool differs =
                tables ? linkOf(before, path) != linkOf(after, path) : before != after;
            if (differs)
            {
                blocks.insert((GetFirstLid(host) + path) / BLOCK_ENTRIES);
            }
        }
    }
    return static_cast<uint32_t>(blocks.size());
}

std::string
SubnetManager::DoGetName() const
{
    return "subnet manager";
}

std::string
SubnetManager::DoDescribe(const Reroute& reroute) const
{
    return reroute.computed < reroute.noticed
               ? "not routed yet"
               : "routed at " + Format(reroute.computed) + ", " + std::to_string(reroute.switches) +
                     " switches (" + std::to_string(reroute.blocks) + " blocks) written until " +
                     Format(reroute.installed);
}

} // namespace ns3
