// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "degraded-link.h"

#include "ns3/input-error.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DegradedLink");

NS_OBJECT_ENSURE_REGISTERED(DegradedLink);

TypeId
DegradedLink::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DegradedLink")
                            .SetParent<DirectedFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DegradedLink>()
                            .AddAttribute("Rate",
                                          "Remaining rate of the link, in each affected direction.",
                                          DataRateValue(DataRate(0)),
                                          MakeDataRateAccessor(&DegradedLink::m_rate),
                                          MakeDataRateChecker());
    return tid;
}

void
DegradedLink::DoCheckEach(const FabricTopology& topology, const std::vector<uint32_t>& links) const
{
    for (const uint32_t link : links)
    {
        const uint64_t whole = topology.links[link].ratebps;
        if (m_rate.GetBitRate() < FabricTopology::MIN_RATE_BPS || m_rate.GetBitRate() >= whole)
        {
            throw InputError(
                "ns3::DegradedLink Rate: is " + std::to_string(m_rate.GetBitRate()) +
                "bps; expected at least " + std::to_string(FabricTopology::MIN_RATE_BPS) +
                "bps and less than the rate of the link, " + std::to_string(whole) + "bps");
        }
    }
}

void
DegradedLink::DoChangeSides(const FabricNetwork& network,
                            uint32_t link,
                            const LinkImpairments::Sides& sides,
                            bool begins) const
{
    NS_LOG_FUNCTION(this << link << sides[0] << sides[1] << begins);
    LinkImpairments::ChangeLimit(network, link, sides, m_rate.GetBitRate(), begins);
}

} // namespace ns3
