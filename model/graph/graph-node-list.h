// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_NODE_LIST_H
#define AI_FABRIC_GRAPH_NODE_LIST_H

#include "graph-node.h"

#include "ns3/index-iterator.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * The nodes of a communication graph, by number, in little memory where they repeat.
 *
 * Collectives do the same over and over: of the five million nodes of a ring among 1,024 ranks some
 * five thousand differ in more than their numbers. So each node is 4 B, the number of its shape,
 * and a shape is kept once: a node whose match is relative to its own number. A graph in which
 * nothing repeats takes 44 B per node, and 8 to 16 B more until Settle().
 */
class GraphNodeList
{
  public:
    using Iterator = IndexIterator<GraphNodeList, GraphNode>; //!< goes through the nodes

    /** @return how many nodes there are */
    size_t size() const
    {
        return m_shapeOf.size();
    }

    /** @return whether there is none */
    bool empty() const
    {
        return m_shapeOf.empty();
    }

    /** @param number of a node that exists @return the node */
    GraphNode operator[](size_t number) const
    {
        GraphNode node = GetShape(m_shapeOf[number]);
        node.match += node.IsTransfer() ? static_cast<uint32_t>(number) : 0;
        return node;
    }

    /** @param number of a node @return the node @throw std::out_of_range if there is none */
    GraphNode at(size_t number) const
    {
        GraphNode node = GetShape(m_shapeOf.at(number));
        node.match += node.IsTransfer() ? static_cast<uint32_t>(number) : 0;
        return node;
    }

    /** @return the last node; there must be one */
    GraphNode back() const
    {
        return (*this)[size() - 1];
    }

    /** @return at the first node */
    Iterator begin() const
    {
        return {*this, 0};
    }

    /** @return behind the last node */
    Iterator end() const
    {
        return {*this, size()};
    }

    /**
     * Nodes of one shape differ in nothing but their numbers.
     *
     * @param number of a node that exists
     * @return its shape, less than GetShapeCount()
     */
    uint32_t GetShapeOf(size_t number) const
    {
        return m_shapeOf[number];
    }

    /** @return how many shapes there are, those that no node has any more included */
    uint32_t GetShapeCount() const
    {
        return m_shapeCount;
    }

    /**
     * For those who look at many nodes, and need no copy of each.
     *
     * @param number of a node that exists
     * @return the node, but the match of a half of a message is relative to its number, mod 2^32
     */
    const GraphNode& GetRelative(size_t number) const
    {
        return GetShape(m_shapeOf[number]);
    }

    /** @param nodes how many there will be, about */
    void Reserve(size_t nodes)
    {
        m_shapeOf.reserve(nodes);
    }

    /** @param node to add behind the others */
    void Add(const GraphNode& node);

    /** @param number of a node @param node to be in its place @throw std::out_of_range if none */
    void Set(size_t number, const GraphNode& node);

    /** Few nodes are going to be added or changed: forgets what finds those that are alike. */
    void Settle();

  private:
    /** A node with a relative match, and how many have it: a byte, in the padding of the node. */
    struct Shape : GraphNode
    {
        uint8_t uses{0}; //!< MANY: so many or more
    };

    static constexpr uint32_t NONE = UINT32_MAX; //!< in place of a shape
    static constexpr uint8_t MANY = UINT8_MAX;
    static constexpr size_t CHUNK = 1024; //!< shapes that lie together

    const GraphNode& GetShape(uint32_t shape) const
    {
        return m_shapes[shape / CHUNK][shape % CHUNK];
    }

    Shape& GetEntry(uint32_t shape)
    {
        return m_shapes[shape / CHUNK][shape % CHUNK];
    }

    uint32_t FindOrAdd(const GraphNode& shape);
    size_t FindPlace(const GraphNode& shape) const;
    uint32_t AddShape(const GraphNode& shape);
    void EnlargeIndex();

    std::vector<uint32_t> m_shapeOf;          //!< by number
    std::vector<std::vector<Shape>> m_shapes; //!< in chunks
    uint32_t m_shapeCount{0};
    std::vector<uint32_t> m_index; //!< shapes by hash, with gaps; none: empty
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_NODE_LIST_H
