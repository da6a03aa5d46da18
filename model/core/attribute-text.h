// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ATTRIBUTE_TEXT_H
#define AI_FABRIC_ATTRIBUTE_TEXT_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * @param info attribute
 * @return class of its values without the namespace, such as "TimeValue"; ns-3's checkers use both
 * forms
 */
std::string GetValueType(const TypeId::AttributeInformation& info);

/**
 * @ingroup ai-fabric-core
 * @param info attribute
 * @return ns-3's description of the range, such as "uint32_t 1:65536"; empty without a range
 */
std::string DescribeRange(const TypeId::AttributeInformation& info);

/**
 * @ingroup ai-fabric-core
 * @param info attribute
 * @return description of its values, such as "a number (double 0:1)"
 */
std::string DescribeValue(const TypeId::AttributeInformation& info);

/**
 * @ingroup ai-fabric-core
 * Reads the text of a value in ns-3's notation. ns-3's own conversions end the program if the text
 * is not a valid number, time or name.
 *
 * @param text text such as "0.5", "10us", "100Gbps"
 * @param info attribute
 * @return value that the attribute accepts; null for an invalid text
 * @throw InputError from an attribute with a part, see MakePartChecker()
 */
Ptr<AttributeValue> ReadValue(const std::string& text, const TypeId::AttributeInformation& info);

} // namespace ns3

#endif // AI_FABRIC_ATTRIBUTE_TEXT_H
