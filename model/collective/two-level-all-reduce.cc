// SPDX-License-Identifier: GPL-2.0-only

#include "two-level-all-reduce.h"

#include "server-stages.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TwoLevelAllReduce");

NS_OBJECT_ENSURE_REGISTERED(TwoLevelAllReduce);

TypeId
TwoLevelAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TwoLevelAllReduce")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<TwoLevelAllReduce>();
    return tid;
}

void
TwoLevelAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const RankLayout& layout = builder.GetLayout();
    const uint32_t rails = RequireEqualServers(layout);
    const uint32_t servers = layout.GetServers();
    const auto rank = [&layout](uint32_t server, uint32_t rail) {
        return layout.GetMembers(server)[rail];
    };
    ReduceScatterInServers(builder, servers);
    for (uint32_t rail = 0; rail < rails; ++rail)
    {
        for (uint32_t start = 0; start < servers; ++start)
        {
            for (uint32_t hop = 0; hop < 2 * (servers - 1); ++hop)
            {
                const uint32_t from = rank((start + hop) % servers, rail);
                const uint32_t to = rank((start + hop + 1) % servers, rail);
                const uint32_t chunk = rail * servers + start;
                hop < servers - 1 ? builder.SendAndReduce(from, to, chunk)
                                  : builder.Send(from, to, chunk);
            }
        }
    }
    AllGatherInServers(builder, servers);
}

} // namespace ns3
