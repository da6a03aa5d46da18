// SPDX-License-Identifier: GPL-2.0-only

#include "direct-scatter.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DirectScatter");

NS_OBJECT_ENSURE_REGISTERED(DirectScatter);

TypeId
DirectScatter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DirectScatter")
                            .SetParent<RootedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DirectScatter>();
    return tid;
}

void
DirectScatter::DoWrite(CollectiveBuilder& builder) const
{
    for (uint32_t i = 1; i < builder.GetRanks(); ++i)
    {
        const uint32_t rank = GetRank(builder, i);
        builder.Send(GetRank(builder, 0), rank, rank);
    }
}

} // namespace ns3
