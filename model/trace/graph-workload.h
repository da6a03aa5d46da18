// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_WORKLOAD_H
#define AI_FABRIC_GRAPH_WORKLOAD_H

#include "trace-workload.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * A communication graph from a JSON file in the format of ReadGraphFile().
 *
 * Any other workload writes such a file with its attribute SaveGraph.
 */
class GraphWorkload final : public TraceWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoLoad(FabricJob& job, const HostMap& hosts, const std::string& file) const override;
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_WORKLOAD_H
