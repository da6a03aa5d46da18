// SPDX-License-Identifier: GPL-2.0-only

#include "ring-all-reduce.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RingAllReduce");

NS_OBJECT_ENSURE_REGISTERED(RingAllReduce);

TypeId
RingAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RingAllReduce")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RingAllReduce>();
    return tid;
}

void
RingAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    const auto ring = builder.GetLayout().GetRing(builder.GetChannel());
    for (uint32_t chunk = 0; chunk < ranks; ++chunk)
    {
        for (uint32_t hop = 0; hop < 2 * (ranks - 1); ++hop)
        {
            const uint32_t from = ring[(chunk + hop) % ranks];
            const uint32_t to = ring[(chunk + hop + 1) % ranks];
            if (hop < ranks - 1)
            {
                builder.SendAndReduce(from, to, chunk);
            }
            else
            {
                builder.Send(from, to, chunk);
            }
        }
    }
}

} // namespace ns3
