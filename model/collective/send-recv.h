// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SEND_RECV_H
#define AI_FABRIC_SEND_RECV_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Each rank sends S bytes to the next rank and receives S bytes from the previous one, as in
 * sendrecv of nccl-tests.
 *
 *     rank r  ->  rank r + 1     (modulo n)
 *
 *     T = a + S/B
 *
 * with a the latency of a message and B the rate of the links. A rank has two chunks: the sent and
 * the received data.
 */
class SendRecv final : public ChunkedCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
    double DoGetBusFactor(uint32_t ranks) const override;
};

} // namespace ns3

#endif // AI_FABRIC_SEND_RECV_H
