// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_LIMITS_H
#define AI_FABRIC_NCCL_LIMITS_H

#include "nccl-tuner.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-nccl
 * What NCCL knows to bound its algorithms besides links, in GB/s (commit 5067397c,
 * src/graph/tuning.cc).
 */
struct NcclLimits
{
    double llGBps;               //!< bus bandwidth of LL
    double ringLl128ChannelGBps; //!< of a channel
    double treeLl128ChannelGBps; //!< of a channel
    double treeChannelGBps;      //!< of a channel
    double nvlsTreeChannelGBps;  //!< of a channel; 0: this generation has none
    double nvlsEfficiency;       //!< of NVLink's bandwidth; 0: this generation has none
};

/**
 * @ingroup ai-fabric-nccl
 * @param computeCapability of the GPUs, such as 90
 * @param servers at least 1
 * @param amdHost whether the hosts' processors are AMD's
 * @return NCCL's limits
 */
NcclLimits GetNcclLimits(uint32_t computeCapability, uint32_t servers, bool amdHost);

/**
 * @ingroup ai-fabric-nccl
 * @param protocol which
 * @param bytes of an all-reduce
 * @return what a tree has left of its bandwidth, in NCCL's measurements
 */
double GetNcclTreeCorrection(NcclProtocol protocol, uint64_t bytes);

} // namespace ns3

#endif // AI_FABRIC_NCCL_LIMITS_H
