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
 * @param text value of the attribute
 * @return true if the value is the path of a file, relative to the file that names it (see
 *         IsFileAttribute()), or the path of a preset
 */
bool NamesFile(const TypeId::AttributeInformation& info, const std::string& text);

/**
 * @param info an attribute
 * @return description of the allowed values, such as "a time with a unit"
 */
std::string DescribeExpected(const TypeId::AttributeInformation& info);

/**
 * Reads a scalar as the value of an attribute; the whole text must be valid and in range.
 *
 * ns-3's own parsers abort on text that they do not understand, so only checked text reaches them:
 * rates and times are read here.
 *
 * @param value value as the user wrote it
 * @param info the attribute; must not hold an object or a factory
 * @return a value that the attribute accepts
 * @throw InputError with the allowed values
 */
Ptr<AttributeValue> ParseAttribute(const ScenarioValue& value,
                                   const TypeId::AttributeInformation& info);

/** @param value value such as "100Gbps" or "NDR" @return rate in bit/s; throws InputError */
uint64_t ParseRatebps(const ScenarioValue& value);

/** @param value value such as "20ms" @return the time, at least 0; throws InputError */
Time ParseTime(const ScenarioValue& value);

/**
 * @param value a whole number, or, if allowed, one with a unit such as "64MiB"
 * @param sizes true: units of bytes are allowed
 * @return the number; throws InputError
 */
uint64_t ParseUnsigned(const ScenarioValue& value, bool sizes);

} // namespace ns3

#endif // AI_FABRIC_ATTRIBUTE_PARSER_H
