// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OUTPUT_FILE_H
#define AI_FABRIC_OUTPUT_FILE_H

#include <functional>
#include <iosfwd>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-input
 * A file named by an attribute or an option, outside of the results folder.
 */
class OutputFile
{
  public:
    /** From now on this process only checks files and does not write them. */
    static void WriteNone();

    /** Returns true if a text of at most 200 bytes is the start of a file of a certain kind. */
    using Recognizer = std::function<bool(const std::string& start)>;

    /**
     * @param start first characters of all files of a kind
     * @return function that recognizes these files
     */
    static Recognizer Begins(const std::string& start);

    /**
     * Checks that a file can be written. An existing file may be replaced if it is empty or of the
     * same kind.
     *
     * @param path path of the file
     * @param kind name of the kind, such as "forwarding tables"
     * @param isOwn function that recognizes the kind
     * @throw InputError if a file of another kind exists, or the folder is not writable
     */
    static void Check(const std::string& path, const std::string& kind, const Recognizer& isOwn);

    /**
     * Checks and writes a file; after WriteNone() only checks it.
     *
     * @param path see Check()
     * @param kind see Check()
     * @param isOwn see Check()
     * @param fill function that writes to a stream
     * @throw InputError as in Check(), or if writing fails
     */
    static void Write(const std::string& path,
                      const std::string& kind,
                      const Recognizer& isOwn,
                      const std::function<void(std::ostream&)>& fill);

  private:
    static bool s_isDry; //!< see WriteNone()
};

} // namespace ns3

#endif // AI_FABRIC_OUTPUT_FILE_H
