// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_TUNER_H
#define AI_FABRIC_NCCL_TUNER_H

#include "nccl-choice.h"
#include "nccl-estimates.h"

#include "ns3/object.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-nccl
 * NCCL's model of its own collectives, by which NCCL picks algorithm and protocol.
 *
 *     time = latency + bytes / bandwidth
 *
 * with NCCL's constants and refinements (commit 5067397c, src/graph/tuning.cc). The latency is the
 * base latency plus the latency of every hop in NVLink and network. The bandwidth is the sum over
 * the channels, reduced by the protocol's flags and limited by the GPU's threads. This is a model
 * of real clusters; the time on a simulated fabric is found by running the graph. The constants are
 * attributes. Where NCCL has one constant per GPU generation and number of servers, 0 stands for
 * NCCL's value.
 *
 *     ring, tree       everywhere; tree only all-reduce
 *     nvls             one server whose NVSwitches reduce, three ranks or more (two H100 and two
 *                      B200 measure at a ring's rate)
 *     nvls-tree        several such servers, all-reduce
 *     collnet-direct   several servers on a network that reduces, all-reduce
 *     pat              a rank per server, all-gather and reduce-scatter
 *
 * Not modelled: CollNetChain, NVLS with CollNet, PCIe between GPUs, more than one operation in a
 * launch.
 */
class NcclTuner : public Object, private NcclConstants
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param operation "all-reduce", "all-gather", "reduce-scatter", "broadcast" or "reduce"
     * @param bytes size of the operation in bytes, as nccl-tests counts it
     * @param communicator communicator that runs the operation
     * @return all possible choices, the fastest first; equally fast choices in the order of the
     * list above
     * @throw InputError if an attribute or the communicator is invalid, or no choice is possible
     */
    std::vector<NcclChoice> Rank(const std::string& operation,
                                 uint64_t bytes,
                                 const NcclCommunicator& communicator) const;

    /** @param protocol protocol @return NCCL's name of the protocol: LL, LL128 or Simple */
    static const char* GetName(NcclProtocol protocol);

  private:
    std::vector<bool> ReadNames(const char* attribute,
                                const std::string& text,
                                const std::vector<std::string>& names) const;

    std::string m_algorithms; //!< names of the allowed algorithms
    std::string m_protocols;  //!< names of the allowed protocols
};

} // namespace ns3

#endif // AI_FABRIC_NCCL_TUNER_H
