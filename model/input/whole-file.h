// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WHOLE_FILE_H
#define AI_FABRIC_WHOLE_FILE_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-input
 * Checks a file before it is opened: a device may have no end, and opening a pipe may block
 * forever.
 *
 * @param path path of a file; a missing file is accepted, because opening it will fail
 * @param maxBytes largest accepted size
 * @param what required contents, such as "a scenario", for the error message; empty: any
 * @return the path
 * @throw InputError if it is not a regular file or is too large
 */
const std::string& CheckInputFile(const std::string& path,
                                  uint64_t maxBytes,
                                  const std::string& what = "");

/**
 * @ingroup ai-fabric-input
 * @param path path of a file
 * @param maxBytes largest accepted size; a larger file is refused unread
 * @param what required contents, such as "a scenario", for the error message; empty: any
 * @return contents, byte for byte
 * @throw InputError if it cannot be read or is too large
 */
std::string ReadWholeFile(const std::string& path, uint64_t maxBytes, const std::string& what = "");

} // namespace ns3

#endif // AI_FABRIC_WHOLE_FILE_H
