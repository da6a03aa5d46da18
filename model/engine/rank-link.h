// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANK_LINK_H
#define AI_FABRIC_RANK_LINK_H

#include "ns3/node.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * Another process of the simulation cannot go on; the text says why.
 */
class RankError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup ai-fabric-engine
 * Link between the processes that run one simulation, each a part of the nodes. All processes have
 * built the same network and run the same events of no node (see DomainWindows), so all make the
 * same calls of this class in the same order.
 */
class RankLink
{
  public:
    virtual ~RankLink();

    /** @return the link of this process; null: this process runs the whole simulation */
    static RankLink* GetActive();

    /** @param link link of this process from now on; null: none */
    static void SetActive(RankLink* link);

    /** @return rank of this process, from 0 */
    uint32_t GetRank() const
    {
        return m_rank;
    }

    /** @return number of processes */
    uint32_t GetCount() const
    {
        return m_count;
    }

    /**
     * Exchanges strings between all processes. Called by the thread that has made the link.
     *
     * @param out by receiving rank: string to send; the entry of this rank is ignored
     * @return by sending rank: string received, valid until the next call; the entry of this rank
     * is empty
     * @throw RankError if a process is gone, or does not make this call because it has failed
     */
    const std::vector<std::string>& Exchange(std::vector<std::string> out);

    /**
     * As Exchange(), between windows. A process that fails in an event of no node makes this call
     * instead of a later Exchange(). It waits here for the other processes, whose Exchange() then
     * fails.
     *
     * @param out by receiving rank: string to send, with capacity for one more byte, which this
     * class adds
     * @return as Exchange()
     * @throw RankError if a process is gone
     */
    const std::vector<std::string>& ExchangeBetweenWindows(std::vector<std::string>& out);

    // Functions over all processes. Without a link they cover this process alone.

    /** @param mine string of this process @return strings of all processes, by rank */
    static std::vector<std::string> Share(const std::string& mine);

    /** @param mine count of this process @return sum over all processes */
    static uint64_t Sum(uint64_t mine);

    /** @param mine value of this process @return true if the value of any process is true */
    static bool Any(bool mine);

    /** @param mine value of this process @return largest value of all processes */
    static int64_t Max(int64_t mine);

  protected:
    /** @param rank rank of this process @param count number of processes */
    RankLink(uint32_t rank, uint32_t count);

  private:
    bool Meet(std::vector<std::string>& out, char where);

    /** As Exchange(). @param out by rank @param in by rank, empty ones */
    virtual void DoExchange(const std::vector<std::string>& out, std::vector<std::string>& in) = 0;

    uint32_t m_rank;
    uint32_t m_count;
    std::vector<std::string> m_in; //!< strings received last
};

/**
 * @ingroup ai-fabric-engine
 * @param node any node
 * @return true if this process runs the events of the node
 */
bool IsOfThisRank(const Node& node);

} // namespace ns3

#endif // AI_FABRIC_RANK_LINK_H
