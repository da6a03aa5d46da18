// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SOURCE_FILES_H
#define AI_FABRIC_SOURCE_FILES_H

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace ns3
{

/** One C++ file of the project. */
struct SourceFile
{
    std::string path; //!< relative to the project, with '/'
    std::string text; //!< all of it

    /** @return its folder, relative to the project */
    std::string Folder() const
    {
        return path.substr(0, path.rfind('/'));
    }

    /** @return its name without the folder */
    std::string Name() const
    {
        return path.substr(path.rfind('/') + 1);
    }

    /** @return whether it ends in .h */
    bool IsHeader() const
    {
        return path.size() > 2 && path.compare(path.size() - 2, 2, ".h") == 0;
    }
};

/** Files of a project. */
using Sources = std::vector<SourceFile>;
/** What is wrong, one by one. */
using Complaints = std::vector<std::string>;

/** @return whether a text begins with another */
inline bool
StartsWith(const std::string& text, const std::string& start)
{
    return text.compare(0, start.size(), start) == 0;
}

/** @return a whole file */
inline std::string
ReadText(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/** @return the C++ files of the project, by path */
inline Sources
ReadProject()
{
    namespace fs = std::filesystem;
    const fs::path root = AI_FABRIC_SOURCE_DIR;
    Sources sources;
    for (const auto* top : {"model", "helper", "examples", "test"})
    {
        for (const auto& entry : fs::recursive_directory_iterator(root / top))
        {
            const auto extension = entry.path().extension();
            if (extension == ".h" || extension == ".cc")
            {
                const auto path = entry.path().lexically_relative(root).generic_string();
                sources.push_back({path, ReadText(entry.path())});
            }
        }
    }
    std::sort(sources.begin(), sources.end(), [](const auto& a, const auto& b) {
        return a.path < b.path;
    });
    return sources;
}

/** @return a line each */
inline std::string
Lines(const Complaints& complaints)
{
    std::string lines;
    for (const auto& complaint : complaints)
    {
        lines += complaint + '\n';
    }
    return lines;
}

} // namespace ns3

#endif // AI_FABRIC_SOURCE_FILES_H
