// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FOLDER_LOCK_H
#define AI_FABRIC_FOLDER_LOCK_H

#include <filesystem>

namespace ns3
{

/**
 * Makes a folder for results if need be, and locks it for as long as this process lives. The folder
 * itself is locked, so nothing is left behind.
 *
 * @param path of it
 * @param shared with others that share it, too
 * @return for UnlockFolder()
 * @throw InputError if it cannot be made or is no folder
 * @throw WriteError if another process has locked it
 */
int LockFolder(const std::filesystem::path& path, bool shared);

/** @param lock of LockFolder() */
void UnlockFolder(int lock);

} // namespace ns3

#endif // AI_FABRIC_FOLDER_LOCK_H
