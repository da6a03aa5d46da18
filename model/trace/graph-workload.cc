// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-workload.h"

#include "ns3/graph-file.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GraphWorkload);

TypeId
GraphWorkload::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GraphWorkload")
                            .SetParent<TraceWorkload>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<GraphWorkload>();
    return tid;
}

void
GraphWorkload::DoLoad(FabricJob& job, const HostMap&, const std::string& file) const
{
    auto graph = ReadGraphFile(file);
    PlaceRanks(job, graph.GetRankCount(), file);
    job.graph = std::move(graph);
}

} // namespace ns3
