// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_TABLE_H
#define AI_FABRIC_SWEEP_TABLE_H

#include "sample-interval.h"

#include "ns3/sweep-plan.h"
#include "ns3/sweep-run.h"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** Values of one number of one fabric and job at one point, over the draws. */
struct SweepGroup
{
    size_t point{0};            //!< index of the point
    std::string fabric;         //!< label of the fabric
    std::string job;            //!< name of the job, or "all"
    std::string metric;         //!< name of the metric
    std::string unit;           //!< unit; may be empty
    std::vector<double> values; //!< values of the draws that have one, in the order of seeds
};

/**
 * Writes the tables of a sweep from the folders of its runs:
 *     sweep.csv             a row per number of a run: point, axes, seed, fabric, job, metric,
 *                           unit, value. The metrics are the columns of summary.csv, except the
 *                           real time; mean, 95th and 99.9th percentile of slowdown.csv; and
 *                           figures.csv
 *     sweep-statistics.csv  a row per metric of a point, fabric and job, with its
 *                           SampleInterval
 *
 * @param folder folder of the sweep
 * @param plan plan of the sweep
 * @param runs complete runs, in the order of the plan
 * @return groups of job "all", for WriteSweepSummary()
 * @throw WriteError if a table cannot be written
 */
std::vector<SweepGroup> WriteSweepTables(const std::filesystem::path& folder,
                                         const SweepPlan& plan,
                                         const std::vector<SweepRun>& runs);

/**
 * Writes completion time and slowdown, TTFT and TPOT of requests and the idle share of GPUs that
 * compute as text, a point per row, a fabric per column.
 *
 * @param out stream to write to
 * @param plan plan of the sweep
 * @param groups groups of job "all"
 */
void WriteSweepSummary(std::ostream& out,
                       const SweepPlan& plan,
                       const std::vector<SweepGroup>& groups);

} // namespace ns3

#endif // AI_FABRIC_SWEEP_TABLE_H
