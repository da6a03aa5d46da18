// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "folder-lock.h"

#include "ns3/input-error.h"
#include "ns3/safe-file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace ns3
{

namespace
{

/** Folders locked by this process, or by the process from which it was forked. */
std::set<std::filesystem::path> g_locked;

/** Throws if another process writes results into a parent folder. */
void
CheckFoldersAbove(const std::filesystem::path& path)
{
    for (auto above = path.parent_path(); above != above.root_path(); above = above.parent_path())
    {
        if (g_locked.count(above) > 0)
        {
            continue; // a run of a sweep
        }
        const int folder = open(above.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0)
        {
            continue;
        }
        const bool isLocked = flock(folder, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        close(folder);
        if (isLocked)
        {
            throw WriteError(path,
                             "another run is writing its results in " + above.string() +
                                 "; choose another --output");
        }
    }
}

} // namespace

int
LockFolder(const std::filesystem::path& path, bool shared)
{
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error)
    {
        throw InputError(path.string(), 0, "", "cannot be created: " + error.message());
    }
    const auto canonical = std::filesystem::canonical(path, error);
    CheckFoldersAbove(canonical);
    const int lock = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
    {
        throw InputError(path.string(),
                         0,
                         "",
                         std::string("is not a folder for results: ") + std::strerror(errno));
    }
    // Some network file systems do not support locks of folders; there users have to take care.
    if (flock(lock, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
        close(lock);
        throw WriteError(path, "another run is writing its results there; choose another --output");
    }
    g_locked.insert(canonical);
    return lock;
}

void
UnlockFolder(int lock)
{
    close(lock);
}

} // namespace ns3
