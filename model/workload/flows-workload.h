// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLOWS_WORKLOAD_H
#define AI_FABRIC_FLOWS_WORKLOAD_H

#include "fabric-workload.h"

#include <functional>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Flows that are listed one by one, in Flows or in a file:
 *
 *     from,to,bytes,start,rate,name,priority      heading: columns in any order
 *     0,4,50MB,0,,first,                          a line for every flow
 *     1,4,50MB,200us,40Gbps,second,
 *
 * from and to are ranks of the job: host indexes, unless Hosts, Gpus or Placement select others.
 * Only from, to and bytes are required. A flow starts at start after the start of the job, sends at
 * rate at most (on the wire, headers included), and has a channel, and thus a queue pair, of its
 * own. So two equal lines are two flows that compete. name is the flow's name in flows.csv,
 * rates.csv and in figures. A priority precedes that of the job.
 */
class FlowsWorkload final : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** Text of each key of a flow. */
    using Row = std::map<std::string, std::string>;

    /** Throws InputError about a key of a flow. Arguments: key, error and what is allowed. */
    using Refuse = std::function<void(const std::string& key, const std::string& problem)>;

    void DoBuild(FabricJob& job, const HostMap& hosts) const override;

    void AddListed(FabricJob& job) const;
    void AddFile(FabricJob& job) const;
    void Add(FabricJob& job, const Row& row, const Refuse& refuse) const;

    std::string m_flows; //!< flows as rows of key=value
    std::string m_file;  //!< path of the file; empty: none
};

} // namespace ns3

#endif // AI_FABRIC_FLOWS_WORKLOAD_H
