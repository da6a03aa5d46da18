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
 * Something that goes wrong with the links between two nodes. A subclass says what.
 */
class FailureOfLinks : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /** @param topology that passed Check() @return the links that are meant, ascending */
    std::vector<uint32_t> GetLinks(const FabricTopology& topology) const;

    /** @return the name of the node at one end, for what has a direction */
    const std::string& GetFrom() const
    {
        return m_from;
    }

    /**
     * @param topology that passed Check()
     * @param link id of one that is meant
     * @return the end of the link that From is, 0 or 1
     */
    uint32_t GetSide(const FabricTopology& topology, uint32_t link) const;

    FabricFault DoDescribe(const FabricNetwork& network) const override;

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const final;
    /**
     * Throws about what a subclass adds.
     *
     * @param topology of all
     * @param links that are meant
     */
    virtual void DoCheckLinks(const FabricTopology& topology,
                              const std::vector<uint32_t>& links) const;
    bool DoFits(const FabricTopology& topology) const final;
    void DoBegin(const FabricNetwork& network) const final;
    void DoEnd(const FabricNetwork& network) const final;
    /**
     * Begins or ends, at one of the links that are meant.
     *
     * @param network of the link
     * @param link its id
     * @param begins true: it begins; false: it ends
     */
    virtual void DoChange(const FabricNetwork& network, uint32_t link, bool begins) const = 0;
    /** @return whether no nodes at all stand for all links */
    virtual bool DoTakesAll() const;

    std::vector<uint32_t> FindLinks(const FabricTopology& topology) const;

    std::string m_from; //!< name of a node
    std::string m_to;   //!< name of a node
    int32_t m_number;   //!< of the links between them; -1: all
};

} // namespace ns3

#endif // AI_FABRIC_FAILURE_OF_LINKS_H
