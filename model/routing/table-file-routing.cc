// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "table-file-routing.h"

#include "forwarding-table-file.h"
#include "layer-assignment.h"

#include "ns3/file-checker.h"
#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TableFileRouting);

TypeId
TableFileRouting::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TableFileRouting")
            .SetParent<RoutingEngine>()
            .SetGroupName("AiFabric")
            .AddConstructor<TableFileRouting>()
            .AddAttribute("File",
                          "Path of a file with forwarding tables in the format of dump_lfts",
                          StringValue(""),
                          MakeStringAccessor(&TableFileRouting::m_file),
                          MakeFileChecker())
            .AddAttribute(
                "MaxLayers",
                "Largest number of service levels used to make the tables free of deadlocks; 1: "
                "the tables are used as they are",
                UintegerValue(1),
                MakeUintegerAccessor(&TableFileRouting::m_maxLayers),
                MakeUintegerChecker<uint8_t>(1, LinearForwardingTables::MAX_SERVICE_LEVELS));
    return tid;
}

FabricRoutes
TableFileRouting::DoRoute(const FabricTopology& topology)
{
    RefuseGivenRoutes(topology);
    RefuseIslands(topology);
    if (m_file.empty())
    {
        Fail(topology, "File is not set; expected the path of a file with forwarding tables");
    }
    const auto tables = ReadForwardingTables(m_file, topology);
    if (m_maxLayers > 1 && !AssignLayers(*tables, m_maxLayers))
    {
        throw InputError(m_file,
                         0,
                         "",
                         "the tables need more than " + std::to_string(m_maxLayers) +
                             " layers (MaxLayers) to be free of deadlocks");
    }
    return FabricRoutes(topology, tables);
}

} // namespace ns3
