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
 * What the time of a job was made of, rank by rank: computing, communication that was waited for,
 * and neither.
 *
 * A rank computes while stream 0 of its GPU runs an operation of the job. Communication of a kind
 * (the label of its nodes) is in progress from when a SEND is posted to its acknowledgement, from
 * when a RECV is wanted to its message, while an AGGREGATE waits for its result, and while an
 * operation runs on another stream than 0. It moves while it is in progress, but for a RECV whose
 * peer has not sent yet and an AGGREGATE of which a member has not started yet: the late sender of
 * performance analysis.
 *
 *     total = compute + sum over kinds of exposed + idle          (exactly, in each rank)
 *
 * exposed: nothing computes and something is in progress. If several kinds are, the time goes to
 * that one which has moved for longest without a break; if none moves, to the one that has been
 * waited for longest, and then it is lateSender too. Ties go to the kind that was labelled first.
 * hidden: something computes and the kind moves; kinds may be hidden at the same time. idle:
 * nothing computes and nothing is in progress.
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
        int64_t inProgressPs{0}; //!< any of it
        int64_t exposedPs{0};    //!< nothing computes meanwhile
        int64_t lateSenderPs{0}; //!< part of exposed: the peer had not sent yet
        int64_t hiddenPs{0};     //!< it moves while something computes
    };

    /** One rank, or the sum over all. In ps. */
    struct Share
    {
        int64_t totalPs{0};                       //!< from the start of the job to its end
        int64_t computePs{0};                     //!< stream 0 at work
        int64_t idlePs{0};                        //!< neither computing nor communicating
        std::vector<Communication> communication; //!< by kind

        /** @return of all kinds */
        int64_t GetExposedPs() const;
    };

    JobAccount() = default;

    /**
     * @param job a valid one
     * @param spans of its nodes, by node
     * @param startPs when the job started; nothing before counts
     * @param endPs when it ended; what has not ended by then counts to here
     */
    JobAccount(const FabricJob& job,
               const std::vector<NodeSpan>& spans,
               int64_t startPs,
               int64_t endPs);

    /** @return what the kinds of communication are called, in the order of the graph's labels */
    const std::vector<std::string>& GetKinds() const
    {
        return m_kinds;
    }

    /** @return by rank */
    const std::vector<Share>& GetRanks() const
    {
        return m_ranks;
    }

    /** @return the sum over all ranks */
    Share GetSum() const;

    /** @return 1 - compute / total of all ranks, in [0, 1]; 1 if there was no time */
    double GetIdleFraction() const;

    /** @return the rank that computed longest, the first of several; 0 without ranks */
    uint32_t GetSlowestRank() const;

    /** @return compute time of the slowest rank over that of the median rank; 0 if none computed */
    double GetSlowestRatio() const;

  private:
    std::vector<std::string> m_kinds; //!< names, in the order of their labels
    std::vector<Share> m_ranks;       //!< by rank
};

} // namespace ns3

#endif // AI_FABRIC_JOB_ACCOUNT_H
