// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "server-collectives.h"

#include <algorithm>
#include <utility>

namespace ns3
{

ServerCollectives::ServerCollectives(std::unique_ptr<const LawNetwork> network)
    : m_network(std::move(network)),
      m_law(*m_network)
{
}

std::vector<int64_t>
ServerCollectives::GetEndsPs(const std::shared_ptr<const CommunicationGraph>& graph,
                             const std::vector<uint32_t>& hosts,
                             const std::vector<int64_t>& startsPs)
{
    const auto [first, last] = std::minmax_element(startsPs.begin(), startsPs.end());
    Times starts;
    for (const int64_t startPs : startsPs)
    {
        starts.push_back(startPs - *first);
    }
    Times ends;
    {
        const std::lock_guard lock(m_mutex);
        auto& known = m_known[graph];
        const auto found = known.find(starts);
        if (found != known.end())
        {
            ends = found->second;
        }
        else
        {
            ends = m_law.GetEndsPs({graph, hosts}, starts);
            if (known.size() < MOST_KNOWN)
            {
                known.emplace(std::move(starts), ends);
            }
        }
    }
    for (int64_t& endPs : ends)
    {
        endPs = std::max(endPs + *first, *last);
    }
    return ends;
}

} // namespace ns3
