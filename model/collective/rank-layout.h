// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANK_LAYOUT_H
#define AI_FABRIC_RANK_LAYOUT_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Which ranks share a server, and which place each has in it.
 *
 * The ranks of a server are numbered by their order; that number is the rail: ranks of the same
 * rail of different servers are connected to the same leaf switch in a rail-optimized network.
 * The position of a rank counts the ranks server by server and, in a server, rail by rail.
 */
class RankLayout
{
  public:
    /** Every rank in a server of its own. @param ranks how many */
    explicit RankLayout(uint32_t ranks = 0);

    /** @param serverOfRank any number per server, by rank; servers count in order of first use */
    explicit RankLayout(const std::vector<uint32_t>& serverOfRank);

    /** @return how many ranks there are */
    uint32_t GetRanks() const
    {
        return static_cast<uint32_t>(m_server.size());
    }

    /** @return how many servers there are */
    uint32_t GetServers() const
    {
        return static_cast<uint32_t>(m_members.size());
    }

    /** @param rank who @return its server, from 0 */
    uint32_t GetServer(uint32_t rank) const
    {
        return m_server[rank];
    }

    /** @param rank who @return its place in its server, from 0 */
    uint32_t GetRail(uint32_t rank) const
    {
        return m_rail[rank];
    }

    /** @param rank who @return its place among all, server by server */
    uint32_t GetPosition(uint32_t rank) const
    {
        return m_position[rank];
    }

    /** @param server from 0 @return its ranks, by rail */
    const std::vector<uint32_t>& GetMembers(uint32_t server) const
    {
        return m_members[server];
    }

    /** @param rail that every server has @return its ranks, by server */
    std::vector<uint32_t> GetRailMembers(uint32_t rail) const;

    /** @return ranks per server if all have as many, otherwise 0 */
    uint32_t GetRanksPerServer() const
    {
        return m_ranksPerServer;
    }

    /**
     * Each server entered and left once, the place of entry turning with the channel:
     *
     *     even server:  channel, channel + 1, ... channel - 1   (modulo its ranks)
     *     odd server:   the same backwards
     *
     * so that with equal servers each hop from an even one to the next, or from an odd one to the
     * next, stays on its rail: channels of different numbers use different NICs.
     *
     * @param channel any
     * @return all ranks, in the order of a ring
     */
    std::vector<uint32_t> GetRing(uint32_t channel) const;

  private:
    std::vector<uint32_t> m_server;               //!< by rank
    std::vector<uint32_t> m_rail;                 //!< by rank
    std::vector<uint32_t> m_position;             //!< by rank
    std::vector<std::vector<uint32_t>> m_members; //!< ranks, by server and rail
    uint32_t m_ranksPerServer{0};                 //!< 0: they differ
};

} // namespace ns3

#endif // AI_FABRIC_RANK_LAYOUT_H
