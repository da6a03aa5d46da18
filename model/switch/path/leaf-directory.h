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
 * State of a leaf about other leaves and the hosts behind them, learned from packets.
 *
 * @tparam Leaf state about one other leaf
 */
template <typename Leaf>
class LeafDirectory
{
  public:
    /**
     * @param host host index
     * @return state of the host's leaf, valid until the next Learn(); null: unknown
     */
    const Leaf* Find(uint32_t host) const
    {
        return host < m_leafOfHost.size() && m_leafOfHost[host] != UNKNOWN
                   ? &m_leaves[m_leafOfHost[host]]
                   : nullptr;
    }

    /**
     * @param host host index
     * @return state of the host's leaf, valid until the next Learn(); null: unknown
     */
    Leaf* Find(uint32_t host)
    {
        return const_cast<Leaf*>(static_cast<const LeafDirectory*>(this)->Find(host));
    }

    /**
     * @param node node number of a leaf
     * @param host index of a host behind the leaf
     * @return state of the leaf, default-constructed if new; valid until the next call
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

    /**
     * @param some vector; grows until it has the element
     * @param index index of the element
     * @param fill value of new elements
     * @return the element
     */
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
    static constexpr uint32_t UNKNOWN = UINT32_MAX; //!< the leaf is not known

    std::vector<uint32_t> m_leafOfHost;  //!< by host: place in m_leaves, or UNKNOWN
    std::vector<uint32_t> m_placeOfLeaf; //!< by node: place in m_leaves, or UNKNOWN
    std::vector<Leaf> m_leaves;          //!< in order of their first packets
};

} // namespace ns3

#endif // AI_FABRIC_LEAF_DIRECTORY_H
