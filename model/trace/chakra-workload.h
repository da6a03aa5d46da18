// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHAKRA_WORKLOAD_H
#define AI_FABRIC_CHAKRA_WORKLOAD_H

#include "collective-trace-workload.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * Runs an MLCommons Chakra execution trace (Sridharan et al., "Chakra: Advancing Performance
 * Benchmarking and Co-design using Standardized Execution Traces", 2023): a file per rank,
 * File.0.et, File.1.et and so on; see ReadChakraFile().
 *
 * A node waits for the nodes that it names as data or control dependencies.
 *
 *     COMP                 computes for its duration or, without one, num_ops / OpsPerSecond; on
 *                          stream 0, or on stream 255 if is_cpu_op
 *     MEM_LOAD, MEM_STORE  take their duration on stream 254
 *     COMM_SEND, COMM_RECV a message of comm_size bytes, matched by comm_tag, see TraceProgram
 *     COMM_COLL            the i-th node of a process group at each of its ranks, together one
 *                          collective
 *     METADATA, INVALID    no time
 *
 * The attributes ai_fabric_duration_ps, ai_fabric_stream and ai_fabric_channel, which the results
 * of a run have (output.chakra), come before duration_micros, is_cpu_op and channel 0.
 *
 * comm_size is the size of a rank's input, as Chakra and astra-sim define it; for an all-gather of
 * n ranks nccl-tests counts n times as many bytes.
 *
 * pg_name or comm_group names a process group of Groups, a JSON object of lists of ranks such as
 * {"0": [0, 1], "1": [2, 3]}, or of the trace's own METADATA. Without a name, or with an empty
 * name, the group is all ranks.
 */
class ChakraWorkload final : public CollectiveTraceWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    class Reader;

    void DoLoad(FabricJob& job, const HostMap& hosts, const std::string& file) const override;

    std::string m_groups;  //!< path of the file of groups; empty: none
    double m_opsPerSecond; //!< operations per second; 0: nodes without a duration take no time
};

} // namespace ns3

#endif // AI_FABRIC_CHAKRA_WORKLOAD_H
