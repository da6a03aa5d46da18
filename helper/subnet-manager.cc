// SPDX-License-Identifier: GPL-2.0-only

#include "subnet-manager.h"

#include "switch-forwarding.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
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
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<SubnetManager>()
            .AddAttribute("Traps",
                          "Whether switches report their ports; else a sweep finds out.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SubnetManager::m_traps),
                          MakeBooleanChecker())
            .AddAttribute("TrapDelay",
                          "From the change of a link until a trap is taken up. An assumption.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&SubnetManager::m_trapDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SweepInterval",
                          "Between light sweeps. opensm: 10 s.",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&SubnetManager::m_sweepInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute(
                "RoutingTime",
                "To discover what is left and compute its tables. An assumption; it grows "
                "with the subnet.",
                TimeValue(MilliSeconds(10)),
                MakeTimeAccessor(&SubnetManager::m_routingTime),
                MakeTimeChecker(Time(0)))
            .AddAttribute(
                "SmpTime",
                "To write 64 entries of a forwarding table and hear of it. An assumption.",
                TimeValue(MicroSeconds(50)),
                MakeTimeAccessor(&SubnetManager::m_smpTime),
                MakeTimeChecker(Time(0)))
            .AddAttribute("MaxWireSmps",
                          "How many of these are on their way at a time. opensm: 4.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&SubnetManager::m_maxWireSmps),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
SubnetManager::Start(Subnet subnet)
{
    m_subnet = std::move(subnet);
    m_linksByNode = m_subnet.topology.GetLinksByNode();
    m_down.assign(m_subnet.topology.links.size(), false);
    m_known = m_down;
    for (uint32_t node = 0; node < m_subnet.topology.nodes.size(); ++node)
    {
        m_installed.push_back(m_subnet.routes->GetNode(node));
    }
}

void
SubnetManager::NotifyLink(uint32_t link, bool down)
{
    m_down[link] = down;
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
    m_again = m_sweeping;
    if (m_sweeping || m_down == m_known)
    {
        return;
    }
    m_sweeping = true;
    m_known = m_down;
    Sweep sweep;
    sweep.noticed = Simulator::Now();
    sweep.linksDown = static_cast<uint32_t>(std::count(m_known.begin(), m_known.end(), true));
    NS_LOG_INFO("sweep " << m_sweeps.size() << " begins, " << sweep.linksDown << " links down");
    m_sweeps.push_back(sweep);
    const Ptr<SubnetManager> self(this);
    Simulator::Schedule(m_routingTime, [self] { self->Compute(); });
}

void
SubnetManager::Compute()
{
    auto routes = RouteAround(m_subnet.topology, m_known, m_subnet.routing);
    Sweep& sweep = m_sweeps.back();
    sweep.computed = Simulator::Now();
    sweep.complaint = routes.complaint;
    CountUnreachable(routes, m_subnet.topology, sweep);
    const Ptr<SubnetManager> self(this);
    Time last;
    for (uint32_t node = 0; node < routes.nodes.size(); ++node)
    {
        FabricSwitch* const fabricSwitch = m_subnet.switchOfNode[node];
        const uint32_t blocks = fabricSwitch ? CountBlocks(node, routes.nodes[node]) : 0;
        if (blocks == 0)
        {
            continue;
        }
        ++sweep.switches;
        sweep.blocks += blocks;
        const uint32_t rounds = (sweep.blocks + m_maxWireSmps - 1) / m_maxWireSmps;
        last = TimeStep(m_smpTime.GetTimeStep() * rounds);
        m_installed[node] = std::move(routes.nodes[node]);
        Simulator::Schedule(last, [self, fabricSwitch, node, ways = m_installed[node]] {
            NS_LOG_LOGIC(self->m_subnet.topology.nodes[node].name << ": routes are written");
            InstallForwarding(*fabricSwitch, ways, self->m_linksByNode[node]);
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
    m_sweeping = false;
    if (m_again)
    {
        Notice();
    }
}

uint32_t
SubnetManager::GetFirstLid(uint32_t host) const
{
    const auto* const tables = m_subnet.routes->GetTables();
    return tables ? tables->GetLid(m_subnet.topology.hosts[host]) : host + 1;
}

/** @return blocks of its table that are not what the switch has */
uint32_t
SubnetManager::CountBlocks(uint32_t node, const NodeRoutes& next) const
{
    const auto* const tables = m_subnet.routes->GetTables();
    const uint32_t paths = tables ? tables->GetPathCount() : 1;
    const NodeRoutes& installed = m_installed[node];
    const auto linksTo = [](const NodeRoutes& routes, uint32_t host) {
        const uint32_t group = routes.groupOfHost[host];
        return group == FabricRoutes::NO_GROUP ? std::vector<uint32_t>() : routes.groups[group];
    };
    // A single link stands for all paths.
    const auto linkOf = [](const std::vector<uint32_t>& links, uint32_t path) {
        return links.empty() ? FabricRoutes::NO_GROUP : links[path % links.size()];
    };
    std::set<uint32_t> blocks;
    for (uint32_t host = 0; host < m_subnet.topology.GetHostCount(); ++host)
    {
        const auto before = linksTo(installed, host);
        const auto after = linksTo(next, host);
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

void
SubnetManager::CountUnreachable(const DegradedRoutes& routes,
                                const FabricTopology& topology,
                                Sweep& sweep)
{
    std::map<uint32_t, uint64_t> hostsOfPart;
    for (const uint32_t part : routes.partOfHost)
    {
        ++hostsOfPart[part];
    }
    const uint64_t hosts = routes.partOfHost.size();
    uint64_t fewest = hosts;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const uint64_t own = hostsOfPart[routes.partOfHost[host]];
        sweep.unreachablePairs += hosts - own;
        if (own < fewest)
        {
            fewest = own;
            sweep.cutOff = topology.nodes[topology.hosts[host]].name;
        }
    }
    sweep.unreachablePairs /= 2;
}

std::vector<std::string>
SubnetManager::Describe() const
{
    std::vector<std::string> lines;
    for (const auto& sweep : m_sweeps)
    {
        const auto at = [](const Time& time) {
            std::ostringstream text;
            text << time.As(Time::US);
            return text.str().substr(text.str().front() == '+' ? 1 : 0);
        };
        std::string line = "subnet manager: " + std::to_string(sweep.linksDown) +
                           " links down, noticed at " + at(sweep.noticed);
        if (sweep.computed < sweep.noticed)
        {
            lines.push_back(line + ", not routed yet");
            continue;
        }
        lines.push_back(line + ", routed at " + at(sweep.computed) + ", " +
                        std::to_string(sweep.switches) + " switches (" +
                        std::to_string(sweep.blocks) + " blocks) written until " +
                        at(sweep.installed));
        if (!sweep.complaint.empty())
        {
            lines.push_back("subnet manager: routed by ns3::MinHopRouting, for " + sweep.complaint);
        }
        if (sweep.unreachablePairs > 0)
        {
            lines.push_back("subnet manager: " + std::to_string(sweep.unreachablePairs) +
                            " pairs of hosts cannot reach each other, such as " + sweep.cutOff +
                            " and others");
        }
    }
    return lines;
}

} // namespace ns3
