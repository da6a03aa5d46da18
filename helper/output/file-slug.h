// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FILE_SLUG_H
#define AI_FABRIC_FILE_SLUG_H

#include <string>

namespace ns3
{

/** @param label label of a fabric or node @return label as part of a file name, not empty */
std::string Slug(const std::string& label);

} // namespace ns3

#endif // AI_FABRIC_FILE_SLUG_H
