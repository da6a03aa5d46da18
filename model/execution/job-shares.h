// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_SHARES_H
#define AI_FABRIC_JOB_SHARES_H

#include "host-share.h"

#include "ns3/fabric-workload.h"
#include "ns3/node.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The shares of a job: one for each host, or one for all hosts if hosts act on each other without a
 * message (a driver, groups, a dependency between ranks of two hosts). Hosts that take part in one
 * collective by law have one share.
 */
class JobShares
{
  public:
    /** @param rank rank of the job @return Node of its host; null: none */
    using NodeOfRank = std::function<Ptr<Node>(uint32_t rank)>;

    /** @param job valid job @param owner owner of the shares; must outlive them */
    void Make(const FabricJob& job, HostShareOwner& owner);

    /**
     * Every share waits for times at the first of its hosts.
     *
     * @param nodeOfRank Nodes of the ranks
     */
    void Place(const NodeOfRank& nodeOfRank);

    /**
     * Chooses the shares that this process runs.
     *
     * @param nodeOfRank Nodes of the ranks
     * @param isHere returns true if this process runs the host
     * @return by share: true if this process runs it
     */
    std::vector<bool> Keep(const NodeOfRank& nodeOfRank,
                           const std::function<bool(const Node&)>& isHere);

    /** Called at the start: shares of other processes start nothing here. */
    void Begin();

    /** @return number of shares */
    uint32_t GetCount() const
    {
        return static_cast<uint32_t>(m_shares.size());
    }

    /** @return by rank: number of its share */
    const std::vector<uint32_t>& GetNumbers() const
    {
        return m_shareOfRank;
    }

    /** @param rank rank of the job @return its share */
    HostShare& OfRank(uint32_t rank)
    {
        return *m_shares[m_shareOfRank[rank]];
    }

    /** @param rank rank of the job @return true if this process runs its share */
    bool IsHere(uint32_t rank) const
    {
        return m_shares[m_shareOfRank[rank]]->isHere;
    }

    /** @return the first share, the only one of a job with a driver */
    HostShare& GetFirst()
    {
        return *m_shares.front();
    }

    /** @param visit called with each share, in the order of numbers */
    template <typename Visit>
    void ForEach(const Visit& visit) const
    {
        for (const auto& share : m_shares)
        {
            visit(*share);
        }
    }

    /**
     * Called once for each share without nodes left, by the thread of the share.
     *
     * @param share the share
     * @param nowTicks current time
     * @return time at which nothing was left of all shares here; -1: something is left
     */
    int64_t NoteDone(HostShare& share, int64_t nowTicks);

    /** @return time of the last NoteDone() so far; -1: none */
    int64_t GetDoneTicks() const;

    /** @return true if all nodes of the shares of this process are complete */
    bool AreDoneHere() const;

    /** @return number of completed nodes */
    uint64_t GetCompleted() const;

    /** @return number of AGGREGATE nodes that the network has given up */
    uint64_t GetFailedAggregates() const;

    /** @return end of the latest completed node in ps; -1: no node is complete */
    int64_t GetFinishPs() const;

    /** @return true if any share waits for a time */
    bool HaveTimers() const;

    /** @return true if any node has started and not ended */
    bool HaveWorkInFlight() const;

    /** @param to string to which the results of the shares of this process are appended */
    void Save(std::string& to) const;

    /**
     * Reads the output of Save() of a process.
     *
     * @param from begin of the output; afterwards its end
     * @return by share: true if that process ran it
     */
    std::vector<bool> Load(const char*& from);

  private:
    std::vector<uint32_t> m_shareOfRank;
    std::vector<std::unique_ptr<HostShare>> m_shares; //!< at least 1 once there is a job
    std::atomic<uint32_t> m_left{0};                  //!< number of shares with nodes left
};

} // namespace ns3

#endif // AI_FABRIC_JOB_SHARES_H
