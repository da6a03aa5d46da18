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
 * Exchange between windows of the processes that run the domains of one simulation: the mail from
 * domains of one process to domains of another, the requests that all must carry out, and the time
 * of each process's next event. As mail contains the time of its effect, one exchange is enough to
 * agree on the next window.
 *
 * Mail between domains of this process does not pass here. The thread of the receiving domain
 * delivers the mail of other processes.
 */
class RankWindows
{
  public:
    /** Values that all processes have agreed on. */
    struct Agreement
    {
        /** By side: time of the first event of its domains in ticks; UINT64_MAX: there is none. */
        std::array<uint64_t, 2> nextTicks;
        bool stopped; //!< a process wants to end the simulation
        bool failed;  //!< an event in a process has thrown
    };

    /** Received mail. */
    struct Letter
    {
        DomainMail* mail;  //!< direction that the mail belongs to
        uint32_t to;       //!< domain of the receiver
        const char* begin; //!< first byte, for DomainMail::Load()
        const char* end;   //!< behind the last byte
    };

    /**
     * @param plan division of the network; must outlive this object
     * @param link link to the other processes
     */
    RankWindows(const DomainPlan& plan, RankLink& link);

    /** @param domain number of the domain @return true if this process runs the domain */
    bool IsHere(uint32_t domain) const
    {
        return m_plan.rankOfDomain[domain] == m_link.GetRank();
    }

    /**
     * Exchanges mail and requests; called while no window is run.
     *
     * @param domains all domains, by number
     * @param own numbers of the domains of this process
     * @param home domain for events that are run between windows
     * @param mine values of this process
     * @param requests requests of this process; afterwards the requests of all processes
     * @return values that hold for all processes
     */
    Agreement Exchange(const std::vector<std::unique_ptr<EventDomain>>& domains,
                       const std::vector<uint32_t>& own,
                       EventDomain& home,
                       const Agreement& mine,
                       std::vector<EventDomain::Request>& requests);

    /**
     * @return mail of the last Exchange() for domains of this process; valid until the processes
     * exchange something again
     */
    const std::vector<Letter>& GetLetters() const
    {
        return m_letters;
    }

    /**
     * Tells all processes of the first error, after Exchange() has reported a failure. Does nothing
     * if Exchange() has thrown.
     *
     * @param ticks time when an event of this process threw; UINT64_MAX: none has thrown
     * @param order place of that event among simultaneous events
     * @param error exception of that event; null: none has thrown
     * @throw RankError in ranks other than 0. In rank 0, if the first error of all belongs to
     * another rank: InputError, std::bad_alloc or RankError, like that error.
     */
    void ShareFailure(uint64_t ticks, uint64_t order, const std::exception_ptr& error);

  private:
    void SaveMail(EventDomain& sender, std::array<uint64_t, 2>& nextTicks);
    void FindLetters(const char* from, const char* end);

    const DomainPlan& m_plan;
    RankLink& m_link;
    std::vector<std::string> m_out; //!< by rank; kept to reuse the memory
    std::vector<Letter> m_letters;  //!< see GetLetters()
    bool m_isCutOff{false};         //!< a process is gone
};

} // namespace ns3

#endif // AI_FABRIC_RANK_WINDOWS_H
