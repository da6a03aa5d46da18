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
 * Looks at a file before it is opened: a device may have no end, and to open a pipe may take
 * forever.
 *
 * @param path of a file; one that does not exist is accepted, since opening it fails
 * @param maxBytes the largest size accepted
 * @param what the file shall be, such as "a scenario", for the error; empty: anything
 * @return the path
 * @throw InputError if it is not a regular file or is too large
 */
const std::string& CheckInputFile(const std::string& path,
                                  uint64_t maxBytes,
                                  const std::string& what = "");

/**
 * @ingroup ai-fabric-input
 * @param path of a file
 * @param maxBytes the largest size accepted; a larger file is refused unread
 * @param what the file shall be, such as "a scenario", for the error; empty: anything
 * @return what it holds, byte for byte
 * @throw InputError if it cannot be read or is too large
 */
std::string ReadWholeFile(const std::string& path, uint64_t maxBytes, const std::string& what = "");

} // namespace ns3

#endif // AI_FABRIC_WHOLE_FILE_H
