// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-counts.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/link-files.h"

namespace ns3
{

void
CollectCounts(const BuiltFabric& built, FabricResult& result)
{
    const auto& network = built.network;
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    result.statistics = FabricStatistics::Collect(network.GetScaleOutParts(), nowPs);
    if (network.scaleUp)
    {
        result.scaleUpStatistics = FabricStatistics::Collect(network.scaleUp->GetParts(), nowPs);
        for (const auto& job : built.jobs)
        {
            result.scaleUpStatistics->deliveredBytes += job->GetCollectiveBytes();
        }
    }
    if (network.northSouth)
    {
        result.northSouthStatistics =
            FabricStatistics::Collect(network.northSouth->GetParts(), nowPs);
    }
    result.endPs = nowPs;
    result.networks = CollectLinks(network, nowPs);
}

} // namespace ns3
