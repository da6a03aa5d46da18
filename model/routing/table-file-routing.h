// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TABLE_FILE_ROUTING_H
#define AI_FABRIC_TABLE_FILE_ROUTING_H

#include "routing-engine.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * The forwarding tables of a file, such as dump_lfts output of a real subnet
 * (ReadForwardingTables()). With MaxLayers above 1 service levels make them free of deadlocks
 * (AssignLayers()).
 */
class TableFileRouting : public RoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricRoutes DoRoute(const FabricTopology& topology) override;

    std::string m_file;  //!< path
    uint8_t m_maxLayers; //!< 1 to MAX_SERVICE_LEVELS
};

} // namespace ns3

#endif // AI_FABRIC_TABLE_FILE_ROUTING_H
