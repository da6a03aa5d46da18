// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TEXT_READER_H
#define AI_FABRIC_TEXT_READER_H

#include "quantity-text.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup ai-fabric-input
 * Reads a text file of fields separated by white space, and keeps the line number of each field.
 *
 * Every Read... function returns a value in range or throws an InputError with file, line and key.
 * Numbers must be complete: "10x" and "" are errors, and "-1" is not an unsigned number. Rates and
 * times are rounded to whole bit/s and picoseconds without floating point, at any resolution of
 * ns-3's Time.
 *
 * Between BeginRecord() and EndRecord() all fields must be on one line.
 */
class TextReader
{
  public:
    static constexpr uint64_t MAX_FILE_BYTES = uint64_t{1} << 30; //!< larger files are refused

    /**
     * Reads the file into memory; throws InputError if it cannot be read, is empty or too large.
     *
     * @param path path of the file
     * @param maxBytes largest accepted size; a larger regular file is refused unread
     */
    explicit TextReader(const std::string& path, uint64_t maxBytes = MAX_FILE_BYTES);

    /**
     * From now on the text after this character up to the end of its line is white space.
     *
     * @param mark character such as '#'; must be at the start of a field
     */
    void SkipComments(char mark);

    /** @return line number of the last field, from 1 */
    uint64_t GetLine() const;

    /** @return true if only white space is left */
    bool AtEnd();

    /** From here to EndRecord() every field must be on the line of the next field. */
    void BeginRecord();

    /**
     * @return true if the line of the record has no more fields; for a variable number of fields
     */
    bool AtRecordEnd();

    /** Throws if the line of the record has more fields. */
    void EndRecord();

    /**
     * Throws if data is left. Prose is not data: the files of HPCC end in a legend. Prose is
     * recognized by its first character, which is neither a digit nor a sign.
     *
     * @param key key in the error message
     * @param expected expected contents of the file, such as "3 links, as line 1 says"
     */
    void ExpectEndOrLegend(std::string_view key, const std::string& expected);

    /**
     * @param key name of the field
     * @return next field, valid during the lifetime of the reader
     */
    std::string_view ReadField(std::string_view key);

    /**
     * @param key name of the field
     * @param min smallest allowed value
     * @param max largest allowed value
     * @return the value
     */
    uint64_t ReadUnsigned(std::string_view key, uint64_t min, uint64_t max);

    /**
     * @param key name of the field
     * @param min smallest allowed value
     * @param max largest allowed value
     * @return the value
     */
    double ReadDouble(std::string_view key, double min, double max);

    /**
     * Reads a rate with a unit in ns-3's notation: bps, b/s, Bps or B/s with k, K, M, G, T (times
     * 1000) or Ki, Mi, Gi, Ti (times 1024) before it.
     *
     * @param key name of the field
     * @return rate in bit/s, positive
     */
    uint64_t ReadRatebps(std::string_view key);

    /**
     * Reads a time with a unit: s, ms, us, ns or ps. A single 0 needs no unit.
     *
     * @param key name of the field
     * @return time in ps, at least 0
     */
    int64_t ReadDurationPs(std::string_view key);

    /**
     * @param key name of the field
     * @return time written in seconds without a unit, in ps, at least 0
     */
    int64_t ReadSecondsPs(std::string_view key);

    /**
     * Throws InputError at the last field.
     *
     * @param key name of the field
     * @param problem description of the error
     */
    [[noreturn]] void Fail(std::string_view key, const std::string& problem) const;

  private:
    /**
     * Reads a number and its unit.
     *
     * @param key name in error messages
     * @param scale function with the values of the units
     * @param expected end of the error message
     * @return number times unit
     */
    int64_t ReadQuantity(std::string_view key, UnitScale scale, const char* expected);

    /** Skips white space and comments, across line ends. */
    void SkipSpace();

    std::string m_path;       //!< for messages
    std::string m_text;       //!< the whole file
    size_t m_next{0};         //!< index into m_text
    uint64_t m_line{1};       //!< line of m_next
    uint64_t m_fieldLine{1};  //!< line of the last field
    uint64_t m_recordLine{0}; //!< line of the present record, 0 outside of a record
    char m_comment{'\0'};     //!< first character of comments; 0: no comments
};

} // namespace ns3

#endif // AI_FABRIC_TEXT_READER_H
