// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESULT_ROWS_H
#define AI_FABRIC_RESULT_ROWS_H

#include "fabric-summary.h"

#include "ns3/scenario.h"

#include <string>

namespace ns3
{

/**
 * @param scenario scenario that was simulated
 * @param result result of one of its fabrics
 * @return summary for the table and the manifest
 */
FabricSummary Summarize(const FabricScenario& scenario, const FabricResult& result);

/** A number as text: digits and unit. */
struct NumberText
{
    std::string digits; //!< digits, with a decimal point if there is one
    std::string unit;   //!< unit, with the space before it
};

/**
 * @param value value with format and unit
 * @param number number to show
 * @param like another number of the row, whose unit is used
 * @return the number as text
 */
NumberText FormatNumber(const ResultValue& value, double number, double like);

/** @param count number to show @return the number with a space between thousands */
std::string FormatCount(uint64_t count);

} // namespace ns3

#endif // AI_FABRIC_RESULT_ROWS_H
