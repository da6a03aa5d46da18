// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SLOWDOWN_BINS_H
#define AI_FABRIC_SLOWDOWN_BINS_H

#include "fabric-result.h"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

namespace ns3
{

/** Bins of the table: up to so many bytes each. */
constexpr uint64_t SLOWDOWN_DECADES[] = {10'000, 100'000, 1'000'000, 10'000'000, UINT64_MAX};

/** Messages of about the same size, and by how much they were slowed down. */
struct SlowdownBin
{
    uint64_t limitBytes{UINT64_MAX}; //!< BinByDecade(): greatest size that it takes
    uint64_t minBytes{0};            //!< of its messages
    uint64_t maxBytes{0};            //!< of its messages
    size_t messages{0};              //!< that succeeded
    double mean{0};                  //!< of their slowdowns
    double p50{0};                   //!< percentiles by nearest rank
    double p95{0};                   //!< the same, of 95 in 100
    double p99{0};                   //!< of 99 in 100
    double p999{0};                  //!< of 999 in 1000
    double largest{0};               //!< of all
};

/**
 * Sorts the messages of a job that succeeded into bins of equal numbers, by size, as the papers do
 * that show the slowdown over the size. Messages of one size are never split: where a bin would end
 * among them it takes them all, so there may be fewer bins.
 *
 * @param job whose messages
 * @param bins how many at most
 * @return them, by size; none if there are no messages
 */
std::vector<SlowdownBin> BinBySize(const JobResult& job, size_t bins);

/**
 * As BinBySize(), with a bin for each of SLOWDOWN_DECADES.
 *
 * @param job whose messages
 * @return those with messages, by size
 */
std::vector<SlowdownBin> BinByDecade(const JobResult& job);

/**
 * Writes slowdown.csv: all messages of each job, and bins of them.
 *
 * @param out where to
 * @param results of all fabrics
 */
void WriteSlowdowns(std::ostream& out, const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_SLOWDOWN_BINS_H
