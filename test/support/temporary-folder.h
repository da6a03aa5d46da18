// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TEMPORARY_FOLDER_H
#define AI_FABRIC_TEMPORARY_FOLDER_H

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace ns3
{

/** An empty folder that is gone with this object. */
class TemporaryFolder
{
  public:
    TemporaryFolder()
        : m_path((std::filesystem::temp_directory_path() / "ai-fabric-test-XXXXXX").string())
    {
        if (!mkdtemp(m_path.data()))
        {
            throw std::runtime_error("cannot make " + m_path);
        }
    }

    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    /** @return it, absolute */
    const std::string& GetPath() const
    {
        return m_path;
    }

  private:
    std::string m_path; //!< of the folder
};

} // namespace ns3

#endif // AI_FABRIC_TEMPORARY_FOLDER_H
