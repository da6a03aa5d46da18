// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "job-standing.h"

#include "ns3/byte-image.h"
#include "ns3/rank-link.h"

#include <algorithm>
#include <string>

namespace ns3
{

JobStanding
JobStanding::OverRanks() const
{
    JobStanding all = *this;
    std::string image;
    SaveValue(image, *this);
    for (const auto& one : RankLink::Share(image))
    {
        const char* from = one.data();
        const auto other = LoadValue<JobStanding>(from);
        all.isEverythingDone = all.isEverythingDone && other.isEverythingDone;
        all.waitsForTime = all.waitsForTime || other.waitsForTime;
        all.hasWorkInFlight = all.hasWorkInFlight || other.hasWorkInFlight;
        all.finishPs = std::max(all.finishPs, other.finishPs);
        all.failedTicks = std::min(all.failedTicks, other.failedTicks);
    }
    return all;
}

int64_t
GetLatestOverRanks(int64_t ticks)
{
    return RankLink::Max(ticks);
}

} // namespace ns3
