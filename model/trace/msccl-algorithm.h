// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MSCCL_ALGORITHM_H
#define AI_FABRIC_MSCCL_ALGORITHM_H

#include "ns3/collective-algorithm.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * A collective as an MSCCL program (Cowan et al., "MSCCLang: Microsoft Collective Communication
 * Language", ASPLOS'23) in the XML that msccl-tools writes and MSCCL's interpreter runs:
 *
 *     <algo name="..." coll="allreduce" ngpus="8" nchunksperloop="8" ...>
 *       <gpu id="0" ...>
 *         <tb id="0" send="1" recv="7" chan="0">
 *           <step s="0" type="rrcs" cnt="1" depid="-1" deps="-1" .../>
 *
 * The steps of a thread block run one after the other; with depid and deps a step also waits for a
 * step of another thread block of its GPU. Types become nodes of the graph:
 *
 *     s       SEND           r    RECV            rrc        RECV, then REDUCE
 *     cpy     COPY           rcs  RECV, SEND      rrs, rrcs  RECV, REDUCE, SEND
 *     re      REDUCE         nop  JOIN
 *
 * A send is over for its thread block when it is handed to the network, as in MSCCL when the data
 * are in the connection's buffer; the size of that buffer is not limited here. A connection is a
 * sender, a receiver and a channel; its i-th send belongs to its i-th receive. A channel has queue
 * pairs of its own. The bytes of the operation are divided into nchunksperloop chunks, or into as
 * many as the largest buffer has, each rounded up to a whole byte. Buffers and offsets affect no
 * time; they tell whether the program does what its collective demands, see MscclData. The bus
 * bandwidth of an unknown collective is 0.
 *
 * A file whose first character is a brace is an execution plan of MSCCL++, see MscclPlanGraph. The
 * bytes are divided into as many chunks as the largest input or output buffer has.
 */
class MscclAlgorithm final : public CollectiveAlgorithm
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    CommunicationGraph DoBuild(const RankLayout& layout,
                               uint64_t bytes,
                               CollectiveData* data) const override;
    double DoGetBusFactor(uint32_t ranks) const override;
    bool IsPlan() const;

    std::string m_file; //!< path of the file
};

} // namespace ns3

#endif // AI_FABRIC_MSCCL_ALGORITHM_H
