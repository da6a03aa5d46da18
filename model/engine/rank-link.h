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
 * Another process that runs a part of the simulation cannot go on, and said why.
 */
class RankError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup ai-fabric-engine
 * Processes that run one simulation together, each a part of the nodes. All have built the same
 * network and run the same events of no node (see DomainWindows), so all come to the same calls of
 * this class, one after the other.
 */
class RankLink
{
  public:
    virtual ~RankLink();

    /** @return the link of this process; null: it runs everything itself */
    static RankLink* GetActive();

    /** @param link from now on; null: none */
    static void SetActive(RankLink* link);

    /** @return this process, from 0 on */
    uint32_t GetRank() const
    {
        return m_rank;
    }

    /** @return how many processes there are */
    uint32_t GetCount() const
    {
        return m_count;
    }

    /**
     * All of them give something to each other. Called by the thread that has made the link.
     *
     * @param out by rank: for whom; what is for this rank is ignored
     * @return by rank: from whom; valid until the next call; from this rank: nothing
     * @throw RankError if one of them is gone, or does not come to this call, as it has failed
     */
    const std::vector<std::string>& Exchange(std::vector<std::string> out);

    /**
     * As Exchange(), between windows. Who fails in one of the events of no node that all run comes
     * here instead of to an Exchange() of a later one, and waits for the others, who fail there.
     *
     * @param out by rank, with room for a byte more that is not theirs
     * @return as that of Exchange()
     * @throw RankError if one of them is gone
     */
    const std::vector<std::string>& ExchangeBetweenWindows(std::vector<std::string>& out);

    // What all processes know together. A process that runs everything itself knows it alone.

    /** @param mine what this process has @return what each has, by rank, this one too */
    static std::vector<std::string> Share(const std::string& mine);

    /** @param mine what this process counts @return the sum over all */
    static uint64_t Sum(uint64_t mine);

    /** @param mine whether this process says so @return whether any does */
    static bool Any(bool mine);

    /** @param mine of this process @return the largest of all */
    static int64_t Max(int64_t mine);

  protected:
    /** @param rank of this process @param count of all */
    RankLink(uint32_t rank, uint32_t count);

  private:
    bool Meet(std::vector<std::string>& out, char where);

    /** As Exchange(). @param out by rank @param in by rank, empty ones */
    virtual void DoExchange(const std::vector<std::string>& out, std::vector<std::string>& in) = 0;

    uint32_t m_rank;
    uint32_t m_count;
    std::vector<std::string> m_in; //!< what came last
};

/** @ingroup ai-fabric-engine @param node any @return whether this process runs its events */
bool IsOfThisRank(const Node& node);

} // namespace ns3

#endif // AI_FABRIC_RANK_LINK_H
