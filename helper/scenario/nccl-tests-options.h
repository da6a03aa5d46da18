// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_TESTS_OPTIONS_H
#define AI_FABRIC_NCCL_TESTS_OPTIONS_H

#include <cstdint>
#include <string>

namespace ns3
{

/** A program of nccl-tests with its options. */
struct NcclTestsOptions
{
    std::string operation;  //!< name of the program without _perf, such as all_reduce
    std::string minBytes;   //!< smallest size, such as 8
    std::string maxBytes;   //!< largest size, such as 4G
    std::string stepBytes;  //!< difference from one size to the next; empty: use the factor
    uint32_t stepFactor{2}; //!< factor from one size to the next
    uint32_t iterations{1}; //!< iterations, at least 1
};

} // namespace ns3

#endif // AI_FABRIC_NCCL_TESTS_OPTIONS_H
