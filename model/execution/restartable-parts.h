// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESTARTABLE_PARTS_H
#define AI_FABRIC_RESTARTABLE_PARTS_H

#include "ns3/dependency-counter.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The parts of the graph of a job with a JobDriver. Keeps track of the parts at work, and prepares
 * a part to run again.
 *
 * A part is a range of nodes that do not depend on other nodes. The JobDriver may start a part any
 * number of times, but not while the part is at work.
 *
 * Invariant: a part is at work from Start() until Complete() was called for each of its nodes.
 */
class RestartableParts
{
  public:
    /** The nodes of a part. */
    struct Range
    {
        uint32_t begin; //!< first node
        uint32_t end;   //!< behind the last node
    };

    /** Makes an object without parts. */
    RestartableParts() = default;

    /**
     * @param begins first node of each part, ascending; the first part begins with node 0
     * @param dependencies dependencies of the graph, before any node is complete
     * @param nodeCount number of nodes of the graph
     */
    RestartableParts(const std::vector<uint32_t>& begins,
                     const DependencyCounter& dependencies,
                     uint32_t nodeCount);

    /** @param part non-empty part that is not at work @return range of its nodes */
    Range Start(uint32_t part);

    /** @param node node of a part at work @return true if this was the last node of its part */
    bool Complete(uint32_t node);

    /** Ends all parts, whether their nodes are complete or not. */
    void GiveUp();

    /** @param node any node @return index of its part */
    uint32_t GetPart(uint32_t node) const
    {
        return m_partOfNode[node];
    }

    /** @param node any node @return number of its predecessors when its part starts */
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
        uint32_t left; //!< nodes that are not complete; 0: the part is not at work
    };

    std::vector<Part> m_parts;            //!< in the order of their nodes
    std::vector<uint32_t> m_partOfNode;   //!< index into m_parts
    std::vector<uint32_t> m_waitsAtFirst; //!< by node: number of its predecessors
    uint32_t m_atWork{0};                 //!< number of parts at work
};

} // namespace ns3

#endif // AI_FABRIC_RESTARTABLE_PARTS_H
