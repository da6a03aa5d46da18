// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TEXT_READER_H
#define AI_FABRIC_TEXT_READER_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup ai-fabric-input
 * Reads a text file of fields separated by white space, and knows the line of each of them.
 *
 * Every Read... returns a value that is in range or throws an InputError with file, line and key.
 * Numbers are read as a whole: "10x" and "" are errors, and "-1" is no unsigned number. Rates and
 * times become whole bit/s and picoseconds, to the nearest one, without a detour over floating
 * point and whatever the resolution of ns-3's Time.
 *
 * Between BeginRecord() and EndRecord() all fields have to stand on one line.
 */
class TextReader
{
  public:
    static constexpr uint64_t MAX_FILE_BYTES = uint64_t{1} << 30; //!< larger files are refused

    /**
     * Reads the file into memory; throws InputError if it cannot be read, is empty or too large.
     *
     * @param path the file
     * @param maxBytes the largest size accepted; a larger regular file is refused unread
     */
    explicit TextReader(const std::string& path, uint64_t maxBytes = MAX_FILE_BYTES);

    /**
     * From here on, what follows this character up to the end of its line is white space.
     *
     * @param mark such as '#'; must be at the start of a field
     */
    void SkipComments(char mark);

    /** @return the line of the field read last, counted from 1 */
    uint64_t GetLine() const;

    /** @return whether nothing but white space is left */
    bool AtEnd();

    /** From here to EndRecord() every field stands on the line of the next field. */
    void BeginRecord();

    /** @return whether the line of the record holds no more fields; for fields of any number */
    bool AtRecordEnd();

    /** Throws if the line of the record holds more. */
    void EndRecord();

    /**
     * Throws if data are left. Prose is not data: the files that come with HPCC end in a legend. It
     * is told from data by its first character, which is no digit and no sign.
     *
     * @param key what to name in the error
     * @param expected what the file should have held, such as "3 links, as line 1 says"
     */
    void ExpectEndOrLegend(std::string_view key, const std::string& expected);

    /** @param key name of the field @return the next field, valid as long as the reader */
    std::string_view ReadField(std::string_view key);

    /**
     * @param key name
     * @param min least
     * @param max greatest value allowed
     * @return the value
     */
    uint64_t ReadUnsigned(std::string_view key, uint64_t min, uint64_t max);

    /**
     * @param key name
     * @param min least
     * @param max greatest value allowed
     * @return the value
     */
    double ReadDouble(std::string_view key, double min, double max);

    /**
     * A rate with a unit as ns-3 writes it: bps, b/s, Bps or B/s with k, K, M, G, T (times 1000) or
     * Ki, Mi, Gi, Ti (times 1024) before it.
     *
     * @param key name
     * @return the rate in bit/s, positive
     */
    uint64_t ReadRatebps(std::string_view key);

    /**
     * A time with a unit: s, ms, us, ns or ps. A bare 0 needs none.
     *
     * @param key name
     * @return the time in picoseconds, not negative
     */
    int64_t ReadDurationPs(std::string_view key);

    /** @param key name @return a time written in seconds without a unit, in ps, not negative */
    int64_t ReadSecondsPs(std::string_view key);

    /**
     * Throws InputError at the field read last.
     *
     * @param key name
     * @param problem what is wrong
     */
    [[noreturn]] void Fail(std::string_view key, const std::string& problem) const;

  private:
    /**
     * @param unit what follows the number
     * @param isZero whether the number is zero
     * @return what one such unit is worth, or nothing if it is unknown
     */
    using UnitScale = std::optional<uint64_t> (*)(std::string_view unit, bool isZero);

    /**
     * Reads number and unit.
     *
     * @param key what errors call it
     * @param scale of the units
     * @param expected ends the error message
     * @return their product
     */
    int64_t ReadQuantity(std::string_view key, UnitScale scale, const char* expected);

    /** Skips white space and comments, over the ends of lines too. */
    void SkipSpace();

    std::string m_path;       //!< for messages
    std::string m_text;       //!< the whole file
    size_t m_next{0};         //!< index into m_text
    uint64_t m_line{1};       //!< line of m_next
    uint64_t m_fieldLine{1};  //!< line of the field read last
    uint64_t m_recordLine{0}; //!< line of the current record, 0 outside of one
    char m_comment{'\0'};     //!< what a comment begins with; 0: there are none
};

} // namespace ns3

#endif // AI_FABRIC_TEXT_READER_H
