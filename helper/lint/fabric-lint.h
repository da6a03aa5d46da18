// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_LINT_H
#define AI_FABRIC_FABRIC_LINT_H

#include "ns3/fabric-network.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-workload.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-lint
 * A finding: settings that do not fit each other.
 */
struct LintFinding
{
    std::string rule; //!< name of the rule, by which it is silenced
    std::string text; //!< a sentence: the numbers, their consequence, and the setting to change
};

/**
 * @ingroup ai-fabric-lint
 * Looks for settings that are each allowed but together do not work as intended, such as a marking
 * threshold that flow control never lets a queue reach.
 *
 * The lint examines a network that is built and has not run. A rule is a function that returns its
 * finding or nothing, in one of the files helper/lint/...-lint-rules.cc. It reads attributes by
 * their names, so it also works for your own class with these attributes, and finds nothing where
 * there are none.
 *
 * The lint refuses nothing: the caller decides about findings. The runner of scenarios prints a
 * warning for each, except for REORDERING_RULE, with which results would say little of a real
 * network: this finding is an error, unless the scenario ignores the rule.
 */
class FabricLint
{
  public:
    /**
     * @param profile parts of the network
     * @param network network built from them; both outlive this
     */
    FabricLint(Ptr<const FabricProfile> profile, const FabricNetwork& network);

    /**
     * Adds traffic to expect; without jobs, data of the NIC's own service level is expected.
     *
     * @param job job that will run
     */
    void AddJob(const FabricJob& job);

    /** @param debug true: treat as a debug build; the default is that of the library */
    void SetDebugBuild(bool debug)
    {
        m_debugBuild = debug;
    }

    /** @param ignored names of rules to leave out @return at most one finding per rule */
    std::vector<LintFinding> Check(const std::vector<std::string>& ignored = {}) const;

    /** @return the names of all rules */
    static std::vector<std::string> GetRuleNames();

  private:
    Ptr<const FabricProfile> m_profile;
    const FabricNetwork& m_network;
    std::vector<uint8_t> m_levels; //!< service levels of data, ascending
    std::vector<bool> m_usesNic;   //!< by NIC of a host: true if a job sends over it; empty: no job
                                   //!< was added
    uint32_t m_incast{1};          //!< largest number of flows to one host that start at one time
    bool m_debugBuild;             //!< as in the library, unless a test sets it
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_LINT_H
