// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "whole-file.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace ns3
{

namespace
{

/** Deleter of std::unique_ptr. */
struct FileCloser
{
    void operator()(std::FILE* file) const
    {
        std::fclose(file);
    }
};

[[noreturn]] void
RefuseSize(const std::string& path,
           const std::string& size,
           uint64_t maxBytes,
           const std::string& what)
{
    const std::string limit = "at most " + std::to_string(maxBytes);
    throw InputError(
        path,
        0,
        "",
        "is " + size + " bytes long; " +
            (what.empty() ? limit + " are read" : "expected " + what + " of " + limit));
}

} // namespace

const std::string&
CheckInputFile(const std::string& path, uint64_t maxBytes, const std::string& what)
{
    namespace fs = std::filesystem;
    std::error_code error;
    const auto status = fs::status(path, error);
    if (fs::is_regular_file(status))
    {
        const uint64_t size = fs::file_size(path, error);
        if (!error && size > maxBytes)
        {
            RefuseSize(path, std::to_string(size), maxBytes, what);
        }
    }
    else if (fs::exists(status) && !fs::is_directory(status)) // reading it fails with an error
    {
        throw InputError(path,
                         0,
                         "",
                         "is not a regular file; expected " +
                             (what.empty() ? std::string("one") : what + " in one"));
    }
    return path;
}

std::string
ReadWholeFile(const std::string& path, uint64_t maxBytes, const std::string& what)
{
    CheckInputFile(path, maxBytes, what);
    errno = 0;
    const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rb"));
    std::string text;
    if (file)
    {
        // One additional byte shows the end of the file. Files of /proc have no size.
        std::error_code ignored;
        const uint64_t size = std::filesystem::file_size(path, ignored);
        constexpr uint64_t MAX_CHUNK_BYTES = uint64_t{1} << 20;
        const size_t chunkBytes =
            std::min(ignored || size == 0 ? MAX_CHUNK_BYTES : size + 1, MAX_CHUNK_BYTES);
        size_t length = 0;
        size_t got = 0;
        do
        {
            text.resize(length + chunkBytes);
            got = std::fread(text.data() + length, 1, chunkBytes, file.get());
            length += got;
            if (length > maxBytes)
            {
                RefuseSize(path, "more than " + std::to_string(maxBytes), maxBytes, what);
            }
        } while (got == chunkBytes);
        text.resize(length);
    }
    if (!file || std::ferror(file.get()))
    {
        throw InputError(path, 0, "", std::string("cannot be read: ") + std::strerror(errno));
    }
    return text;
}

} // namespace ns3
