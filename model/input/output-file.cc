// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "output-file.h"

#include "ns3/input-error.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace ns3
{

namespace fs = std::filesystem;

namespace
{

[[noreturn]] void
FailToWrite(const std::string& path, const std::string& reason)
{
    throw InputError(path, 0, "", "cannot be written: " + reason);
}

} // namespace

bool OutputFile::s_isDry = false;

void
OutputFile::WriteNone()
{
    s_isDry = true;
}

OutputFile::Recognizer
OutputFile::Begins(const std::string& start)
{
    return [start](const std::string& text) { return text.rfind(start, 0) == 0; };
}

void
OutputFile::Check(const std::string& name, const std::string& kind, const Recognizer& isOwn)
{
    const fs::path path(name);
    std::error_code error;
    const auto status = fs::status(path, error);
    if (fs::is_directory(status))
    {
        FailToWrite(name, std::strerror(EISDIR));
    }
    const bool exists = fs::exists(status);
    const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const std::string place = (exists ? path : folder).string();
    if (access(place.c_str(), W_OK) != 0)
    {
        FailToWrite(name, std::strerror(errno));
    }
    if (!exists || !fs::is_regular_file(status) || fs::file_size(path, error) == 0)
    {
        return;
    }
    constexpr std::size_t START_BYTES = 200;
    std::string start(START_BYTES, '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(in.gcount()));
    if (!isOwn(start))
    {
        throw InputError(name,
                         0,
                         "",
                         "exists and does not hold " + kind +
                             "; choose another name or remove the file");
    }
}

void
OutputFile::Write(const std::string& path,
                  const std::string& kind,
                  const Recognizer& isOwn,
                  const std::function<void(std::ostream&)>& fill)
{
    Check(path, kind, isOwn);
    if (s_isDry)
    {
        return;
    }
    errno = 0;
    std::ofstream out(path, std::ios::binary);
    fill(out);
    out.close();
    if (!out)
    {
        FailToWrite(path, std::strerror(errno));
    }
}

} // namespace ns3
