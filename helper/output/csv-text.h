// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CSV_TEXT_H
#define AI_FABRIC_CSV_TEXT_H

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** @param text gets another number at its end @param number it */
void AppendInteger(std::string& text, uint64_t number);

/** @param text gets nanoseconds with three decimals at its end @param ps it, not negative */
void AppendNs(std::string& text, int64_t ps);

/**
 * @param text gets a number at its end
 * @param value it
 * @param decimals how many it has
 */
void AppendDecimal(std::string& text, double value, int decimals);

/**
 * Writes out the rows collected so far, once there are many.
 *
 * @param out gets them
 * @param rows collected; empty again if they were written
 */
void WriteBlock(std::ostream& out, std::string& rows);

/** @param ps picoseconds, not negative @return nanoseconds with these as decimals, exact */
std::string FormatNs(int64_t ps);

/**
 * @param value any
 * @param decimals how many
 * @return it with as many
 */
std::string FormatDecimal(double value, int decimals);

/** @param text any @return it as a field of a CSV file (RFC 4180) */
std::string Quote(const std::string& text);

/** @param text of a CSV file (RFC 4180) @return its fields by line, the heading's first */
std::vector<std::vector<std::string>> ParseCsv(const std::string& text);

} // namespace ns3

#endif // AI_FABRIC_CSV_TEXT_H
