// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HPCC_FLOW_WORKLOAD_H
#define AI_FABRIC_HPCC_FLOW_WORKLOAD_H

#include "ns3/fabric-workload.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * Reads the flow.txt of the HPCC simulator and of its successors:
 *
 *     flows
 *     src dst priority dport bytes start     a line for every flow: 0 16 3 100 10000000 2.0
 *
 * src and dst are node ids of the topology, start is in seconds after Start. Rank r is host r. Flow
 * i, in the order of the file, is channel i: each flow has its own queue pair, so two equal lines
 * are two flows that compete. dport must be a port number and has no effect, because queue pairs
 * choose their own entropy. The lines need not be sorted by start.
 */
class HpccFlowWorkload final : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;

    std::string m_file; //!< path of the file
};

} // namespace ns3

#endif // AI_FABRIC_HPCC_FLOW_WORKLOAD_H
