// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_PLAN_H
#define AI_FABRIC_NCCL_PLAN_H

#include "nccl-choice.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-nccl
 * How NCCL spreads an operation over channels and messages.
 */
struct NcclPlan
{
    uint32_t channels;     //!< number of channels in use, at least 1
    uint64_t messageBytes; //!< data bytes of the longest message or NVLS step, at least 1
};

/**
 * @ingroup ai-fabric-nccl
 * Applies NCCL's rules (commit 5067397c, src/enqueue.cc and src/transport/nvls.cc).
 *
 * Rings and trees do not use all channels if a channel would get fewer bytes than its threads are
 * worth: 32 KiB with Simple, 5 KiB with LL128, 4 KiB with LL; on rings, that many per rank. A
 * channel's buffer has 8 steps of 32 KiB (LL), 576,000 B (LL128) or 512 KiB (Simple) of data. The
 * length of a message is
 *
 *     ring                     a step; with Simple half of a chunk of up to 4 steps, but not less
 *                              than 32 KiB; for broadcast and reduce a step
 *     tree                     a step; with LL128 halved, down to 32 KiB, while there are too few
 *                              messages for a pipeline
 *     pat                      a step, halved down to 64 KiB while there are fewer than 32 messages
 *                              on each channel, 16 for a reduce-scatter
 *     nvls, nvls-tree          128 KiB; 256 KiB for NVLSTree with up to 4 GPUs in each of two
 *                              servers from Blackwell on; at most 64 KiB from 4 servers on; less,
 *                              down to 16 and 32 KiB, while there are too few messages for a
 *                              pipeline
 *     collnet-direct           a step
 *
 * @param choice algorithm and protocol
 * @param operation name of the operation: "all-reduce" and so on
 * @param bytes size of the operation in bytes, as nccl-tests counts it
 * @param communicator communicator that runs the operation
 * @return number of channels and length of messages
 */
NcclPlan MakeNcclPlan(const NcclChoice& choice,
                      const std::string& operation,
                      uint64_t bytes,
                      const NcclCommunicator& communicator);

} // namespace ns3

#endif // AI_FABRIC_NCCL_PLAN_H
