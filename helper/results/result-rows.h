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
 * @param scenario what was simulated
 * @param result of one of its fabrics
 * @return what the table and the manifest say of it
 */
FabricSummary Summarize(const FabricScenario& scenario, const FabricResult& result);

/** A number as text: the digits, and what stands behind them. */
struct NumberText
{
    std::string digits; //!< with a point where there is one
    std::string unit;   //!< with the space before it
};

/**
 * @param value its format and unit
 * @param number to show
 * @param like another number of the row, in whose unit it is shown
 * @return the number as text
 */
NumberText FormatNumber(const ResultValue& value, double number, double like);

/** @param count any @return it with a space between thousands */
std::string FormatCount(uint64_t count);

} // namespace ns3

#endif // AI_FABRIC_RESULT_ROWS_H
