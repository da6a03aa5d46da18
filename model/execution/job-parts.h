// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_PARTS_H
#define AI_FABRIC_JOB_PARTS_H

#include "ns3/dependency-counter.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The parts of the graph of a job with a JobDriver: knows which are at work, and prepares a part to
 * run again.
 *
 * A part is a range of nodes that do not depend on other nodes. The JobDriver starts it any number
 * of times, but not while it is at work.
 *
 * Invariant: a part is at work from Start() until Complete() was called for each of its nodes.
 */
class JobParts
{
  public:
    /** The nodes of a part. */
    struct Range
    {
        uint32_t begin; //!< the first one
        uint32_t end;   //!< behind the last one
    };

    /** No part. */
    JobParts() = default;

    /**
     * @param begins the first node of each part, ascending; the first part begins with node 0
     * @param dependencies of the graph, of which nothing is complete yet
     * @param nodeCount of the graph
     */
    JobParts(const std::vector<uint32_t>& begins,
             const DependencyCounter& dependencies,
             uint32_t nodeCount);

    /** @param part that is not at work, and not empty @return its nodes */
    Range Start(uint32_t part);

    /** @param node of a part at work @return whether it was the last of its part */
    bool Complete(uint32_t node);

    /** No part is at work any more, whatever was left of it. */
    void GiveUp();

    /** @param node any @return its part */
    uint32_t GetPart(uint32_t node) const
    {
        return m_partOfNode[node];
    }

    /** @param node any @return what it waits for when its part starts */
    uint32_t GetWaitsAtFirst(uint32_t node) const
    {
        return m_waitsAtFirst[node];
    }

    /** @return whether any part is at work */
    bool AreAtWork() const
    {
        return m_atWork > 0;
    }

  private:
    /** A part. */
    struct Part
    {
        Range nodes;
        uint32_t left; //!< nodes to be completed; 0: it is not at work
    };

    std::vector<Part> m_parts;            //!< in the order of their nodes
    std::vector<uint32_t> m_partOfNode;   //!< index into m_parts
    std::vector<uint32_t> m_waitsAtFirst; //!< by node: its predecessors
    uint32_t m_atWork{0};                 //!< how many parts are at work
};

} // namespace ns3

#endif // AI_FABRIC_JOB_PARTS_H
