// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "directed-failure.h"

#include "ns3/boolean.h"
#include "ns3/input-error.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DirectedFailure);

TypeId
DirectedFailure::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DirectedFailure")
            .SetParent<FailureOfLinks>()
            .SetGroupName("AiFabric")
            .AddAttribute(
                "OneWay",
                "true: only packets from From to To are affected; false: both directions.",
                BooleanValue(false),
                MakeBooleanAccessor(&DirectedFailure::m_oneWay),
                MakeBooleanChecker());
    return tid;
}

void
DirectedFailure::DoCheckLinks(const FabricTopology& topology,
                              const std::vector<uint32_t>& links) const
{
    if (m_oneWay && GetFrom().empty())
    {
        throw InputError(GetInstanceTypeId().GetName() +
                         " OneWay: is true without From and To; expected both, since a failure of "
                         "all links has no direction");
    }
    DoCheckEach(topology, links);
}

void
DirectedFailure::DoCheckEach(const FabricTopology&, const std::vector<uint32_t>&) const
{
}

void
DirectedFailure::DoChange(const FabricNetwork& network, uint32_t link, bool begins) const
{
    LinkImpairments::Sides sides{true, true};
    if (m_oneWay)
    {
        sides[1 - GetSide(network.topology, link)] = false;
    }
    DoChangeSides(network, link, sides, begins);
}

FabricFault
DirectedFailure::DoDescribe(const FabricNetwork& network) const
{
    FabricFault fault = FailureOfLinks::DoDescribe(network);
    fault.what += m_oneWay ? " one way" : "";
    return fault;
}

} // namespace ns3
