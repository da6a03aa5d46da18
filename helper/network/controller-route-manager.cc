// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "controller-route-manager.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ControllerRouteManager");

NS_OBJECT_ENSURE_REGISTERED(ControllerRouteManager);

TypeId
ControllerRouteManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ControllerRouteManager")
            .SetParent<RouteManager>()
            .SetGroupName("AiFabric")
            .AddConstructor<ControllerRouteManager>()
            .AddAttribute(
                "DetectionTime",
                "Time from the change of a link until the switches at its ends detect it.",
                TimeValue(MilliSeconds(1)),
                MakeTimeAccessor(&ControllerRouteManager::m_detectionTime),
                MakeTimeChecker(Time(0)))
            .AddAttribute("FastFailover",
                          "Whether a switch avoids a dead port by itself as soon as it detects it, "
                          "if it has other ports.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&ControllerRouteManager::m_localRepair),
                          MakeBooleanChecker())
            .AddAttribute("MessageTime",
                          "Delay of a message from a switch to the controller, or back.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&ControllerRouteManager::m_messageTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("EventTime",
                          "Time that the controller needs to process a message; messages are "
                          "processed one after another.",
                          TimeValue(MicroSeconds(33)),
                          MakeTimeAccessor(&ControllerRouteManager::m_eventTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Interval",
                          "Routes are computed only at multiples of this time; 0: as soon as the "
                          "controller knows of a change.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&ControllerRouteManager::m_interval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ComputationTime",
                          "Time to compute the routes of the whole network.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&ControllerRouteManager::m_computationTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("RuleTime",
                          "Time that a switch needs to write one rule into its tables.",
                          TimeValue(MilliSeconds(5)),
                          MakeTimeAccessor(&ControllerRouteManager::m_ruleTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxSwitches",
                          "Number of switches that get rules at the same time; 0: all.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ControllerRouteManager::m_maxSwitches),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
ControllerRouteManager::DoNotifyDetected()
{
    NS_LOG_FUNCTION(this);
    if (m_told.empty())
    {
        m_told = GetDarkAtFirst();
        m_heard = m_told;
        m_known = m_told;
        const auto& topology = GetNetwork().topology;
        const auto linksByNode = topology.GetLinksByNode();
        for (const uint32_t host : topology.hosts)
        {
            m_edges.push_back(topology.GetPeer(linksByNode[host].front(), host));
        }
    }
    const uint32_t count = CountMessages();
    m_told = GetDead();
    if (count > 0)
    {
        const Ptr<ControllerRouteManager> self(this);
        Simulator::Schedule(m_messageTime,
                            [self, count, dead = m_told] { self->Hear(count, dead); });
    }
}

uint32_t
ControllerRouteManager::CountMessages() const
{
    const auto& links = GetNetwork().topology.links;
    const auto& dead = GetDead();
    std::vector<bool> alive(GetNetwork().topology.nodes.size());
    for (size_t link = 0; link < links.size(); ++link)
    {
        if (!dead[link])
        {
            alive[links[link].a] = true;
            alive[links[link].b] = true;
        }
    }
    uint32_t count = 0;
    for (size_t link = 0; link < links.size(); ++link)
    {
        if (dead[link] != m_told[link])
        {
            for (const uint32_t node : {links[link].a, links[link].b})
            {
                // A switch without any working port counts as dead.
                count += GetNetwork().switchOfNode[node] && alive[node] ? 1 : 0;
            }
        }
    }
    return count;
}

void
ControllerRouteManager::Hear(uint32_t count, const std::vector<bool>& dead)
{
    NS_LOG_FUNCTION(this << count);
    if (m_heard == m_known)
    {
        m_firstHeard = Simulator::Now();
    }
    m_heard = dead;
    m_waiting += count;
    if (!m_busy)
    {
        Work();
    }
}

void
ControllerRouteManager::Work()
{
    NS_LOG_FUNCTION(this);
    const Ptr<ControllerRouteManager> self(this);
    m_busy = m_waiting > 0;
    if (m_busy)
    {
        Simulator::Schedule(TimeStep(m_eventTime.GetTimeStep() * m_waiting),
                            [self] { self->Work(); });
        m_waiting = 0;
        return;
    }
    if (m_heard == m_known)
    {
        return;
    }
    const int64_t interval = m_interval.GetTimeStep();
    const int64_t late = interval > 0 ? Simulator::Now().GetTimeStep() % interval : 0;
    if (late == 0)
    {
        BeginRoute();
    }
    else if (!m_ticking)
    {
        m_ticking = true;
        Simulator::Schedule(TimeStep(interval - late), [self] { self->Tick(); });
    }
}

void
ControllerRouteManager::Tick()
{
    NS_LOG_FUNCTION(this);
    m_ticking = false;
    if (!m_busy)
    {
        Work();
    }
}

void
ControllerRouteManager::BeginRoute()
{
    NS_LOG_FUNCTION(this);
    m_busy = true;
    m_known = m_heard;
    GetReroute(BeginReroute(m_known)).noticed = m_firstHeard;
    const Ptr<ControllerRouteManager> self(this);
    Simulator::Schedule(m_computationTime, [self] { self->Route(); });
}

void
ControllerRouteManager::Route()
{
    NS_LOG_FUNCTION(this);
    const std::size_t index = GetReroutes().size() - 1;
    auto routes = Compute(index, m_known);
    Reroute& reroute = GetReroute(index);
    reroute.installed = reroute.computed;
    m_changes.clear();
    for (uint32_t node = 0; node < routes.nodes.size(); ++node)
    {
        const bool isSwitch = GetNetwork().switchOfNode[node];
        const uint32_t rules = isSwitch ? CountRules(node, routes.nodes[node]) : 0;
        if (rules > 0)
        {
            reroute.rules += rules;
            m_changes.push_back({node, rules, std::move(routes.nodes[node])});
        }
    }
    const std::size_t count = m_changes.size();
    reroute.switches = static_cast<uint32_t>(count);
    m_begun = 0;
    m_confirmed = 0;
    const std::size_t atOnce = m_maxSwitches == 0 ? count : std::min<size_t>(m_maxSwitches, count);
    while (m_begun < atOnce)
    {
        Update();
    }
    if (count == 0)
    {
        Work();
    }
}

void
ControllerRouteManager::Update()
{
    NS_LOG_FUNCTION(this);
    const std::size_t index = m_begun++;
    const int64_t rules = m_ruleTime.GetTimeStep() * m_changes[index].rules;
    const Ptr<ControllerRouteManager> self(this);
    Simulator::Schedule(m_messageTime + TimeStep(rules), [self, index] { self->Install(index); });
}

void
ControllerRouteManager::Install(std::size_t index)
{
    NS_LOG_FUNCTION(this << index);
    GetReroute(GetReroutes().size() - 1).installed = Simulator::Now();
    Write(m_changes[index].node, std::move(m_changes[index].routes));
    const Ptr<ControllerRouteManager> self(this);
    Simulator::Schedule(m_messageTime, [self] { self->Confirm(); });
}

void
ControllerRouteManager::Confirm()
{
    NS_LOG_FUNCTION(this);
    ++m_confirmed;
    if (m_begun < m_changes.size())
    {
        Update();
    }
    else if (m_confirmed == m_changes.size())
    {
        Work();
    }
}

uint32_t
ControllerRouteManager::CountRules(uint32_t node, const NodeRoutes& next) const
{
    const auto* const tables = GetNetwork().routes->GetTables();
    const auto& topology = GetNetwork().topology;
    const NodeRoutes& written = GetWritten(node);
    // A single link stands for all paths of a table.
    const auto spell = [tables](const std::vector<uint32_t>& links) -> std::vector<uint32_t> {
        return tables && links.size() == 1
                   ? std::vector<uint32_t>(tables->GetPathCount(), links.front())
                   : links;
    };
    std::set<std::tuple<uint32_t, std::vector<uint32_t>, std::vector<uint32_t>>> rules;
    for (uint32_t host = 0; host < topology.GetHostCount(); ++host)
    {
        const auto before = spell(GetLinksTo(written, host));
        const auto after = spell(GetLinksTo(next, host));
        if (before != after)
        {
            rules.emplace(m_edges[host], before, after);
        }
    }
    return static_cast<uint32_t>(rules.size());
}

std::string
ControllerRouteManager::DoGetName() const
{
    return "controller";
}

std::string
ControllerRouteManager::DoDescribe(const Reroute& reroute) const
{
    return reroute.computed < reroute.noticed
               ? "not routed yet"
               : "routed at " + Format(reroute.computed) + ", " + std::to_string(reroute.switches) +
                     " switches (" + std::to_string(reroute.rules) + " rules) written until " +
                     Format(reroute.installed);
}

} // namespace ns3
