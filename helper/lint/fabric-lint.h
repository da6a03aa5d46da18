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
 * Settings that do not fit each other.
 */
struct LintFinding
{
    std::string rule; //!< its name, by which it is silenced
    std::string text; //!< a sentence: the numbers, what follows from them, and what to change
};

/**
 * @ingroup ai-fabric-lint
 * Looks for settings that are each allowed and together do not do what they are meant to, such as a
 * marking threshold that flow control never lets a queue reach.
 *
 * It looks at a network that is built and has not run. A rule is a function that returns its
 * finding or nothing, in one of the files helper/...-lint-rules.cc; it reads attributes by their
 * names, so it holds for a class of your own that has them too, and says nothing where there are
 * none.
 *
 * It refuses nothing: what becomes of a finding is its caller's to decide. The runner of scenarios
 * warns of all but REORDERING_RULE's, by which results would say little of a real network; of that
 * it makes an error, unless the scenario ignores the rule.
 */
class FabricLint
{
  public:
    /** @param profile the parts @param network built from it; both outlive this */
    FabricLint(Ptr<const FabricProfile> profile, const FabricNetwork& network);

    /** Traffic to expect; without any, that of the NIC's own service level. @param job it */
    void AddJob(const FabricJob& job);

    /** @param debug whether this is a debug build; by default what it is */
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
    std::vector<bool> m_usesNic;   //!< by NIC of a host: a job sends over it; empty: none sends
    uint32_t m_incast{1};          //!< most flows that start to one host at one time
    bool m_debugBuild;             //!< of the library, unless a test says otherwise
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_LINT_H
