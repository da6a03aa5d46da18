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
 * A file that an attribute or an option names, outside of the folder of results.
 */
class OutputFile
{
  public:
    /** From now on files are only checked, as far as this process is concerned. */
    static void WriteNone();

    /** Returns whether a text, at most 200 bytes, begins a file of a kind. */
    using Recognizer = std::function<bool(const std::string& start)>;

    /**
     * @param start of all files of a kind
     * @return what recognizes them
     */
    static Recognizer Begins(const std::string& start);

    /**
     * Looks whether a file can be written. One that is there is replaced if it is empty or of the
     * same kind.
     *
     * @param path of the file
     * @param kind such as "forwarding tables"
     * @param isOwn recognizes the kind
     * @throw InputError if something else is there, or the place cannot be written to
     */
    static void Check(const std::string& path, const std::string& kind, const Recognizer& isOwn);

    /**
     * Checks and writes a file, after WriteNone() checks it only.
     *
     * @param path as that of Check()
     * @param kind as that of Check()
     * @param isOwn as that of Check()
     * @param fill writes to a stream
     * @throw InputError as Check(), or if writing fails
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
