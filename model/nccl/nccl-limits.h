// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_LIMITS_H
#define AI_FABRIC_NCCL_LIMITS_H

#include "nccl-choice.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-nccl
 * NCCL's limits of its algorithms besides the links, in GB/s (commit 5067397c,
 * src/graph/tuning.cc).
 */
struct NcclLimits
{
    double llGBps;               //!< bus bandwidth of LL
    double ringLl128ChannelGBps; //!< rate of a channel, ring with LL128
    double treeLl128ChannelGBps; //!< rate of a channel, tree with LL128
    double treeChannelGBps;      //!< rate of a channel, tree
    double nvlsTreeChannelGBps;  //!< rate of a channel, NVLSTree; 0: this generation has no NVLS
    double nvlsEfficiency;       //!< fraction of NVLink's bandwidth; 0: this generation has no NVLS
};

/**
 * @ingroup ai-fabric-nccl
 * @param computeCapability compute capability of the GPUs, for example 90
 * @param servers number of servers, at least 1
 * @param amdHost true if the hosts have AMD processors
 * @return NCCL's limits
 */
NcclLimits GetNcclLimits(uint32_t computeCapability, uint32_t servers, bool amdHost);

/**
 * @ingroup ai-fabric-nccl
 * @param protocol protocol of the tree
 * @param bytes size of the all-reduce in bytes
 * @return fraction of the bandwidth that a tree reaches, in NCCL's measurements; above 0, at most 1
 */
double GetNcclTreeCorrection(NcclProtocol protocol, uint64_t bytes);

} // namespace ns3

#endif // AI_FABRIC_NCCL_LIMITS_H
