// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "server-stages.h"

namespace ns3
{

namespace
{

/**
 * Calls a function for every pair of ranks of a server.
 *
 * @param exchange function of the two ranks and the rails of both
 */
template <typename Exchange>
void
ForEachPair(const RankLayout& layout, const Exchange& exchange)
{
    const uint32_t rails = layout.GetRanksPerServer();
    for (uint32_t distance = 1; distance < rails; ++distance)
    {
        for (uint32_t server = 0; server < layout.GetServers(); ++server)
        {
            const auto& members = layout.GetMembers(server);
            for (uint32_t rail = 0; rail < rails; ++rail)
            {
                const uint32_t to = (rail + distance) % rails;
                exchange(members[rail], members[to], rail, to);
            }
        }
    }
}

} // namespace

void
ReduceScatterInServers(CollectiveBuilder& builder, uint32_t parts)
{
    ForEachPair(builder.GetLayout(), [&](uint32_t from, uint32_t to, uint32_t, uint32_t toRail) {
        builder.SendAndReduce(from, to, {toRail * parts, parts});
    });
}

void
AllGatherInServers(CollectiveBuilder& builder, uint32_t parts)
{
    ForEachPair(builder.GetLayout(), [&](uint32_t from, uint32_t to, uint32_t fromRail, uint32_t) {
        builder.Send(from, to, {fromRail * parts, parts});
    });
}

} // namespace ns3
