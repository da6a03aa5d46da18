// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CSV_TEXT_H
#define AI_FABRIC_CSV_TEXT_H

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * Writes a table that may have millions of rows: numbers go into a block of memory, and a stream
 * gets one block after another. What is left goes out with the writer.
 */
class RowWriter
{
  public:
    /** @param out gets the text; outlives the writer */
    explicit RowWriter(std::ostream& out);
    ~RowWriter();

    RowWriter(const RowWriter&) = delete;
    RowWriter& operator=(const RowWriter&) = delete;

    /** @param text as it is */
    void Add(std::string_view text);

    /** @param c a character */
    void Add(char c)
    {
        *MakeRoom() = c;
        ++m_end;
    }

    /** @param number in decimal digits */
    void AddInteger(uint64_t number);

    /** @param ps picoseconds, not negative, as FormatNs() */
    void AddNs(int64_t ps);

    /** @param value any @param decimals how many it has, as FormatDecimal() */
    void AddDecimal(double value, int decimals);

  private:
    static constexpr size_t BLOCK_BYTES = 1 << 16;
    static constexpr size_t MOST_BYTES = 400; //!< of a number: the largest double has 309 digits

    /** @return where the next bytes go: MOST_BYTES at least */
    char* MakeRoom()
    {
        if (m_end > BLOCK_BYTES - MOST_BYTES)
        {
            WriteBlock();
        }
        return m_block.data() + m_end;
    }

    /** @param end behind what has been put where MakeRoom() said */
    void SetEnd(const char* end)
    {
        m_end = static_cast<size_t>(end - m_block.data());
    }

    void WriteBlock();

    std::ostream& m_out;
    std::vector<char> m_block; //!< BLOCK_BYTES
    size_t m_end{0};           //!< of what is in it
};

/** @param ps picoseconds, not negative @return nanoseconds with these as decimals, exact */
std::string FormatNs(int64_t ps);

/**
 * @param value any
 * @param decimals how many
 * @return it with as many
 */
std::string FormatDecimal(double value, int decimals);

/**
 * @param text any
 * @return it as a field of a CSV file (RFC 4180); a spreadsheet takes a text that begins with =, +,
 *         - or @ for a formula, so an apostrophe is put before one that is not a number
 */
std::string Quote(const std::string& text);

/**
 * @param text of a CSV file (RFC 4180)
 * @return its fields by line, the heading's first, without the apostrophes of Quote()
 */
std::vector<std::vector<std::string>> ParseCsv(const std::string& text);

} // namespace ns3

#endif // AI_FABRIC_CSV_TEXT_H
