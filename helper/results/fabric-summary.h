// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SUMMARY_H
#define AI_FABRIC_FABRIC_SUMMARY_H

#include "fabric-result.h"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** Name of the row that fabrics are ranked by. */
constexpr const char* COMPLETION_TIME = "completion time";

/** One number of the table. */
struct ResultValue
{
    /** How it is shown. */
    enum Format : uint8_t
    {
        TIME,      //!< of ps
        BYTES,     //!< of bytes
        COUNT,     //!< a whole number
        BANDWIDTH, //!< of byte/s
        GOODPUT,   //!< of bit/s
        PERCENT,   //!< of percent
        RATIO,     //!< two decimals
        RATE,      //!< of something per second
        FIGURE     //!< four significant digits
    };

    std::string name;            //!< of the row, where each number has a row of its own
    Format format;               //!< of the number
    std::string unit;            //!< behind it, where the format has none
    std::optional<double> value; //!< none: it has no meaning here
    bool compared{true};         //!< says something about the fabric over several draws
};

/** A row of the table for one fabric: numbers that stand in one cell. */
struct ResultRow
{
    std::string name;                //!< of the row, where the numbers share one
    std::vector<ResultValue> values; //!< at least one
    std::string separator{" / "};    //!< between them
    std::string absent{"-"};         //!< in their place, if one has no value
};

/** A table of the output for one fabric. */
struct ResultSection
{
    std::string title;                //!< such as "job incast"
    std::vector<ResultRow> rows;      //!< each name once
    std::vector<std::string> remarks; //!< lines under the table
};

/** The figures of one job. */
struct JobFigures
{
    std::string job;                //!< name
    std::vector<JobFigure> figures; //!< none unless the job is complete
};

/** What the table, the manifest and the terminal say of one draw on one fabric. */
struct FabricSummary
{
    std::string label;                   //!< of the fabric
    uint32_t seed{1};                    //!< of the draw
    std::vector<ResultSection> sections; //!< "all jobs" first
    std::vector<std::string> problems;   //!< as in FabricResult
    std::vector<std::string> warnings;   //!< as in FabricResult
    std::vector<std::string> notes;      //!< as in FabricResult
    std::vector<LintFinding> findings;   //!< as in FabricResult
    std::string stallReport;             //!< as in FabricResult
    bool interrupted{false};             //!< as in FabricResult
    std::vector<JobFigures> figures;     //!< of all jobs
};

/**
 * Writes a summary for LoadSummary().
 *
 * @param out binary
 * @param summary it
 */
void SaveSummary(std::ostream& out, const FabricSummary& summary);

/** @param in what SaveSummary() wrote, by the same program @return it; throws runtime_error */
FabricSummary LoadSummary(std::istream& in);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SUMMARY_H
