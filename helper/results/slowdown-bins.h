// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SLOWDOWN_BINS_H
#define AI_FABRIC_SLOWDOWN_BINS_H

#include "result-column.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/** Upper size limit of each bin of the table, in bytes. */
constexpr uint64_t SLOWDOWN_DECADES[] = {10'000, 100'000, 1'000'000, 10'000'000, UINT64_MAX};

/** Slowdown of messages of about the same size. */
struct SlowdownBin
{
    uint64_t limitBytes{UINT64_MAX}; //!< BinByDecade(): largest size in the bin, in bytes
    uint64_t minBytes{0};            //!< smallest message in bytes
    uint64_t maxBytes{0};            //!< largest message in bytes
    size_t messages{0};              //!< messages that succeeded
    double mean{0};                  //!< mean of their slowdowns
    double p50{0};                   //!< median by nearest rank
    double p95{0};                   //!< 95th percentile by nearest rank
    double p99{0};                   //!< 99th percentile by nearest rank
    double p999{0};                  //!< 99.9th percentile by nearest rank
    double largest{0};               //!< largest slowdown
};

/**
 * Sorts the successful messages of a job into bins of equal numbers, by size, like the papers that
 * show the slowdown over the size. Messages of one size stay in one bin: a bin that would end among
 * them takes all of them, so there may be fewer bins.
 *
 * @param job job of the messages
 * @param bins largest number of bins
 * @return bins by size; empty if there are no messages
 */
std::vector<SlowdownBin> BinBySize(const JobResult& job, size_t bins);

/**
 * As BinBySize(), with a bin for each of SLOWDOWN_DECADES.
 *
 * @param job job of the messages
 * @return bins with messages, by size
 */
std::vector<SlowdownBin> BinByDecade(const JobResult& job);

/** @return slowdown.csv: all messages of each job, and bins of them */
ResultTable MakeSlowdownTable();

} // namespace ns3

#endif // AI_FABRIC_SLOWDOWN_BINS_H
