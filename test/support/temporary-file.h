// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TEMPORARY_FILE_H
#define AI_FABRIC_TEMPORARY_FILE_H

#include "error-message.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace ns3
{

/** A file that lasts as long as this object; no two of them, in any process, share a name. */
class TemporaryFile
{
  public:
    /** @param content what the file holds, byte for byte */
    explicit TemporaryFile(const std::string& content)
        : m_path("/tmp/ai-fabric-test-XXXXXX")
    {
        const int descriptor = mkstemp(m_path.data());
        if (descriptor < 0)
        {
            throw std::runtime_error("cannot create " + m_path);
        }
        close(descriptor);
        std::ofstream(m_path, std::ios::binary) << content;
    }

    ~TemporaryFile()
    {
        std::remove(m_path.c_str());
    }

    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    /** @return where it is */
    const std::string& GetPath() const
    {
        return m_path;
    }

  private:
    std::string m_path; //!< of the file
};

/**
 * @param content of a file
 * @param read a function that reads a file by its path
 * @return what() of the Error that it throws, without the path that it begins with
 */
template <typename Error, typename Read>
std::string
MessageBehindPath(const std::string& content, Read read)
{
    const TemporaryFile file(content);
    return MessageBehind<Error>(file.GetPath(), [&] { read(file.GetPath()); });
}

} // namespace ns3

#endif // AI_FABRIC_TEMPORARY_FILE_H
