// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SUMMARY_COLUMNS_H
#define AI_FABRIC_SUMMARY_COLUMNS_H

#include "request-results.h"
#include "result-column.h"

#include <vector>

namespace ns3
{

/** A row of summary.csv: one job of a fabric, or all of them. */
struct SummaryRow
{
    const FabricResult& result; //!< draw of a fabric
    const JobResult* job;       //!< null: all jobs
    RequestSummary requests;    //!< requests of the job, or of all jobs

    /** @param fabric draw of a fabric @param one one of its jobs; null: all */
    SummaryRow(const FabricResult& fabric, const JobResult* one);
};

/**
 * A new column is one entry of this list. A program or a loaded library appends its columns before
 * the run.
 *
 * @return columns of summary.csv in their order
 */
std::vector<ResultColumn<SummaryRow>>& GetSummaryColumns();

/** @return summary.csv */
ResultTable MakeSummaryTable();

} // namespace ns3

#endif // AI_FABRIC_SUMMARY_COLUMNS_H
