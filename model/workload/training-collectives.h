// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_TRAINING_COLLECTIVES_H
#define AI_FABRIC_TRAINING_COLLECTIVES_H

#include "ns3/collective-algorithm.h"
#include "ns3/communication-graph.h"

#include <array>
#include <cstdint>
#include <map>
#include <tuple>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The collectives of a training step, as graphs among 0 to n - 1 that are built once for each
 * number of ranks and size.
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
        SHIFT, //!< each rank sends all its bytes to the next one in a ring
        OPERATIONS
    };

    /** @param allReduce how it is carried out */
    explicit TrainingCollectives(Ptr<const CollectiveAlgorithm> allReduce);

    /** @param operation one @return its name, such as "all-reduce" */
    static const char* GetName(Operation operation);

    /**
     * @param operation what
     * @param ranks how many, at least 2
     * @param bytes at least 1
     * @return a graph that lives as long as this object
     */
    const CommunicationGraph& Get(Operation operation, uint32_t ranks, uint64_t bytes);

  private:
    CommunicationGraph Build(Operation operation, uint32_t ranks, uint64_t bytes) const;

    Ptr<const CollectiveAlgorithm> m_allReduce;
    std::map<std::tuple<Operation, uint32_t, uint64_t>, CommunicationGraph> m_built;
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_COLLECTIVES_H
