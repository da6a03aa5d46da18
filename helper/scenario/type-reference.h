// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TYPE_REFERENCE_H
#define AI_FABRIC_TYPE_REFERENCE_H

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** What a reference is to have. */
struct ReferenceFilter
{
    std::string name; //!< a role, or a type by its spelling or class; empty: all
    std::string word; //!< in names, defaults or help, without regard to case; empty: any

    /** @param candidate a name @return whether it is the one, as scenarios spell names */
    bool IsName(const std::string& candidate) const;

    /** @param text any @return whether it has the word */
    bool HasWord(const std::string& text) const;
};

/**
 * Writes the types of every role with attributes, defaults and help.
 *
 * @param out where to
 * @param filter what is wanted; with a word types have only the attributes that mention it
 * @return how many types there were
 */
size_t WriteReference(std::ostream& out, const ReferenceFilter& filter);

/** @return all roles and types, as scenarios spell them, for hints */
std::vector<std::string> GetReferenceNames();

/**
 * Writes the same for programs: an object of roles; in each an object of types by their spelling,
 * with "class" and "attributes". An attribute has "name", "value" (its ns-3 AttributeValue),
 * "range" (as ns-3 describes it, such as "uint32_t 1:65536"), "initial", "help", and "role" if it
 * holds an object, else "expected" (type, unit and range in words).
 *
 * @param out where to
 */
void WriteReferenceJson(std::ostream& out);

} // namespace ns3

#endif // AI_FABRIC_TYPE_REFERENCE_H
