// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_CUT_H
#define AI_FABRIC_GRAPH_CUT_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * Nodes that are taken out of a running graph because they repeat the nodes before them: `cycles`
 * times `period` nodes from number `at` on.
 *
 * The nodes from `zone` to at - 1 are at work. The lists of their successors are those of the nodes
 * that take the places behind them, so these lists stay as they are.
 */
struct GraphCut
{
    uint32_t zone;   //!< number of the first node that is at work
    uint32_t at;     //!< number of the first node that is taken out
    uint32_t period; //!< number of nodes of one cycle, at least 1
    uint32_t cycles; //!< number of cycles, at least 1

    /** @return number of nodes that are taken out */
    uint32_t GetCount() const
    {
        return period * cycles;
    }
};

/** @ingroup ai-fabric-graph Cuts of one instant: ascending and apart from each other. */
using GraphCuts = std::vector<GraphCut>;

/**
 * @ingroup ai-fabric-graph
 * Takes the elements of cut nodes out of a list.
 *
 * @param list list by node, or an empty list
 * @param cuts cuts within the list
 */
template <typename T>
void
CutList(std::vector<T>& list, const GraphCuts& cuts)
{
    if (list.empty() || cuts.empty())
    {
        return;
    }
    size_t to = cuts.front().at;
    for (size_t i = 0; i < cuts.size(); ++i)
    {
        const size_t end = i + 1 < cuts.size() ? cuts[i + 1].at : list.size();
        for (size_t from = size_t{cuts[i].at} + cuts[i].GetCount(); from < end; ++from)
        {
            list[to++] = list[from];
        }
    }
    list.resize(to);
}

/**
 * @ingroup ai-fabric-graph
 * @param number number of a node that is not taken out
 * @param cuts cuts
 * @return number of nodes before it that are taken out
 */
inline uint32_t
CountCutBefore(uint32_t number, const GraphCuts& cuts)
{
    uint32_t count = 0;
    for (const auto& cut : cuts)
    {
        count += cut.at <= number ? cut.GetCount() : 0;
    }
    return count;
}

/**
 * @ingroup ai-fabric-graph
 * @param number number of a node
 * @param cuts cuts
 * @return the cut in whose zone the node is at work; null: it is in none
 */
inline const GraphCut*
FindZone(uint32_t number, const GraphCuts& cuts)
{
    for (const auto& cut : cuts)
    {
        if (cut.zone <= number && number < cut.at)
        {
            return &cut;
        }
    }
    return nullptr;
}

} // namespace ns3

#endif // AI_FABRIC_GRAPH_CUT_H
