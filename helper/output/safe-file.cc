// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "safe-file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <vector>

namespace ns3
{

namespace
{

namespace fs = std::filesystem;

/** Copies the rest of a file, which may be empty. */
void
CopyRest(std::ostream& out, std::istream& in)
{
    std::vector<char> chunk(1 << 16);
    while (in.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || in.gcount() > 0)
    {
        out.write(chunk.data(), in.gcount());
    }
}

} // namespace

WriteError::WriteError(const fs::path& path, const std::string& reason)
    : std::runtime_error(path.string() + ": cannot be written" +
                         (reason.empty() ? "" : ": " + reason))
{
}

fs::path
GetPartPath(const fs::path& path)
{
    return path.string() + ".part";
}

void
WriteSafely(const fs::path& path, const std::function<void(std::ostream&)>& fill)
{
    const auto part = GetPartPath(path);
    std::error_code ignored;
    try
    {
        errno = 0;
        std::ofstream out(part, std::ios::binary);
        if (out)
        {
            fill(out);
            out.close();
        }
        if (!out)
        {
            throw WriteError(path, errno != 0 ? std::strerror(errno) : "");
        }
        MoveFile(part, path);
    }
    catch (...)
    {
        fs::remove(part, ignored);
        throw;
    }
}

void
AppendRows(const fs::path& table, const fs::path& rows, bool fresh)
{
    WriteSafely(table, [&](std::ostream& out) {
        std::ifstream more(rows, std::ios::binary);
        if (!fresh)
        {
            std::ifstream before(table, std::ios::binary);
            CopyRest(out, before);
            std::string heading;
            std::getline(more, heading);
        }
        CopyRest(out, more);
        if (!more.eof())
        {
            throw WriteError(table, rows.string() + " cannot be read");
        }
    });
}

void
MoveFile(const fs::path& from, const fs::path& to)
{
    std::error_code error;
    fs::rename(from, to, error);
    if (error)
    {
        throw WriteError(to, error.message());
    }
}

} // namespace ns3
