// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-lint.h"

#include "buffer-lint-rules.h"
#include "lint-rule.h"
#include "lint-view.h"
#include "priority-lint-rules.h"
#include "transport-lint-rules.h"

#include "ns3/aggregation-manager.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace ns3
{

namespace
{

#if defined(NS3_ASSERT_ENABLE) || !defined(__OPTIMIZE__)
constexpr bool DEBUG_BUILD = true;
#else
constexpr bool DEBUG_BUILD = false;
#endif

std::vector<LintRule>
GetRules()
{
    std::vector<LintRule> rules;
    for (const auto& some : {GetBufferLintRules(), GetPriorityLintRules(), GetTransportLintRules()})
    {
        rules.insert(rules.end(), some.begin(), some.end());
    }
    return rules;
}

} // namespace

FabricLint::FabricLint(Ptr<const FabricProfile> profile, const FabricNetwork& network)
    : m_profile(profile),
      m_network(network),
      m_debugBuild(DEBUG_BUILD)
{
}

void
FabricLint::AddJob(const FabricJob& job)
{
    const auto& nodes = job.graph.GetNodes();
    std::vector<bool> waits(nodes.size());
    for (const auto& dependency : job.graph.GetDependencies())
    {
        waits[dependency.second] = true;
    }
    const size_t nics = m_network.planes.size() + 1;
    const auto use = [this, nics](size_t nic) {
        m_usesNic.resize(nics);
        m_usesNic[nic] = true;
    };
    std::set<uint8_t> levels(m_levels.begin(), m_levels.end());
    std::map<std::pair<uint32_t, int64_t>, std::set<std::pair<uint32_t, uint32_t>>> flows;
    std::vector<bool> isLevelKnown(nodes.GetShapeCount());
    for (size_t i = 0; i < nodes.size(); ++i)
    {
        const auto& node = nodes.GetRelative(i);
        if (node.kind == CommunicationGraph::Kind::AGGREGATE &&
            !AggregationManager::IsInServer(m_network, job, node.channel))
        {
            use(0);
        }
        if (node.kind != CommunicationGraph::Kind::SEND)
        {
            continue;
        }
        const uint32_t from = job.hostOfRank[node.rank];
        const uint32_t to = job.hostOfRank[node.peer];
        const bool splits =
            m_network.server && (m_network.server->SplitsOverNics() || m_network.CountPorts() > 1);
        for (size_t nic = 0; nic < nics && from != to && !m_network.IsScaleUp(from, to); ++nic)
        {
            if (splits || node.channel % nics == nic)
            {
                use(nic);
            }
        }
        if (!isLevelKnown[nodes.GetShapeOf(i)])
        {
            isLevelKnown[nodes.GetShapeOf(i)] = true;
            levels.insert(
                m_network.nics[m_network.GetNic(from)]->GetConnectionFactory().GetServiceLevelTo(
                    m_network.GetNic(to),
                    node.serviceLevel));
        }
        if (!waits[i])
        {
            auto& together = flows[{to, node.timePs}];
            together.insert({from, node.channel});
            m_incast = std::max(m_incast, static_cast<uint32_t>(together.size()));
        }
    }
    m_levels.assign(levels.begin(), levels.end());
}

std::vector<LintFinding>
FabricLint::Check(const std::vector<std::string>& ignored) const
{
    LintView view(*m_profile, m_network);
    view.lanes = m_levels;
    if (m_levels.empty())
    {
        view.lanes = {m_network.nics.front()->GetDefaultServiceLevel()};
    }
    auto& lanes = view.lanes;
    std::transform(lanes.begin(), lanes.end(), lanes.begin(), [&view](uint8_t level) {
        return view.GetNic().GetLane(level);
    });
    std::sort(lanes.begin(), lanes.end());
    lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
    lanes.erase(std::remove(lanes.begin(), lanes.end(), SlToVlMap::DISCARD), lanes.end());
    view.incast = m_incast;
    view.usesNic = m_usesNic;
    view.debugBuild = m_debugBuild;
    const auto& transport = *m_network.transports.front();
    const auto isAbout = [&transport](const LintRule& rule) {
        return rule.need == LintNeed::NOTHING ||
               (rule.need == LintNeed::PACKETS && transport.HasPackets()) ||
               (rule.need == LintNeed::QUEUE_PAIRS && transport.HasQueuePairs());
    };
    std::vector<LintFinding> findings;
    for (const auto& rule : GetRules())
    {
        if (isAbout(rule) && std::find(ignored.begin(), ignored.end(), rule.name) == ignored.end())
        {
            const std::string text = rule.find(view);
            if (!text.empty())
            {
                findings.push_back({rule.name, text});
            }
        }
    }
    return findings;
}

std::vector<std::string>
FabricLint::GetRuleNames()
{
    std::vector<std::string> names;
    for (const auto& rule : GetRules())
    {
        names.emplace_back(rule.name);
    }
    return names;
}

} // namespace ns3
