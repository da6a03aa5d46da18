// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_COLLECTIVES_H
#define AI_FABRIC_TRAINING_COLLECTIVES_H

#include "training-groups.h"
#include "training-operation.h"

#include "ns3/collective-law.h"
#include "ns3/collective-library.h"
#include "ns3/communication-graph.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Makes the communication of a training step.
 */
class TrainingCollectives
{
  public:
    using Routing = TrainingOperation::Routing; //!< routing of tokens

    virtual ~TrainingCollectives() = default;

    /**
     * @param traffic traffic to whose groups the group belongs
     * @param operation kind of the collective
     * @param group ranks of the step's graph
     * @param bytes size of the collective, at least 1
     * @param routing routing of tokens of DISPATCH and COMBINE; otherwise null
     * @return graph whose ranks are indexes into group
     */
    virtual std::shared_ptr<const CommunicationGraph> Get(TrainingTraffic traffic,
                                                          CollectiveOperation operation,
                                                          const std::vector<uint32_t>& group,
                                                          uint64_t bytes,
                                                          const Routing& routing) = 0;

    /**
     * @param from rank of the step's graph that sends to the next stage
     * @param to rank that receives
     * @param bytes length of the message
     * @return time of the message in ps; empty: the graph has the message itself
     */
    virtual std::optional<int64_t> GetTransferPs(uint32_t from, uint32_t to, uint64_t bytes) = 0;
};

/**
 * @ingroup ai-fabric-training
 * Communication as messages: the graphs of a library.
 */
class SentCollectives final : public TrainingCollectives
{
  public:
    /** @param library library of the job; outlives this object */
    explicit SentCollectives(CollectiveLibrary& library);

    std::shared_ptr<const CommunicationGraph> Get(TrainingTraffic traffic,
                                                  CollectiveOperation operation,
                                                  const std::vector<uint32_t>& group,
                                                  uint64_t bytes,
                                                  const Routing& routing) override;
    std::optional<int64_t> GetTransferPs(uint32_t from, uint32_t to, uint64_t bytes) override;

  private:
    CollectiveLibrary& m_library;
};

/**
 * @ingroup ai-fabric-training
 * Communication by law, for a step in which each rank stands for all ranks of a pipeline stage: a
 * collective is a delay. All groups of a traffic in all stages are assumed to communicate at once,
 * and so are all transfers over the same number of stages.
 */
class LawCollectives final : public TrainingCollectives
{
  public:
    /**
     * All arguments outlive this object.
     *
     * @param groups groups of all ranks, not folded
     * @param hostOfRank host index by rank
     * @param library makes the graphs of collectives
     * @param network the network
     */
    LawCollectives(const TrainingGroups& groups,
                   const std::vector<uint32_t>& hostOfRank,
                   CollectiveLibrary& library,
                   const LawNetwork& network);

    std::shared_ptr<const CommunicationGraph> Get(TrainingTraffic traffic,
                                                  CollectiveOperation operation,
                                                  const std::vector<uint32_t>& group,
                                                  uint64_t bytes,
                                                  const Routing& routing) override;
    std::optional<int64_t> GetTransferPs(uint32_t from, uint32_t to, uint64_t bytes) override;

  private:
    using Key =
        std::tuple<TrainingTraffic, CollectiveOperation, std::vector<uint32_t>, uint64_t, Routing>;

    /** @return groups of ranks that perform a collective of these stages at once */
    std::vector<TrainingGroups::Group> FindGroups(TrainingTraffic traffic,
                                                  const std::vector<uint32_t>& stages) const;

    const TrainingGroups& m_groups;
    const std::vector<uint32_t>& m_hostOfRank;
    CollectiveLibrary& m_library;
    CollectiveLaw m_law;
    std::map<Key, std::shared_ptr<const CommunicationGraph>> m_known;
    std::map<std::tuple<int64_t, uint64_t>, int64_t> m_transfers; //!< by distance of the stages
                                                                  //!< and bytes: time in ps
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_COLLECTIVES_H
