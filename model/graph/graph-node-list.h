// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_NODE_LIST_H
#define AI_FABRIC_GRAPH_NODE_LIST_H

#include "graph-cut.h"
#include "graph-node.h"
#include "repeating-list.h"

#include "ns3/index-iterator.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * The nodes of a communication graph, by number; repeated nodes take little memory.
 *
 * Collectives repeat their steps: of the five million nodes of a ring among 1,024 ranks, some five
 * thousand differ in more than their numbers. So each node is stored as the number of its shape,
 * and each shape is stored once: a node whose match is relative to its own number. A node takes 4
 * B, or less where sequences of nodes repeat, as in the layers of a model (RepeatingList). A graph
 * in which nothing repeats takes 44 B per node, and 8 to 16 B more until Settle().
 */
class GraphNodeList
{
  public:
    using Iterator = IndexIterator<GraphNodeList, GraphNode>; //!< iterator over the nodes

    /** @return number of nodes */
    size_t size() const
    {
        return m_shapeOf.size();
    }

    /** @return true if there are no nodes */
    bool empty() const
    {
        return m_shapeOf.empty();
    }

    /** @param number number of an existing node @return the node */
    GraphNode operator[](size_t number) const
    {
        GraphNode node = GetShape(m_shapeOf[number]);
        node.match += node.MatchesNode() ? static_cast<uint32_t>(number) : 0;
        return node;
    }

    /** @param number number of a node @return the node @throw std::out_of_range if there is none */
    GraphNode at(size_t number) const
    {
        Check(number);
        return (*this)[number];
    }

    /** @return the last node; there must be one */
    GraphNode back() const
    {
        return (*this)[size() - 1];
    }

    /** @return iterator to the first node */
    Iterator begin() const
    {
        return {*this, 0};
    }

    /** @return iterator behind the last node */
    Iterator end() const
    {
        return {*this, size()};
    }

    /**
     * Nodes of one shape are equal but for their numbers.
     *
     * @param number number of an existing node
     * @return number of its shape, less than GetShapeCount()
     */
    uint32_t GetShapeOf(size_t number) const
    {
        return m_shapeOf[number];
    }

    /**
     * @param number number of an existing node
     * @param other number of another one
     * @return true if the nodes are equal but for their numbers; their shapes may be stored twice
     */
    bool AreAlike(size_t number, size_t other) const
    {
        return m_shapeOf[number] == m_shapeOf[other] || GetRelative(number) == GetRelative(other);
    }

    /** @return number of shapes, unused ones included */
    uint32_t GetShapeCount() const
    {
        return m_shapeCount;
    }

    /**
     * Returns a node without copying it, for loops over many nodes.
     *
     * @param number number of an existing node
     * @return the node; a match that is a node is relative to the number, modulo 2^32
     */
    const GraphNode& GetRelative(size_t number) const
    {
        return GetShape(m_shapeOf[number]);
    }

    /** @param node node to add behind the others */
    void Add(const GraphNode& node);

    /**
     * @param number number of a node
     * @param node its new value
     * @throw std::out_of_range if there is none
     */
    void Set(size_t number, const GraphNode& node);

    /** Takes nodes out. @param cut nodes that repeat those before them */
    void Cut(const GraphCut& cut)
    {
        CutList(m_shapeOf, cut);
    }

    /** Puts nodes back that Cut() has taken out. @param cut its argument */
    void Restore(const GraphCut& cut);

    /** Frees the index that finds equal shapes; call it when few nodes will be added or changed. */
    void Settle();

  private:
    /** A node with a relative match, and its number of uses: a byte in the padding of the node. */
    struct Shape : GraphNode
    {
        uint8_t uses{0}; //!< number of nodes of this shape; MANY: so many or more
    };

    static constexpr uint32_t NONE = UINT32_MAX; //!< stands for no shape
    static constexpr uint8_t MANY = UINT8_MAX;
    static constexpr size_t CHUNK = 1024; //!< shapes per block of memory

    /** @throw std::out_of_range if the node does not exist */
    void Check(size_t number) const;

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

    RepeatingList m_shapeOf;                  //!< by number
    std::vector<std::vector<Shape>> m_shapes; //!< in blocks of CHUNK
    uint32_t m_shapeCount{0};
    std::vector<uint32_t> m_index; //!< hash table of shape numbers, with gaps; empty: none
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_NODE_LIST_H
