// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FILE_CHECKER_H
#define AI_FABRIC_FILE_CHECKER_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * @return checker of a string attribute with the path of a file; scenarios give it relative to
 * their own folder
 */
Ptr<const AttributeChecker> MakeFileChecker();

/**
 * @ingroup ai-fabric-core
 * @param info attribute
 * @return true if it holds the path of a file: by its checker, or as a string whose name ends in
 * File
 */
bool IsFileAttribute(const TypeId::AttributeInformation& info);

} // namespace ns3

#endif // AI_FABRIC_FILE_CHECKER_H
