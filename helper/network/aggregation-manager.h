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
 * Gives the groups of jobs their aggregation trees, like SHARP's manager of the same name: builds
 * each tree, configures its switches and makes a member for each rank.
 *
 * A streaming tree without a given window gets, with T the round trip of a full packet on an idle
 * network between the members and the root,
 *
 *     window = ceil(2 T / (wire bytes of a full packet / rate)) + 2     packets
 */
class AggregationManager
{
  public:
    /** @param abilities aggregation abilities of the switches */
    explicit AggregationManager(Ptr<const SwitchAggregation> abilities);

    /**
     * Builds the trees of a job's groups. The network that carries messages between the members
     * serves a group: NVLink if all members are in one server that has it, otherwise this one.
     *
     * @param network network that it manages; the same at each call
     * @param job job whose groups are served
     * @return members in their trees
     * @throw InputError if the switches cannot aggregate or serve no more trees, two members are on
     *         one host, or an operation is too long
     */
    AggregateRunner::Members Install(const FabricNetwork& network, const FabricJob& job);

    /**
     * @param network network of the job
     * @param job job with groups
     * @param group number of the group
     * @return true if NVLink joins all its members; then NVSwitches serve the group
     */
    static bool IsInServer(const FabricNetwork& network, const FabricJob& job, uint32_t group);

    /** @return share of the links' rate that operations of these switches reach, up to 1 */
    double GetEfficiency() const
    {
        return m_abilities->efficiency;
    }

  private:
    /**
     * Builds the tree of a group.
     *
     * @param network network of the job
     * @param job job whose graph has the group
     * @param group number of the group
     * @param inServer true: NVSwitches serve the group
     * @return its members, by rank of the group; empty if it has no operations
     */
    std::vector<Ptr<AggregationMember>> InstallGroup(const FabricNetwork& network,
                                                     const FabricJob& job,
                                                     uint32_t group,
                                                     bool inServer);
    /** Throws InputError if the switches cannot serve the group. */
    void Check(const FabricNetwork& network,
               const FabricJob& job,
               uint32_t group,
               bool inServer) const;
    AggregationMember::Settings GetSettings(const FabricNetwork& network,
                                            const FabricJob& job,
                                            uint32_t group,
                                            bool inServer) const;
    int64_t GetRoundTripPs(const FabricNetwork& network,
                           const AggregationTree& tree,
                           const AggregationMember::Settings& settings) const;
    /** Configures a switch for its part of the tree. */
    void InstallSwitch(const FabricNetwork& network,
                       const AggregationTree::Junction& junction,
                       const AggregationMember::Settings& settings) const;

    Ptr<const SwitchAggregation> m_abilities;          //!< aggregation abilities of the switches
    std::unique_ptr<AggregationTreeBuilder> m_builder; //!< null: not needed yet
    uint32_t m_nextTree{0};                            //!< number of the next tree
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_MANAGER_H
