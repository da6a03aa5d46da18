// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FOLDER_LOCK_H
#define AI_FABRIC_FOLDER_LOCK_H

#include <filesystem>

namespace ns3
{

/**
 * Makes a folder for results if it does not exist, and locks it for as long as this process lives.
 * The folder itself is locked, so no lock file remains.
 *
 * @param path path of the folder
 * @param shared true: share the lock with other processes that also share it
 * @return lock for UnlockFolder()
 * @throw InputError if the folder cannot be made or the path is not a folder
 * @throw WriteError if another process has locked it
 */
int LockFolder(const std::filesystem::path& path, bool shared);

/** @param lock lock from LockFolder() */
void UnlockFolder(int lock);

} // namespace ns3

#endif // AI_FABRIC_FOLDER_LOCK_H
