// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_CUT_H
#define AI_FABRIC_GRAPH_CUT_H

#include "repeating-list.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * Nodes that are taken out of a running graph because they repeat the nodes before them: `cycles`
 * times `period` nodes from number `at` on.
 *
 * All nodes before `zone` are done, and the nodes from `zone` to at - 1 equal those that lie as
 * many numbers behind them as are taken out. So the nodes left are the last ones of the whole
 * graph, with other numbers: what refers to a node by the difference of two numbers stays as it is.
 */
struct GraphCut
{
    uint32_t zone;   //!< number of the first node that may be at work
    uint32_t at;     //!< number of the first node that is taken out
    uint32_t period; //!< number of nodes of one cycle, at least 1
    uint32_t cycles; //!< number of cycles

    /** @return number of nodes that are taken out */
    uint32_t GetCount() const
    {
        return period * cycles;
    }
};

/**
 * @ingroup ai-fabric-graph
 * Takes the elements of cut nodes out of a list.
 *
 * @param list list by node, or an empty list
 * @param cut nodes within the list
 */
template <typename T>
void
CutList(std::vector<T>& list, const GraphCut& cut)
{
    if (!list.empty())
    {
        const auto begin = list.begin() + cut.at;
        list.erase(begin, begin + cut.GetCount());
    }
}

/**
 * @ingroup ai-fabric-graph
 * Takes the elements of cut nodes out of a list.
 *
 * @param list list by node, or an empty list
 * @param cut nodes within the list
 */
inline void
CutList(RepeatingList& list, const GraphCut& cut)
{
    if (!list.empty())
    {
        list.Erase(cut.at, cut.GetCount());
    }
}

} // namespace ns3

#endif // AI_FABRIC_GRAPH_CUT_H
