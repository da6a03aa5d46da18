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
 * Writes a table that may have millions of rows: numbers go into a block of memory, and the stream
 * gets one block after another. The destructor writes the rest.
 */
class RowWriter
{
  public:
    /** @param out stream that gets the text; outlives the writer */
    explicit RowWriter(std::ostream& out);
    ~RowWriter();

    RowWriter(const RowWriter&) = delete;
    RowWriter& operator=(const RowWriter&) = delete;

    /** @param text text to write unchanged */
    void Add(std::string_view text);

    /** @param text text of a field, written as by Quote() */
    void AddField(std::string_view text);

    /** @param c character to write */
    void Add(char c)
    {
        *MakeRoom() = c;
        ++m_end;
    }

    /** @param number number to write in decimal digits */
    void AddInteger(uint64_t number);

    /** @param ps time in ps, at least 0; written as by FormatNs() */
    void AddNs(int64_t ps);

    /**
     * @param value number to write
     * @param decimals number of decimals; written as by FormatDecimal()
     */
    void AddDecimal(double value, int decimals);

  private:
    static constexpr size_t BLOCK_BYTES = 1 << 16;
    static constexpr size_t MOST_BYTES = 400; //!< longest number: the largest double has 309 digits

    /** @return pointer to the free space, at least MOST_BYTES */
    char* MakeRoom()
    {
        if (m_end > BLOCK_BYTES - MOST_BYTES)
        {
            WriteBlock();
        }
        return m_block.data() + m_end;
    }

    /** @param end end of the bytes written to MakeRoom() */
    void SetEnd(const char* end)
    {
        m_end = static_cast<size_t>(end - m_block.data());
    }

    void WriteBlock();

    std::ostream& m_out;
    std::vector<char> m_block; //!< BLOCK_BYTES
    size_t m_end{0};           //!< number of bytes in use
};

/** @param ps time in ps, at least 0 @return the time in ns with three decimals, exact */
std::string FormatNs(int64_t ps);

/**
 * @param value any number
 * @param decimals number of decimals
 * @return value in decimal digits
 */
std::string FormatDecimal(double value, int decimals);

/**
 * @param text any text
 * @return text as a field of a CSV file (RFC 4180); a spreadsheet takes a text that begins with =,
 *         +, - or @ for a formula, so such a field gets an apostrophe in front unless it is a
 *         number
 */
std::string Quote(const std::string& text);

/**
 * @param text contents of a CSV file (RFC 4180)
 * @return fields by line, the heading first, without the apostrophes of Quote()
 */
std::vector<std::vector<std::string>> ParseCsv(const std::string& text);

} // namespace ns3

#endif // AI_FABRIC_CSV_TEXT_H
