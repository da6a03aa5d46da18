// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nccl-limits.h"

#include <algorithm>
#include <boost/integer/integer_log2.hpp>
#include <vector>

namespace ns3
{

NcclLimits
GetNcclLimits(uint32_t computeCapability, uint32_t servers, bool amdHost)
{
    // By generation (Volta, Ampere, Hopper, Blackwell) and servers (one, two, more).
    // clang-format off
    static const double LL_ONE_SERVER[] = {39, 87.7, 141, 282};
    static const double LL_NETWORK[][2] = {{39, 20.4}, {22.5, 19}}; // hosts of Intel, of AMD
    static const double RING_LL128[] = {20, 20, 36.7, 40};
    static const double TREE_LL128[][3] = {{20, 20, 20}, {20, 20, 20}, {36.7, 36.7, 29}, {55.6, 31.67, 20}};
    static const double TREE[][3] = {{26.5, 18.5, 10}, {24, 23.6, 17.8}, {38.7, 41.4, 36}, {70, 42.8, 24}};
    static const double NVLS_TREE[][3] = {{0, 0, 0}, {0, 0, 0}, {0, 57.7, 45.5}, {0, 96, 80}};
    static const double NVLS[] = {0, 0, 0.85, 0.74};
    // clang-format on
    const size_t generation = computeCapability >= 100  ? 3
                              : computeCapability >= 90 ? 2
                              : computeCapability >= 80 ? 1
                                                        : 0;
    const size_t spread = std::min(servers, 3u) - 1;
    NcclLimits limits;
    limits.llGBps =
        spread == 0 ? LL_ONE_SERVER[generation] : LL_NETWORK[amdHost ? 1 : 0][spread - 1];
    limits.ringLl128ChannelGBps = RING_LL128[generation];
    limits.treeLl128ChannelGBps = TREE_LL128[generation][spread];
    limits.treeChannelGBps = TREE[generation][spread];
    limits.nvlsTreeChannelGBps = NVLS_TREE[generation][spread];
    limits.nvlsEfficiency = NVLS[generation];
    return limits;
}

double
GetNcclTreeCorrection(NcclProtocol protocol, uint64_t bytes)
{
    // By powers of two from 64 B on.
    // clang-format off
    static const std::vector<std::vector<double>> TENTHS = {
        {10, 10, 10, 10, 9, 8, 7, 7, 7, 7, 6, 5, 4, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10},
        {10, 10, 10, 10, 10, 9, 8, 8, 8, 7, 6, 6, 6, 6, 6, 6, 8, 9, 9, 9, 9, 10, 10},
        {9, 9, 9, 9, 9, 9, 9, 8, 7, 6, 6, 5, 5, 5, 5, 6, 7, 8, 7, 7, 8, 9, 9}};
    // clang-format on
    const auto& row = TENTHS[static_cast<size_t>(protocol)];
    const auto index = boost::integer_log2(std::max<uint64_t>(bytes / 64, 1));
    return static_cast<size_t>(index) < row.size() ? row[index] / 10 : 1;
}

} // namespace ns3
