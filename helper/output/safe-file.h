// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SAFE_FILE_H
#define AI_FABRIC_SAFE_FILE_H

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <stdexcept>
#include <string>

namespace ns3
{

/**
 * A file of results could not be written, for example because the disk is full; the input is
 * correct.
 */
class WriteError : public std::runtime_error
{
  public:
    /** @param path path of the file @param reason reason in words; empty: unknown */
    WriteError(const std::filesystem::path& path, const std::string& reason);
};

/**
 * Writes a file as a whole: first under a temporary name beside it, then under its own name.
 * Whatever happens, the path holds either the old contents or all of the new.
 *
 * @param path path of the file
 * @param fill writes the contents to a stream
 * @throw WriteError if the file cannot be written; nothing is left of the attempt
 */
void WriteSafely(const std::filesystem::path& path, const std::function<void(std::ostream&)>& fill);

/** @param path path of a file @return temporary name that WriteSafely() uses for it */
std::filesystem::path GetPartPath(const std::filesystem::path& path);

/**
 * Appends the rows of a table to another table with the same heading, as safely as WriteSafely().
 *
 * @param table path of the table to extend
 * @param rows path of a table with a heading of one line
 * @param fresh true: these are the first rows; earlier contents of the table are replaced
 * @throw WriteError if the table cannot be written
 */
void AppendRows(const std::filesystem::path& table, const std::filesystem::path& rows, bool fresh);

/**
 * Gives a file another name in the same file system.
 *
 * @param from present name
 * @param to new name; a file of this name is replaced
 * @throw WriteError if the file cannot be renamed
 */
void MoveFile(const std::filesystem::path& from, const std::filesystem::path& to);

} // namespace ns3

#endif // AI_FABRIC_SAFE_FILE_H
