// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINT_RULE_H
#define AI_FABRIC_LINT_RULE_H

#include <cstdint>
#include <string>

namespace ns3
{

struct LintView;

/**
 * @ingroup ai-fabric-lint
 * Property that a fabric must have for a rule to apply.
 */
enum class LintNeed : uint8_t
{
    NOTHING,    //!< the rule applies to any fabric
    PACKETS,    //!< messages are packets
    QUEUE_PAIRS //!< messages are packets of queue pairs
};

/**
 * @ingroup ai-fabric-lint
 * A rule of FabricLint.
 */
struct LintRule
{
    const char* name;                     //!< unique name, by which scenarios silence the rule
    std::string (*find)(const LintView&); //!< returns the sentence of the finding; empty: no
                                          //!< finding
    LintNeed need{LintNeed::PACKETS};     //!< the rule is skipped for a fabric without it
};

} // namespace ns3

#endif // AI_FABRIC_LINT_RULE_H
