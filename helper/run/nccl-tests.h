// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_TESTS_H
#define AI_FABRIC_NCCL_TESTS_H

#include "ns3/fabric-result.h"
#include "ns3/result-folder.h"
#include "ns3/scenario.h"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** One row of the table: an operation of one size on one fabric. */
struct NcclTestsRow
{
    uint64_t bytes{0};         //!< size of the operation
    int64_t timePs{0};         //!< mean time of one operation over the iterations; 0: not complete
    double algorithmGBps{0};   //!< algorithm bandwidth in GB/s
    double busGBps{0};         //!< bus bandwidth in GB/s
    uint64_t countElements{0}; //!< number of elements of 4 bytes, as nccl-tests counts them for the
                               //!< operation
};

/** Results for one fabric in the form of nccl-tests. */
struct NcclTestsTable
{
    std::string fabric;             //!< label of the fabric
    std::vector<NcclTestsRow> rows; //!< by size
};

/**
 * Runs every size on every fabric, on a network of its own.
 *
 * @param scenario scenario whose only workload is a collective
 * @param options options of the command line
 * @param out gets each fabric's table row by row; null: none
 * @param folder gets nccl-tests.json, rewritten after each fabric
 * @param problems gets the errors, a line each
 */
void RunNcclTests(FabricScenario& scenario,
                  const RunOptions& options,
                  std::ostream* out,
                  ResultFolder& folder,
                  std::vector<std::string>& problems);

/**
 * @param out stream that gets JSON
 * @param scenario scenario of the run
 * @param options options of the command line
 * @param tables a table per fabric
 */
void WriteNcclTestsJson(std::ostream& out,
                        const FabricScenario& scenario,
                        const RunOptions& options,
                        const std::vector<NcclTestsTable>& tables);

} // namespace ns3

#endif // AI_FABRIC_NCCL_TESTS_H
