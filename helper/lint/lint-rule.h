// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINT_RULE_H
#define AI_FABRIC_LINT_RULE_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

struct LintView;

/**
 * @ingroup ai-fabric-lint
 * What a fabric must have for a rule to be about it.
 */
enum class LintNeed : uint8_t
{
    NOTHING,    //!< it is about any fabric
    PACKETS,    //!< messages are packets
    QUEUE_PAIRS //!< messages are packets of queue pairs
};

/**
 * @ingroup ai-fabric-lint
 * A rule of FabricLint.
 */
struct LintRule
{
    const char* name;                     //!< unique, by which scenarios silence it
    std::string (*find)(const LintView&); //!< returns its sentence; empty: all is well
    LintNeed need{LintNeed::PACKETS};     //!< a fabric without it passes
};

/** @return rules about thresholds, headroom and the size of the buffer */
std::vector<LintRule> GetBufferLintRules();

/** @return rules about which class packets travel in */
std::vector<LintRule> GetPriorityLintRules();

/** @return rules about windows, timeouts, congestion control, and the build */
std::vector<LintRule> GetTransportLintRules();

} // namespace ns3

#endif // AI_FABRIC_LINT_RULE_H
