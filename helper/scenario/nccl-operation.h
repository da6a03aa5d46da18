// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_OPERATION_H
#define AI_FABRIC_NCCL_OPERATION_H

#include "nccl-tests-options.h"
#include "scenario-value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** One of the programs of nccl-tests. */
struct NcclTestsOperation
{
    const char* name;      //!< name of the program, without _perf
    const char* algorithm; //!< type name of our algorithm
    const char* ncclName;  //!< operation of nccl-collective; null: the algorithm is of another type
    const char* redop;     //!< as nccl-tests prints it
    int root;              //!< as nccl-tests prints it
    bool perRank;          //!< elements are counted per rank
};

/**
 * @param name name of an operation
 * @return the operation
 * @throw InputError if the name is unknown
 */
const NcclTestsOperation& FindNcclTestsOperation(const std::string& name);

/**
 * @param options operation with its sizes
 * @return sizes to run, ascending
 * @throw InputError if they are wrong
 */
std::vector<uint64_t> GetNcclTestsSizes(const NcclTestsOptions& options);

/**
 * Makes one collective of the operation the only workload of the scenario. If the operation is one
 * of NCCL's, existing settings of an nccl-collective, such as hosts, channels and the tuner's
 * constants, stay; all other settings are replaced.
 *
 * @param root scenario, before overrides change it
 * @param options operation with its sizes
 * @throw InputError if there is no such operation
 */
void SetNcclTestsWorkload(ScenarioValue& root, const NcclTestsOptions& options);

} // namespace ns3

#endif // AI_FABRIC_NCCL_OPERATION_H
