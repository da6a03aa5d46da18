// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_LINK_FAILURE_H
#define AI_FABRIC_LINK_FAILURE_H

#include "fabric-failure.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * The links between two nodes are down for a while, in both directions.
 *
 * What is on the wire is lost, and what a host sends over it. A switch throws away what waits for
 * the port or comes for it (DropReason::LINK_DOWN). The subnet manager of InfiniBand, if there is
 * one, is told of it; on Ethernet routes stay as they are.
 */
class LinkFailure final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoBegin(const FabricNetwork& network) const override;
    void DoEnd(const FabricNetwork& network) const override;

    /** @return all links between the two nodes, ascending */
    std::vector<uint32_t> FindLinks(const FabricTopology& topology) const;
    void SetDown(const FabricNetwork& network, bool down) const;

    std::string m_from; //!< name of a node
    std::string m_to;   //!< name of a node
    int32_t m_number;   //!< of the links between them; -1: all
};

} // namespace ns3

#endif // AI_FABRIC_LINK_FAILURE_H
