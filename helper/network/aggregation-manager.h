// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATION_MANAGER_H
#define AI_FABRIC_AGGREGATION_MANAGER_H

#include "switch-aggregation.h"

#include "ns3/aggregate-runner.h"
#include "ns3/aggregation-engine.h"
#include "ns3/aggregation-tree.h"
#include "ns3/fabric-workload.h"

#include <cstdint>
#include <memory>

namespace ns3
{

class FabricNetwork;

/**
 * @ingroup ai-fabric-network
 * Gives the groups of jobs their aggregation trees, as SHARP's manager of the same name does:
 * builds each tree, tells its switches and makes a share for each member.
 *
 * A streaming tree whose window is not given gets, with T the round trip of a full packet of an
 * idle network between the members and the root,
 *
 *     window = ceil(2 T / (wire bytes of a full packet / rate)) + 2     packets
 */
class AggregationManager
{
  public:
    /** @param abilities of the switches */
    explicit AggregationManager(Ptr<const SwitchAggregation> abilities);

    /**
     * A group is served by the network that carries messages between its members: NVLink if they
     * are in one server that has it, otherwise this one.
     *
     * @param network that it manages, always the same
     * @param job whose groups are to be served
     * @return shares in their trees
     * @throw InputError if the switches cannot aggregate or serve no more trees, two members are on
     *        one host, or an operation is too long
     */
    AggregateRunner::Members Install(const FabricNetwork& network, const FabricJob& job);

    /**
     * @param network of the job
     * @param job with groups
     * @param group number of one
     * @return whether NVLink joins all its members, whose NVSwitches serve it then
     */
    static bool IsInServer(const FabricNetwork& network, const FabricJob& job, uint32_t group);

  private:
    /**
     * Builds the tree of a group.
     *
     * @param network of the job
     * @param job whose graph has the group
     * @param group its number
     * @param inServer whether NVSwitches do it
     * @return its members, by rank of the group; none if it has no operations
     */
    std::vector<Ptr<AggregationMember>> InstallGroup(const FabricNetwork& network,
                                                     const FabricJob& job,
                                                     uint32_t group,
                                                     bool inServer);
    /** Throws InputError if the switches cannot serve the group. */
    void Check(const FabricJob& job, uint32_t group, bool inServer) const;
    AggregationMember::Settings GetSettings(const FabricNetwork& network,
                                            const FabricJob& job,
                                            uint32_t group,
                                            bool inServer) const;
    int64_t GetRoundTripPs(const FabricNetwork& network,
                           const AggregationTree& tree,
                           const AggregationMember::Settings& settings) const;
    /** Tells a switch of the tree its part. */
    void InstallSwitch(const FabricNetwork& network,
                       const AggregationTree::Junction& junction,
                       const AggregationMember::Settings& settings) const;

    Ptr<const SwitchAggregation> m_abilities;          //!< of the switches
    std::unique_ptr<AggregationTreeBuilder> m_builder; //!< null until it is needed
    uint32_t m_nextTree{0};                            //!< number of the next tree
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_MANAGER_H
