// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SUMMARY_COLUMNS_H
#define AI_FABRIC_SUMMARY_COLUMNS_H

#include "fabric-result.h"
#include "request-results.h"

#include <string>
#include <vector>

namespace ns3
{

/** A row of summary.csv: one job of a fabric, or all of them. */
struct SummaryRow
{
    const FabricResult& result; //!< draw of a fabric
    const JobResult* job;       //!< null: all jobs
    RequestSummary requests;    //!< requests of the job, or of all jobs
};

/** A column of summary.csv. */
struct SummaryColumn
{
    /** Runs whose file has the column. */
    enum class Presence
    {
        ALWAYS,
        NORTH_SOUTH, //!< runs with a north-south network
        REQUESTS     //!< runs with requests
    };

    const char* name;                       //!< name in the first line, with its unit
    std::string (*text)(const SummaryRow&); //!< text of a row; empty: without a meaning
    Presence presence{Presence::ALWAYS};    //!< runs that have the column
};

/** @return all columns in their order; a new column is one entry of this list */
const std::vector<SummaryColumn>& GetSummaryColumns();

} // namespace ns3

#endif // AI_FABRIC_SUMMARY_COLUMNS_H
