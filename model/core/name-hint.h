// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NAME_HINT_H
#define AI_FABRIC_NAME_HINT_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * @param a a name
 * @param b another
 * @return whether they are the same but for case, hyphens and underscores
 */
bool SameName(const std::string& a, const std::string& b);

/**
 * @ingroup ai-fabric-core
 * @param name that is not known
 * @param known names
 * @return the end of a message, "; did you mean x?", if one of them is spelled much like it, with
 *         an edit for every three letters, at least one, or begins with it
 */
std::string Suggest(const std::string& name, const std::vector<std::string>& known);

/**
 * @ingroup ai-fabric-core
 * @param words any
 * @return them with ", " in between
 */
std::string Join(const std::vector<std::string>& words);

} // namespace ns3

#endif // AI_FABRIC_NAME_HINT_H
