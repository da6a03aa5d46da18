// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "folder-lock.h"

#include "ns3/input-error.h"
#include "ns3/safe-file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace ns3
{

int
LockFolder(const std::filesystem::path& path, bool shared)
{
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error)
    {
        throw InputError(path.string(), 0, "", "cannot be made: " + error.message());
    }
    const int lock = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
    {
        throw InputError(path.string(),
                         0,
                         "",
                         std::string("is no folder for results: ") + std::strerror(errno));
    }
    // Some network file systems know no locks of folders; there users have to take care.
    if (flock(lock, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
        close(lock);
        throw WriteError(path, "another run is writing its results there; choose another --output");
    }
    return lock;
}

void
UnlockFolder(int lock)
{
    close(lock);
}

} // namespace ns3
