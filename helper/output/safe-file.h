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
 * A file of results could not be written, for example because the disk is full; the input is not
 * to blame.
 */
class WriteError : public std::runtime_error
{
  public:
    /** @param path of the file @param reason in words; empty: nobody knows */
    WriteError(const std::filesystem::path& path, const std::string& reason);
};

/**
 * Writes a file as a whole: to a name beside it, then under its own. Whatever happens, the path has
 * what it had before or all of what is new.
 *
 * @param path of the file
 * @param fill writes to a stream
 * @throw WriteError if it cannot; nothing is left of the attempt
 */
void WriteSafely(const std::filesystem::path& path, const std::function<void(std::ostream&)>& fill);

/** @return the name beside a file that WriteSafely() uses in the meantime */
std::filesystem::path GetPartPath(const std::filesystem::path& path);

/**
 * Adds the rows of a table to another one with the same heading, safely.
 *
 * @param table to add to
 * @param rows a file with a heading of one line
 * @param fresh whether the table begins with these; what else stands there is replaced
 * @throw WriteError if it cannot
 */
void AppendRows(const std::filesystem::path& table, const std::filesystem::path& rows, bool fresh);

/**
 * Gives a file another name in the same file system.
 *
 * @param from its name
 * @param to its new name, whose file is replaced
 * @throw WriteError if it cannot be
 */
void MoveFile(const std::filesystem::path& from, const std::filesystem::path& to);

} // namespace ns3

#endif // AI_FABRIC_SAFE_FILE_H
