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
 * The servers of the ranks, the place of each rank in its server, and the regions of the ranks.
 *
 * The ranks of a server are numbered by their order. That number is the rail: ranks of the same
 * rail in different servers are connected to the same leaf switch in a rail-optimized network. The
 * position of a rank counts the ranks server by server and, in a server, rail by rail.
 */
class RankLayout
{
  public:
    /**
     * Creates a layout with each rank in its own server.
     *
     * @param ranks number of ranks
     */
    explicit RankLayout(uint32_t ranks = 0);

    /**
     * @param serverOfRank by rank: any number per server; servers are numbered in order of first
     * use
     * @param regionOfRank by rank: any number per region, numbered in the same order; empty: one
     * region
     */
    explicit RankLayout(const std::vector<uint32_t>& serverOfRank,
                        const std::vector<uint32_t>& regionOfRank = {});

    /**
     * @param values any numbers
     * @return numbers from 0 on in their place, given in the order of first occurrence
     */
    static std::vector<uint32_t> NumberByOccurrence(const std::vector<uint32_t>& values);

    /** @return number of ranks */
    uint32_t GetRanks() const
    {
        return static_cast<uint32_t>(m_server.size());
    }

    /** @return number of servers */
    uint32_t GetServers() const
    {
        return static_cast<uint32_t>(m_members.size());
    }

    /**
     * @param rank rank number
     * @return number of its server, from 0
     */
    uint32_t GetServer(uint32_t rank) const
    {
        return m_server[rank];
    }

    /** @return number of regions, at least 1 */
    uint32_t GetRegions() const
    {
        return m_regions;
    }

    /**
     * @param rank rank number
     * @return number of its region, from 0
     */
    uint32_t GetRegion(uint32_t rank) const
    {
        return m_region.empty() ? 0 : m_region[rank];
    }

    /**
     * @param rank rank number
     * @return its place in its server, from 0
     */
    uint32_t GetRail(uint32_t rank) const
    {
        return m_rail[rank];
    }

    /**
     * @param rank rank number
     * @return its position among all ranks, server by server
     */
    uint32_t GetPosition(uint32_t rank) const
    {
        return m_position[rank];
    }

    /**
     * @param server number of a server, from 0
     * @return its ranks, by rail
     */
    const std::vector<uint32_t>& GetMembers(uint32_t server) const
    {
        return m_members[server];
    }

    /**
     * @param rail rail that every server has
     * @return its ranks, by server
     */
    std::vector<uint32_t> GetRailMembers(uint32_t rail) const;

    /** @return ranks per server if all servers have the same number, otherwise 0 */
    uint32_t GetRanksPerServer() const
    {
        return m_ranksPerServer;
    }

    /**
     * A ring that enters and leaves each server once; the place of entry moves with the channel:
     *
     *     even server:  channel, channel + 1, ... channel - 1   (modulo its ranks)
     *     odd server:   the same backwards
     *
     * so that with equal servers each hop from an even or odd server to the next server stays on
     * its rail: channels with different numbers use different NICs. If rings change rails, all
     * servers have the order of even ones, and each hop goes to the next rail.
     *
     * @param channel channel number
     * @return all ranks in the order of the ring
     */
    std::vector<uint32_t> GetRing(uint32_t channel) const;

    /** @param changesRail true: rings change rails between servers */
    void SetRingsChangeRail(bool changesRail)
    {
        m_ringsChangeRail = changesRail;
    }

  private:
    std::vector<uint32_t> m_server;               //!< by rank
    std::vector<uint32_t> m_region;               //!< by rank; empty: one region
    uint32_t m_regions{1};                        //!< number of regions
    std::vector<uint32_t> m_rail;                 //!< by rank
    std::vector<uint32_t> m_position;             //!< by rank
    std::vector<std::vector<uint32_t>> m_members; //!< by server and rail
    uint32_t m_ranksPerServer{0};                 //!< 0: servers differ
    bool m_ringsChangeRail{false};                //!< see SetRingsChangeRail()
};

/**
 * @ingroup ai-fabric-collective
 * The links of the ranks of a communicator, as far as a library uses them to choose an algorithm.
 * The default is GPUs of a DGX H100.
 */
struct CommunicatorLinks
{
    /** Payload rate of a GPU within its server, one way, in bit/s. */
    uint64_t serverbps{2'966'400'000'000};
    uint64_t networkbps{400'000'000'000}; //!< rate of all NICs of a GPU together, one way, in bit/s
    uint32_t nvlinkGeneration{4};         //!< identifies the generation of the GPU
    bool nvlinkSharp{true};               //!< NVSwitches of servers reduce and multicast
    bool railsApart{false};               //!< paths between rails exist only over NVLink
};

} // namespace ns3

#endif // AI_FABRIC_RANK_LAYOUT_H
