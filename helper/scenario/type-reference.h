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

/** Selection of entries of a reference. */
struct ReferenceFilter
{
    std::string name; //!< a role, or a type by its spelling or class; empty: all
    std::string word; //!< word in names, defaults or help, without regard to case; empty: any

    /** @param candidate a name @return true if it is the selected name, as scenarios spell names */
    bool IsName(const std::string& candidate) const;

    /** @param text any text @return true if it contains the word */
    bool HasWord(const std::string& text) const;
};

/**
 * Writes the keys of a scenario, and the types of every role with attributes, defaults and help.
 *
 * @param out stream to write to
 * @param filter selection; with a word, types show only the attributes that contain it
 * @return number of types
 */
size_t WriteReference(std::ostream& out, const ReferenceFilter& filter);

/** @return all roles and types as scenarios spell them, for hints */
std::vector<std::string> GetReferenceNames();

/**
 * Writes the reference for programs: an object of roles; in each an object of types by their
 * spelling, with "class" and "attributes". An attribute has "name", "value" (its ns-3
 * AttributeValue), "range" (as ns-3 describes it, such as "uint32_t 1:65536"), "initial", "help",
 * and "role" if it holds an object, else "expected" (type, unit and range in words). The top-level
 * keys are those of the type "scenario" of the role "scenario", without value and range.
 *
 * @param out stream to write to
 */
void WriteReferenceJson(std::ostream& out);

} // namespace ns3

#endif // AI_FABRIC_TYPE_REFERENCE_H
