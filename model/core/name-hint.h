// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NAME_HINT_H
#define AI_FABRIC_NAME_HINT_H

#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * @param a name
 * @param b another name
 * @return true if they differ at most in case, hyphens and underscores
 */
bool SameName(std::string_view a, std::string_view b);

/**
 * @ingroup ai-fabric-core
 * @param name unknown name
 * @param known known names
 * @return end of a message, "; did you mean x?", if a known name is similar (one edit per three
 * letters, at least one and at most two: letters to insert, remove, replace or swap); else empty
 */
std::string Suggest(const std::string& name, const std::vector<std::string>& known);

/**
 * @ingroup ai-fabric-core
 * @param words words
 * @return words joined by ", "
 */
std::string Join(const std::vector<std::string>& words);

} // namespace ns3

#endif // AI_FABRIC_NAME_HINT_H
