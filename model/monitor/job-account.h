// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_ACCOUNT_H
#define AI_FABRIC_JOB_ACCOUNT_H

#include "ns3/fabric-workload.h"
#include "ns3/node-span.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Accounts for the time of a job, rank by rank: computation, communication that was waited for, and
 * idle time.
 *
 * A rank computes while stream 0 of its GPU runs an operation of the job. Communication of a kind
 * (the label of its nodes) is in progress from the post of a SEND to its acknowledgement, from the
 * wish for a RECV to the arrival of its message, while an AGGREGATE waits for its result, and while
 * an operation runs on a stream other than 0. Communication in progress also moves, except for a
 * RECV whose peer has not sent yet and an AGGREGATE of which a member has not started yet: the late
 * sender of performance analysis.
 *
 *     total = compute + sum over kinds of exposed + idle          (exactly, in each rank)
 *
 * exposed: nothing computes and some communication is in progress. If several kinds are, the time
 * goes to the kind that has moved for longest without a break; if none moves, to the kind that has
 * been waited for longest, and then it is lateSender too. Ties go to the kind that was labelled
 * first. hidden: something computes and the kind moves; several kinds may be hidden at the same
 * time. idle: nothing computes and nothing is in progress.
 *
 * Invariants: the sum above; exposed + hidden <= inProgress; lateSender <= exposed;
 * hidden <= compute.
 */
class JobAccount
{
  public:
    /** Communication of one kind, in ps. */
    struct Communication
    {
        int64_t inProgressPs{0}; //!< time in which any of it is in progress
        int64_t exposedPs{0};    //!< part in which nothing computes
        int64_t lateSenderPs{0}; //!< part of exposed in which the peer had not sent yet
        int64_t hiddenPs{0};     //!< time in which it moves while something computes
    };

    /** Account of one rank, or the sum over all ranks, in ps. */
    struct Share
    {
        int64_t totalPs{0};                       //!< from the start of the job to its end
        int64_t computePs{0};                     //!< time in which stream 0 computes
        int64_t idlePs{0};                        //!< time without computation and communication
        std::vector<Communication> communication; //!< by kind

        /** @return exposed time of all kinds, in ps */
        int64_t GetExposedPs() const;
    };

    JobAccount() = default;

    /**
     * @param job valid job
     * @param spans times of its nodes, by node
     * @param startPs start of the job in ps; earlier times do not count
     * @param endPs end of the job in ps; nodes that have not ended count up to here
     */
    JobAccount(const FabricJob& job,
               const std::vector<NodeSpan>& spans,
               int64_t startPs,
               int64_t endPs);

    /** @return names of the kinds of communication, in the order of the graph's labels */
    const std::vector<std::string>& GetKinds() const
    {
        return m_kinds;
    }

    /** @return accounts by rank, without those of storage */
    const std::vector<Share>& GetRanks() const
    {
        return m_ranks;
    }

    /** @return sum over all ranks */
    Share GetSum() const;

    /** @return 1 - compute / total over all ranks, in [0, 1]; 1 if the total is 0 */
    double GetIdleFraction() const;

    /** @return rank with the longest compute time, the first of several; 0 without ranks */
    uint32_t GetSlowestRank() const;

    /**
     * @return compute time of the slowest rank over that of the median rank; 0 if no rank computed
     */
    double GetSlowestRatio() const;

  private:
    std::vector<std::string> m_kinds; //!< names, in the order of their labels
    std::vector<Share> m_ranks;       //!< by rank
};

} // namespace ns3

#endif // AI_FABRIC_JOB_ACCOUNT_H
