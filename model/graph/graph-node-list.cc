// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-node-list.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/** @return a hash of all fields */
size_t
HashNode(const GraphNode& node)
{
    // Odd factors, the fractional parts of square roots: a change of any field changes the upper
    // half of the sum.
    constexpr uint64_t FACTORS[] = {0x6a09e667f3bcc909,
                                    0xbb67ae8584caa73b,
                                    0x3c6ef372fe94f82b,
                                    0xa54ff53a5f1d36f1,
                                    0x510e527fade682d1};
    uint64_t hash =
        node.bytes * FACTORS[0] + static_cast<uint64_t>(node.timePs) * FACTORS[1] +
        (uint64_t{node.rank} << 32 | node.peer) * FACTORS[2] +
        (uint64_t{node.match} << 32 | node.channel) * FACTORS[3] +
        (uint64_t{static_cast<uint16_t>(node.serviceLevel)} << 48 | uint64_t{node.label} << 32 |
         static_cast<uint64_t>(node.kind) << 16 | static_cast<uint64_t>(node.stream) << 8 |
         static_cast<uint64_t>(node.operation)) *
            FACTORS[4];
    hash ^= hash >> 32;
    hash *= FACTORS[0];
    hash ^= hash >> 32;
    return hash;
}

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
    const uint32_t old = m_shapeOf.at(number);
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
    m_shapeOf[number] = FindOrAdd(shape);
}

void
GraphNodeList::Settle()
{
    m_index = std::vector<uint32_t>();
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
    size_t place = HashNode(shape) & mask;
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
