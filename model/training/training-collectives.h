// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_COLLECTIVES_H
#define AI_FABRIC_TRAINING_COLLECTIVES_H

#include "ns3/collective-algorithm.h"
#include "ns3/communication-graph.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * The collectives of a training step, as graphs among 0 to n - 1 that are built once for each size
 * and pattern of servers.
 */
class TrainingCollectives
{
  public:
    /** What a group of ranks does together. Sizes are those of nccl-tests. */
    enum Operation : uint8_t
    {
        ALL_REDUCE,
        ALL_GATHER,
        REDUCE_SCATTER,
        ALL_TO_ALL,
        SHIFT //!< each rank sends all its bytes to the next one in a ring
    };

    static constexpr size_t ALGORITHMS = 4; //!< operations but SHIFT

    /** How each operation but SHIFT is carried out. */
    using Algorithms = std::array<Ptr<const CollectiveAlgorithm>, ALGORITHMS>;

    /**
     * @param algorithms by operation
     * @param serverOfRank a number per server, by rank of the step
     */
    TrainingCollectives(Algorithms algorithms, std::vector<uint32_t> serverOfRank);

    /** @param operation one @return its name, such as "all-reduce" */
    static const char* GetName(Operation operation);

    /**
     * @param operation what
     * @param group who, at least 2
     * @param bytes at least 1
     * @return a graph among the members by their numbers in the group; as long as this object lives
     */
    const CommunicationGraph& Get(Operation operation,
                                  const std::vector<uint32_t>& group,
                                  uint64_t bytes);

  private:
    CommunicationGraph Build(Operation operation,
                             const std::vector<uint32_t>& servers,
                             uint64_t bytes) const;

    Algorithms m_algorithms;
    std::vector<uint32_t> m_serverOfRank;
    std::map<std::tuple<Operation, std::vector<uint32_t>, uint64_t>, CommunicationGraph> m_built;
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_COLLECTIVES_H
