// SPDX-License-Identifier: GPL-2.0-only

#include "lash-routing.h"

#include "layer-assignment.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LashRouting);

TypeId
LashRouting::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LashRouting")
            .SetParent<LidRoutingEngine>()
            .SetGroupName("AiFabric")
            .AddConstructor<LashRouting>()
            .AddAttribute("MaxLayers",
                          "How many service levels, and with them virtual lanes, it may use",
                          UintegerValue(LinearForwardingTables::MAX_SERVICE_LEVELS),
                          MakeUintegerAccessor(&LashRouting::m_maxLayers),
                          MakeUintegerChecker<uint8_t>(1,
                                                       LinearForwardingTables::MAX_SERVICE_LEVELS));
    return tid;
}

LidRoutingEngine::Ways
LashRouting::DoFindWays(uint32_t dest)
{
    return FindShortestWays(dest);
}

void
LashRouting::DoAssignServiceLevels(LinearForwardingTables& tables)
{
    if (!AssignLayers(tables, m_maxLayers))
    {
        Fail(GetTopology(),
             "MaxLayers: shortest paths need more than " + std::to_string(m_maxLayers) +
                 " layers to be free of deadlocks; expected more, or another routing, such as "
                 "ns3::UpDownRouting");
    }
}

} // namespace ns3
