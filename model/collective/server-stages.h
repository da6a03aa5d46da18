// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVER_STAGES_H
#define AI_FABRIC_SERVER_STAGES_H

#include "collective-builder.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * The first stage of a two-level collective, inside servers: the rank of each rail receives the
 * chunks of its rail, [rail * parts, (rail + 1) * parts), from all other ranks of its server and
 * adds them. Ranks begin with different partners, so that no link is crowded.
 *
 * @param builder builder; all servers must have the same number of ranks
 * @param parts chunks of each rail
 */
void ReduceScatterInServers(CollectiveBuilder& builder, uint32_t parts);

/**
 * @ingroup ai-fabric-collective
 * The last stage of a two-level collective: the rank of each rail sends the chunks of its rail to
 * all other ranks of its server.
 *
 * @param builder builder; all servers must have the same number of ranks
 * @param parts chunks of each rail
 */
void AllGatherInServers(CollectiveBuilder& builder, uint32_t parts);

} // namespace ns3

#endif // AI_FABRIC_SERVER_STAGES_H
