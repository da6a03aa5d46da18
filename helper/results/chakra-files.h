// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHAKRA_FILES_H
#define AI_FABRIC_CHAKRA_FILES_H

#include "fabric-result.h"

#include "ns3/scenario.h"

#include <cstdint>
#include <iosfwd>
#include <vector>

namespace ns3
{

/**
 * @param scenario scenario of the job
 * @param job a job
 * @throw InputError if the scenario asks for Chakra traces, and the job's graph has nodes or
 *         dependencies that these cannot have; jobs with a driver have no trace
 */
void CheckChakra(const FabricScenario& scenario, const FabricJob& job);

/**
 * A job as it was run, as a Chakra execution trace (schema 0.0.4, see ReadChakraFile()). The id of
 * a node is its number in the graph.
 *
 *     COMPUTE, REDUCE, COPY   COMP_NODE, with the time that the GPU took
 *     SEND, RECV              COMM_SEND_NODE, COMM_RECV_NODE; comm_tag counts the messages between
 *                             two ranks
 *     JOIN                    METADATA_NODE, or COMP_NODE if it has a delay
 *
 * start_time_micros and duration_micros are rounded; a duration that is not zero is at least 1. The
 * attributes ai_fabric_duration_ps, ai_fabric_stream and ai_fabric_channel are exact and not part
 * of the schema. Orders of SENDs, their earliest starts and service levels are lost.
 */
class ChakraTrace
{
  public:
    /** @param recorded job with the times of its nodes, which CheckChakra() accepts; must outlive
     * the object */
    explicit ChakraTrace(const RecordedJob& recorded);

    /**
     * Writes the file of one rank.
     *
     * @param out binary stream
     * @param rank rank of the job
     */
    void Write(std::ostream& out, uint32_t rank) const;

  private:
    const RecordedJob& m_recorded;
    std::vector<std::vector<uint32_t>> m_nodes;  //!< numbers of nodes by rank
    std::vector<std::vector<uint32_t>> m_before; //!< by node: nodes that it waits for
    std::vector<uint32_t> m_tags;                //!< by node: number of its message
};

} // namespace ns3

#endif // AI_FABRIC_CHAKRA_FILES_H
