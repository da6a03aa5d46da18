// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_KERNEL_SHAPE_H
#define AI_FABRIC_KERNEL_SHAPE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Dimensions of a kernel on one GPU:
 *
 *     matrix             m x k times k x n: m tokens, k inputs and n outputs of the GPU
 *     attention          m tokens, each scored against n keys (mean), k = heads of the GPU
 *                        times the size of a head: 4 m n k FLOPs
 *     decode-attention   the same, but every token reads keys and values of its own
 */
struct KernelShape
{
    /** Kind of the kernel. */
    enum class Operation : uint8_t
    {
        MATRIX,
        ATTENTION,
        DECODE_ATTENTION
    };

    Operation operation{Operation::MATRIX}; //!< kind of the kernel
    double m{0};                            //!< tokens
    double n{0};                            //!< outputs, or keys of a token
    double k{0};                            //!< inputs, or heads times their size
    double groups{1};                       //!< equal matrices in one kernel, such as experts
    bool routed{false};                     //!< true: m grows with the load of the rank's experts
    double headSize{0};                     //!< attention: mean size of a head's keys and values
    double sequence{0}; //!< attention of training: tokens of a sequence, of which a token sees
                        //!< those before it; 0: n are the keys that it sees
};

} // namespace ns3

#endif // AI_FABRIC_KERNEL_SHAPE_H
