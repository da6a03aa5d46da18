// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/chunked-collective.h"

namespace ns3
{

/**
 * The two-shot all-reduce of inference engines: every rank sends chunk c of its data straight to
 * rank c, which adds them up and sends the sum straight back to every rank. There are only two
 * steps, which a switch or NVLink carries as n - 1 messages per rank at the same time:
 *
 *     T = 2 (a + (n - 1)/n S/B),     2 n (n - 1) messages of S/n bytes
 *
 * with a the latency of a message, S the size and B the rate of the links, without reductions.
 */
class OwnAllReduce : public AllReduceOperation<ChunkedCollective>
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::OwnAllReduce")
                                .SetParent<ChunkedCollective>()
                                .AddConstructor<OwnAllReduce>();
        return tid;
    }

  private:
    void DoWrite(CollectiveBuilder& builder) const override
    {
        const uint32_t ranks = builder.GetRanks();
        for (uint32_t distance = 1; distance < ranks; ++distance)
        {
            for (uint32_t rank = 0; rank < ranks; ++rank)
            {
                const uint32_t owner = (rank + distance) % ranks;
                builder.SendAndReduce(rank, owner, owner);
            }
        }
        for (uint32_t distance = 1; distance < ranks; ++distance)
        {
            for (uint32_t owner = 0; owner < ranks; ++owner)
            {
                builder.Send(owner, (owner + distance) % ranks, owner);
            }
        }
    }
};

NS_OBJECT_ENSURE_REGISTERED(OwnAllReduce);

} // namespace ns3
