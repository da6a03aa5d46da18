// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JSON_SUPPORT_H
#define AI_FABRIC_JSON_SUPPORT_H

#include "json-reader.h"

namespace ns3
{

/** @ingroup ai-fabric-input @return true if the library for ParseJson() is built in */
bool HasJson();

/**
 * @ingroup ai-fabric-input
 * @param kind kind of a value
 * @return its name with an article, for messages: "a list"
 */
const char* DescribeKind(JsonValue::Kind kind);

} // namespace ns3

#endif // AI_FABRIC_JSON_SUPPORT_H
