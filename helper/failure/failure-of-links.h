// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FAILURE_OF_LINKS_H
#define AI_FABRIC_FAILURE_OF_LINKS_H

#include "fabric-failure.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * A failure of the links between two nodes. A subclass defines the failure.
 */
class FailureOfLinks : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /** @param topology topology that passed Check() @return ids of the affected links, ascending */
    std::vector<uint32_t> GetLinks(const FabricTopology& topology) const;

    /** @return name of the node at the From end, for failures with a direction */
    const std::string& GetFrom() const
    {
        return m_from;
    }

    /**
     * @param topology topology that passed Check()
     * @param link id of an affected link
     * @return end of the link that is at From, 0 or 1
     */
    uint32_t GetSide(const FabricTopology& topology, uint32_t link) const;

    FabricFault DoDescribe(const FabricNetwork& network) const override;

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const final;
    /**
     * Throws if the attributes of a subclass are wrong.
     *
     * @param topology topology of the network
     * @param links ids of the affected links
     */
    virtual void DoCheckLinks(const FabricTopology& topology,
                              const std::vector<uint32_t>& links) const;
    bool DoFits(const FabricTopology& topology) const final;
    void DoSet(const FabricNetwork& network, bool begins) const final;
    /**
     * Begins or ends the failure on one affected link.
     *
     * @param network network of the link
     * @param link id of the link
     * @param begins true: the failure begins; false: it ends
     */
    virtual void DoChange(const FabricNetwork& network, uint32_t link, bool begins) const = 0;
    /** @return true if all links are affected when no nodes are named */
    virtual bool DoTakesAll() const;

    /** @return true if all links of all planes are affected */
    bool TakesAll() const;

    std::vector<uint32_t> FindLinks(const FabricTopology& topology) const;

    std::string m_from; //!< name of a node
    std::string m_to;   //!< name of a node
    int32_t m_number;   //!< index among the links between the two nodes; -1: all
};

} // namespace ns3

#endif // AI_FABRIC_FAILURE_OF_LINKS_H
