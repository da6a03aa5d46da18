// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BUFFER_LINT_RULES_H
#define AI_FABRIC_BUFFER_LINT_RULES_H

#include "lint-rule.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-lint
 * @return rules about thresholds, headroom and the size of the buffer
 */
std::vector<LintRule> GetBufferLintRules();

} // namespace ns3

#endif // AI_FABRIC_BUFFER_LINT_RULES_H
