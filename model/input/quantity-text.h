// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_QUANTITY_TEXT_H
#define AI_FABRIC_QUANTITY_TEXT_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace ns3
{

/**
 * @ingroup ai-fabric-input
 * A decimal number and the text behind it: digits * 10^exponent, then the unit. Numbers are scaled
 * to whole units without floating point.
 */
struct QuantityText
{
    bool negative{false};  //!< true: a minus sign stands before the number
    uint64_t digits{0};    //!< the digits as a whole number
    int exponent{0};       //!< exponent of 10
    std::string_view unit; //!< the rest of the text

    /**
     * @param text text such as "1.5us"; must outlive the quantity
     * @return nothing if the text does not begin with a number, or if digits or exponent exceed the
     *         supported range
     */
    static std::optional<QuantityText> Parse(std::string_view text);

    /**
     * @param scale value of one unit
     * @return digits * 10^exponent * scale, rounded to the nearest integer; nothing beyond 63 bits
     */
    std::optional<int64_t> Scale(uint64_t scale) const;
};

/**
 * @ingroup ai-fabric-input
 * Function with the values of units. Its arguments are the unit, and true if the number is 0; it
 * returns the value of one unit, or nothing if the unit is unknown.
 */
using UnitScale = std::optional<uint64_t> (*)(std::string_view unit, bool isZero);

/**
 * @ingroup ai-fabric-input
 * @param unit bps, b/s, Bps or B/s with k, K, M, G, T (times 1000) or Ki, Mi, Gi, Ti (times 1024)
 *        before it
 * @param isZero has no effect: a rate of 0 needs a unit
 * @return value of the unit in bit/s; nothing if it is unknown
 */
std::optional<uint64_t> GetRateUnitbps(std::string_view unit, bool isZero);

/**
 * @ingroup ai-fabric-input
 * @param unit s, ms, us, ns or ps
 * @param isZero true: no unit is needed
 * @return value of the unit in ps; nothing if it is unknown
 */
std::optional<uint64_t> GetTimeUnitPs(std::string_view unit, bool isZero);

/**
 * @ingroup ai-fabric-input
 * @param unit B with the prefixes of rates before it; empty: bytes
 * @param isZero has no effect
 * @return value of the unit in bytes; nothing if it is unknown
 */
std::optional<uint64_t> GetByteUnit(std::string_view unit, bool isZero);

/**
 * @ingroup ai-fabric-input
 * @param text complete text, such as "100Gbps"
 * @param scale values of the units
 * @return number times unit, rounded; nothing if the text is not such a quantity, is negative, or
 *         exceeds 63 bits
 */
std::optional<int64_t> ParseQuantity(std::string_view text, UnitScale scale);

} // namespace ns3

#endif // AI_FABRIC_QUANTITY_TEXT_H
