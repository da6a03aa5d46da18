// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESULT_FORMAT_H
#define AI_FABRIC_RESULT_FORMAT_H

#include <cstdint>
#include <string>

namespace ns3
{

/** Format of the numbers of a column, or of a row of the printed table: unit and decimals. */
enum class ResultFormat : uint8_t
{
    TEXT,      //!< a text
    TIME,      //!< time in ps; in files in ns with three decimals
    BYTES,     //!< number of bytes
    COUNT,     //!< a whole number
    BANDWIDTH, //!< bandwidth in byte/s; in files in GB/s
    GOODPUT,   //!< goodput in bit/s; in files in Gbit/s
    BIT_RATE,  //!< a whole number of bit/s
    PERCENT,   //!< percentage
    RATIO,     //!< a number without a unit
    RATE,      //!< rate per second
    SECONDS,   //!< real time in s
    FIGURE     //!< significant digits; the unit stands elsewhere
};

/** Form of the numbers of a format in files. */
struct FileForm
{
    const char* unit; //!< unit; empty: none; "1": of ratios
    double size{1};   //!< size of that unit in the unit of ResultFormat
    int decimals{0};  //!< decimals of a fraction
};

/** @param format any format @return form of its numbers in files */
FileForm GetFileForm(ResultFormat format);

/** A number as text: digits and unit. */
struct NumberText
{
    std::string digits; //!< digits, with a decimal point if there is one
    std::string unit;   //!< unit with the space before it; empty: the format has none
};

/**
 * @param format format of the number
 * @param number number to print
 * @param like another number of the row, whose unit is used
 * @return the number for the printed table
 */
NumberText FormatNumber(ResultFormat format, double number, double like);

/** @param count number to show @return the number with a space between thousands */
std::string FormatCount(uint64_t count);

} // namespace ns3

#endif // AI_FABRIC_RESULT_FORMAT_H
