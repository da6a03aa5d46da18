// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LEAF_DIRECTORY_H
#define AI_FABRIC_LEAF_DIRECTORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * What a leaf knows of other leaves, and which hosts are behind them, as it is learned from
 * packets.
 *
 * @tparam Leaf what is known of one
 */
template <typename Leaf>
class LeafDirectory
{
  public:
    /** @param host index @return its leaf, until the next Learn(); null: nobody told */
    const Leaf* Find(uint32_t host) const
    {
        return host < m_leafOfHost.size() && m_leafOfHost[host] != UNKNOWN
                   ? &m_leaves[m_leafOfHost[host]]
                   : nullptr;
    }

    /** @param host index @return as the other one */
    Leaf* Find(uint32_t host)
    {
        return const_cast<Leaf*>(static_cast<const LeafDirectory*>(this)->Find(host));
    }

    /**
     * @param node of a leaf
     * @param host that is behind it
     * @return the leaf, made by the default constructor if it is new; until the next call
     */
    Leaf& Learn(uint32_t node, uint32_t host)
    {
        uint32_t& place = Reach(m_placeOfLeaf, node, UNKNOWN);
        if (place == UNKNOWN)
        {
            place = static_cast<uint32_t>(m_leaves.size());
            m_leaves.emplace_back();
        }
        Reach(m_leafOfHost, host, UNKNOWN) = place;
        return m_leaves[place];
    }

    /** @param some grows up to the element @param index of it @param fill new ones @return it */
    template <typename T>
    static T& Reach(std::vector<T>& some, std::size_t index, const T& fill)
    {
        if (index >= some.size())
        {
            some.resize(index + 1, fill);
        }
        return some[index];
    }

  private:
    static constexpr uint32_t UNKNOWN = UINT32_MAX; //!< leaf of a host

    std::vector<uint32_t> m_leafOfHost;  //!< by host: place in m_leaves, or UNKNOWN
    std::vector<uint32_t> m_placeOfLeaf; //!< by node: likewise
    std::vector<Leaf> m_leaves;          //!< in the order in which they were met
};

} // namespace ns3

#endif // AI_FABRIC_LEAF_DIRECTORY_H
