// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rewiring-ideal-times.h"

#include "ns3/optical-switching.h"

#include <algorithm>

namespace ns3
{

RewiringIdealTimes::RewiringIdealTimes(const FabricScenario& scenario,
                                       size_t fabric,
                                       const FabricNetwork& network,
                                       const std::vector<FaultResult>& faults)
    : m_network(network)
{
    for (const auto& fault : faults)
    {
        const auto event = DynamicCast<OpticalSwitching>(scenario.failures[fault.failure]);
        const auto wiring = event ? event->MakeWiring(scenario.topology) : std::nullopt;
        if (wiring && fault.endPs >= 0)
        {
            const auto& routing = scenario.fabrics[fabric].profile->routing;
            m_wirings.emplace_back(fault.endPs,
                                   network.MeasureWiring(*wiring, event->GetWiredLinks(), routing));
        }
    }
    std::sort(m_wirings.begin(), m_wirings.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
}

void
RewiringIdealTimes::AddTo(JobResult& result, uint32_t queuePairs) const
{
    const auto& kinds = result.records.GetKinds();
    for (const auto& [fromPs, ideal] : m_wirings)
    {
        LaterIdeals later{fromPs, result.idealPsOfKind, result.wirePsOfKind};
        for (size_t i = 0; i < kinds.size(); ++i)
        {
            const auto& kind = kinds[i];
            if (!m_network.IsScaleUp(kind.sourceHost, kind.destHost))
            {
                const uint64_t bytes =
                    m_network.GetPartBytes(kind.sourceHost, kind.destHost, kind.bytes);
                const uint32_t from = m_network.GetNic(kind.sourceHost);
                const uint32_t to = m_network.GetNic(kind.destHost);
                later.idealPsOfKind[i] =
                    ideal.GetPs(from, to, bytes, queuePairs, result.GetMaxPartRatebps(kind, bytes));
                later.wirePsOfKind[i] = ideal.GetWirePs(from, to, bytes);
            }
        }
        result.later.push_back(std::move(later));
    }
}

} // namespace ns3
