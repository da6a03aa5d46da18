// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ATTRIBUTE_PARSER_H
#define AI_FABRIC_ATTRIBUTE_PARSER_H

#include "scenario-value.h"

#include "ns3/attribute.h"
#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * @param info an attribute
 * @param text its value
 * @return whether that is the path of a file, relative to what names it, see IsFileAttribute(), or
 *         that of a preset
 */
bool NamesFile(const TypeId::AttributeInformation& info, const std::string& text);

/** @param info an attribute @return what may be written there, such as "a time with a unit" */
std::string DescribeExpected(const TypeId::AttributeInformation& info);

/**
 * Reads a scalar as the value of an attribute, completely and within the checker's range.
 *
 * ns-3's own parsers abort on text that they do not understand, so nothing reaches them that has
 * not been looked at: rates and times are read here.
 *
 * @param value what the user wrote
 * @param info the attribute; not one that holds an object or a factory
 * @return a value that the attribute accepts
 * @throw InputError with what would be allowed
 */
Ptr<AttributeValue> ParseAttribute(const ScenarioValue& value,
                                   const TypeId::AttributeInformation& info);

/** @param value such as "100Gbps" or "NDR" @return it in bit/s; throws InputError */
uint64_t ParseRatebps(const ScenarioValue& value);

/** @param value such as "20ms" @return it, not negative; throws InputError */
Time ParseTime(const ScenarioValue& value);

/**
 * @param value a whole number, or one with a unit such as "64MiB" if allowed
 * @param sizes whether units of bytes are allowed
 * @return it; throws InputError
 */
uint64_t ParseUnsigned(const ScenarioValue& value, bool sizes);

} // namespace ns3

#endif // AI_FABRIC_ATTRIBUTE_PARSER_H
