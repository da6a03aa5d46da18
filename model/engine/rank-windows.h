// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANK_WINDOWS_H
#define AI_FABRIC_RANK_WINDOWS_H

#include "domain-plan.h"
#include "rank-link.h"

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * What processes that run the domains of one simulation tell each other between windows: the mail
 * from domains of one to domains of another, what all are to do, and when each has something to do
 * next. As mail says when it is felt, one exchange is enough to agree on the next window.
 *
 * Mail for a domain of this process is where its sender would have put it, and is delivered by the
 * domain's thread.
 */
class RankWindows
{
  public:
    /** What all of them have agreed on. */
    struct Agreement
    {
        /** By side: of the first event of all its domains; UINT64_MAX: there is none. */
        std::array<uint64_t, 2> nextTicks;
        bool stopped; //!< one of them wants to end
        bool failed;  //!< an event of one of them has thrown
    };

    /** Mail that has come. */
    struct Letter
    {
        DomainMail* mail;  //!< whose it is
        uint32_t to;       //!< domain of the receiver
        const char* begin; //!< for DomainMail::Load()
        const char* end;   //!< behind its last byte
    };

    /** @param plan that outlives this @param link to the other processes */
    RankWindows(const DomainPlan& plan, RankLink& link);

    /** @param domain its number @return whether this process runs it */
    bool IsHere(uint32_t domain) const
    {
        return m_plan.rankOfDomain[domain] == m_link.GetRank();
    }

    /**
     * While no window is run.
     *
     * @param domains all of them, by number
     * @param own numbers of those of this process
     * @param home whose events are run between windows
     * @param mine what this process wants
     * @param requests of this process; of all afterwards
     * @return what holds for all
     */
    Agreement Exchange(const std::vector<std::unique_ptr<EventDomain>>& domains,
                       const std::vector<uint32_t>& own,
                       EventDomain& home,
                       const Agreement& mine,
                       std::vector<EventDomain::Request>& requests);

    /** @return what the last Exchange() has brought for domains of this process; valid until the
     *          processes exchange something again */
    const std::vector<Letter>& GetLetters() const
    {
        return m_letters;
    }

    /**
     * After Exchange() has said that one has failed; nothing if it has thrown.
     *
     * @param ticks when an event of this process threw; UINT64_MAX: none did
     * @param order the place of that event
     * @param error what it threw; null: none did
     * @throw in rank 0 InputError, std::bad_alloc or RankError, as the first error of all was, if
     * it was of another rank; in the others RankError
     */
    void ShareFailure(uint64_t ticks, uint64_t order, const std::exception_ptr& error);

  private:
    void SaveMail(EventDomain& sender, std::array<uint64_t, 2>& nextTicks);
    void FindLetters(const char* from, const char* end);

    const DomainPlan& m_plan;
    RankLink& m_link;
    std::vector<std::string> m_out; //!< by rank; kept for their memory
    std::vector<Letter> m_letters;  //!< see GetLetters()
    bool m_isCutOff{false};         //!< one of them is gone
};

} // namespace ns3

#endif // AI_FABRIC_RANK_WINDOWS_H
