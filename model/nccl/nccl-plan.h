// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_PLAN_H
#define AI_FABRIC_NCCL_PLAN_H

#include "nccl-tuner.h"

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
    uint32_t channels;     //!< in use, at least 1
    uint64_t messageBytes; //!< of data, of the longest message or step of NVLS; at least 1
};

/**
 * @ingroup ai-fabric-nccl
 * NCCL's rules (commit 5067397c, src/enqueue.cc and src/transport/nvls.cc).
 *
 * Rings and trees use fewer channels than there are where each would get less than its threads are
 * worth: 32 KiB with Simple, 5 KiB with LL128, 4 KiB with LL and on rings as much per rank. A
 * channel's buffer has 8 steps of 32 KiB (LL), 576,000 B (LL128) or 512 KiB (Simple) of data, and a
 * message is
 *
 *     ring                     a step; with Simple half of a chunk of up to 4 steps, but not less
 *                              than 32 KiB; for broadcast and reduce a step
 *     tree                     a step; with LL128 halved, down to 32 KiB, while there are too few
 *                              for a pipeline
 *     pat                      a step, halved down to 64 KiB while there are less than 32 on each
 *                              channel, 16 of a reduce-scatter
 *     nvls, nvls-tree          128 KiB, 256 KiB of NVLSTree with up to 4 GPUs in each of two
 *                              servers from Blackwell on, at most 64 KiB from 4 servers on; less,
 *                              down to 16 and 32 KiB, while there are too few for a pipeline
 *     collnet-direct           a step
 *
 * @param choice the algorithm and protocol
 * @param operation "all-reduce" and so on
 * @param bytes its size as nccl-tests counts it
 * @param communicator whose
 * @return the plan
 */
NcclPlan MakeNcclPlan(const NcclChoice& choice,
                      const std::string& operation,
                      uint64_t bytes,
                      const NcclCommunicator& communicator);

} // namespace ns3

#endif // AI_FABRIC_NCCL_PLAN_H
