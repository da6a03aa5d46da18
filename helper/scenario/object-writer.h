// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OBJECT_WRITER_H
#define AI_FABRIC_OBJECT_WRITER_H

#include "ns3/json-writer.h"
#include "ns3/object.h"

#include <string>

namespace ns3
{

/**
 * Writes the type of an object and the values in effect of all its attributes, including those of
 * nested objects.
 *
 * @param json writer that gets it
 * @param key member name; empty in a list
 * @param object object to write
 */
void WriteObject(JsonWriter& json, const std::string& key, const Object& object);

} // namespace ns3

#endif // AI_FABRIC_OBJECT_WRITER_H
