// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SUMMARY_H
#define AI_FABRIC_FABRIC_SUMMARY_H

#include "fabric-result.h"
#include "result-format.h"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** Name of the row by which fabrics are ranked. */
constexpr const char* COMPLETION_TIME = "completion time";

/** One number of the table. */
struct ResultValue
{
    std::string name;            //!< name of its row, if each number has a row of its own
    ResultFormat format;         //!< format of the number
    std::string unit;            //!< unit behind it, if the format has none
    std::optional<double> value; //!< the number; empty: it has no meaning here
    bool compared{true}; //!< true: the number is compared between fabrics over several draws
};

/** A row of the table for one fabric: numbers that share one cell. */
struct ResultRow
{
    std::string name;                //!< name of the row, if the numbers share one
    std::vector<ResultValue> values; //!< at least one
    std::string separator{" / "};    //!< text between the numbers
    std::string absent{"-"};         //!< text in place of the row's numbers, if one has no value
};

/** A table of the output for one fabric. */
struct ResultSection
{
    std::string title;                //!< such as "job incast"
    std::vector<ResultRow> rows;      //!< rows with unique names
    std::vector<std::string> remarks; //!< lines under the table
};

/** The figures of one job. */
struct JobFigures
{
    std::string job;                //!< name
    std::vector<JobFigure> figures; //!< empty unless the job is complete
};

/** Summary of one draw on one fabric, for the table, the manifest and the terminal. */
struct FabricSummary
{
    std::string label;                   //!< label of the fabric
    uint32_t seed{1};                    //!< seed of the draw
    std::vector<ResultSection> sections; //!< "all jobs" first
    std::vector<std::string> problems;   //!< as in FabricResult
    std::vector<std::string> warnings;   //!< as in FabricResult
    std::vector<std::string> notes;      //!< as in FabricResult
    std::vector<LintFinding> findings;   //!< as in FabricResult
    std::string stallReport;             //!< as in FabricResult
    bool interrupted{false};             //!< as in FabricResult
    std::vector<JobFigures> figures;     //!< figures of all jobs
};

/**
 * Writes a summary for LoadSummary().
 *
 * @param out binary stream
 * @param summary summary to write
 */
void SaveSummary(std::ostream& out, const FabricSummary& summary);

/**
 * @param in data that SaveSummary() of the same program wrote
 * @return the summary; throws runtime_error if the data are wrong
 */
FabricSummary LoadSummary(std::istream& in);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SUMMARY_H
