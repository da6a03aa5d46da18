// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_OPERATION_H
#define AI_FABRIC_NCCL_OPERATION_H

#include "run-options.h"
#include "scenario-value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** One of the programs of nccl-tests. */
struct NcclTestsOperation
{
    const char* name;      //!< of the program, without _perf
    const char* algorithm; //!< type of ours
    const char* ncclName;  //!< operation of nccl-collective; null: it is another type
    const char* redop;     //!< as nccl-tests prints it
    int root;              //!< as nccl-tests prints it
    bool perRank;          //!< elements are counted per rank
};

/**
 * @param name of an operation
 * @return it
 * @throw InputError if there is none of that name
 */
const NcclTestsOperation& FindNcclTestsOperation(const std::string& name);

/**
 * @param options with an operation
 * @return the sizes to run, from the least to the greatest
 * @throw InputError if they are wrong
 */
std::vector<uint64_t> GetNcclTestsSizes(const RunOptions& options);

/**
 * Makes the scenario's workload one collective of the operation. What it has of an nccl-collective,
 * such as hosts, channels and the tuner's constants, stays if the operation is NCCL's; anything
 * else is replaced.
 *
 * @param root the scenario, before the command line changes it
 * @param options with an operation
 * @throw InputError if there is no such operation
 */
void SetNcclTestsWorkload(ScenarioValue& root, const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_NCCL_OPERATION_H
