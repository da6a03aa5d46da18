// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-node-list.h"

#include <stdexcept>

namespace ns3
{

namespace
{

/** @return the node with its match relative to its number */
GraphNode
MakeRelative(GraphNode node, size_t number)
{
    node.match -= node.MatchesNode() ? static_cast<uint32_t>(number) : 0;
    return node;
}

} // namespace

void
GraphNodeList::Add(const GraphNode& node)
{
    m_shapeOf.push_back(FindOrAdd(MakeRelative(node, size())));
}

void
GraphNodeList::Set(size_t number, const GraphNode& node)
{
    Check(number);
    const uint32_t old = m_shapeOf[number];
    const GraphNode shape = MakeRelative(node, number);
    Shape& entry = GetEntry(old);
    if (shape == entry)
    {
        return;
    }
    if (entry.uses == 1)
    {
        static_cast<GraphNode&>(entry) = shape;
        return;
    }
    entry.uses -= entry.uses < MANY ? 1 : 0;
    m_shapeOf.Set(number, FindOrAdd(shape));
}

void
GraphNodeList::Restore(const GraphCut& cut)
{
    m_shapeOf.InsertRepeated(cut.at, cut.GetCount(), cut.period);
}

void
GraphNodeList::Settle()
{
    m_index = std::vector<uint32_t>();
    m_shapeOf.Settle();
}

void
GraphNodeList::Check(size_t number) const
{
    if (number >= size())
    {
        throw std::out_of_range("no node has this number");
    }
}

/** Counts one more use. @return the shape */
uint32_t
GraphNodeList::FindOrAdd(const GraphNode& shape)
{
    if (m_index.size() <= 2 * m_shapeCount)
    {
        EnlargeIndex();
    }
    uint32_t& found = m_index[FindPlace(shape)];
    if (found == NONE)
    {
        found = AddShape(shape);
    }
    Shape& entry = GetEntry(found);
    entry.uses += entry.uses < MANY ? 1 : 0;
    return found;
}

/** @return place of the shape in the index, or the place for it */
size_t
GraphNodeList::FindPlace(const GraphNode& shape) const
{
    const size_t mask = m_index.size() - 1;
    size_t place = shape.GetHash() & mask;
    while (m_index[place] != NONE && !(GetShape(m_index[place]) == shape))
    {
        place = (place + 1) & mask;
    }
    return place;
}

/** @return number of the new shape */
uint32_t
GraphNodeList::AddShape(const GraphNode& shape)
{
    if (m_shapeCount % CHUNK == 0)
    {
        m_shapes.emplace_back();
        if (m_shapeCount > 0)
        {
            m_shapes.back().reserve(CHUNK);
        }
    }
    Shape& entry = m_shapes.back().emplace_back();
    static_cast<GraphNode&>(entry) = shape;
    return m_shapeCount++;
}

/** Rebuilds the index; shapes changed since they were added move to their new places. */
void
GraphNodeList::EnlargeIndex()
{
    size_t size = 64;
    while (size <= 4 * size_t{m_shapeCount})
    {
        size *= 2;
    }
    m_index.assign(size, NONE);
    for (uint32_t shape = 0; shape < m_shapeCount; ++shape)
    {
        m_index[FindPlace(GetShape(shape))] = shape;
    }
}

} // namespace ns3
