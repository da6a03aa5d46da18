// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-result.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

double
JobResult::GetAlgorithmBandwidth() const
{
    return complete && durationPs > 0
               ? static_cast<double>(collectiveBytes) * PS_PER_SECOND / durationPs
               : 0;
}

double
JobResult::GetBusBandwidth() const
{
    return GetAlgorithmBandwidth() * busFactor;
}

double
JobResult::GetPercentOfIdeal() const
{
    return complete && durationPs > 0 ? 100.0 * idealDurationPs / durationPs : 0;
}

size_t
JobResult::CountMeasured() const
{
    size_t count = 0;
    for (size_t i = 0; i < records.size(); ++i)
    {
        count += IsMeasured(i) ? 1 : 0;
    }
    return count;
}

int64_t
JobResult::FindLeast(size_t message,
                     int64_t firstPs,
                     std::vector<int64_t> LaterIdeals::*timesOfKind) const
{
    const auto record = records[message];
    int64_t leastPs = firstPs;
    for (const auto& wiring : later)
    {
        const int64_t ps = (wiring.*timesOfKind)[records.GetKind(message)];
        if (record.startPs >= wiring.fromPs)
        {
            leastPs = ps;
        }
        else if (!records.HasEnded(message) || record.finishedPs > wiring.fromPs)
        {
            leastPs = std::min(leastPs, ps);
        }
    }
    return leastPs;
}

double
BackgroundResult::GetGoodputbps(uint64_t bytes) const
{
    return durationPs > 0 ? 8.0 * bytes * PS_PER_SECOND / durationPs : 0;
}

double
BackgroundResult::GetGoodputbps() const
{
    uint64_t bytes = 0;
    for (const auto& flow : flows)
    {
        bytes += flow.receivedBytes;
    }
    return GetGoodputbps(bytes);
}

bool
FabricResult::IsComplete() const
{
    return std::all_of(jobs.begin(), jobs.end(), [](const auto& job) { return job.complete; });
}

size_t
NearestRank(size_t count, double share)
{
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(count)));
    return std::max<size_t>(rank, 1) - 1;
}

MessageSlowdown
Summarize(std::vector<double>& values)
{
    if (values.empty())
    {
        return {};
    }
    const auto atRank = [&values](double share) {
        const auto position =
            values.begin() + static_cast<std::ptrdiff_t>(NearestRank(values.size(), share));
        std::nth_element(values.begin(), position, values.end());
        return *position;
    };
    return {atRank(0.5),
            atRank(0.99),
            *std::max_element(values.begin(), values.end()),
            values.size()};
}

} // namespace ns3
