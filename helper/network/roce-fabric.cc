// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "roce-fabric.h"

#include "ethernet-route-manager.h"

#include "ns3/adaptive-timer.h"
#include "ns3/dcqcn-connect-x.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/fabric-gpu.h"
#include "ns3/fabric-switch.h"
#include "ns3/go-back-n.h"
#include "ns3/part-checker.h"
#include "ns3/priority-flow-control.h"
#include "ns3/rdma-nic.h"
#include "ns3/red-marker.h"
#include "ns3/roce-v2-framing.h"
#include "ns3/shared-buffer.h"
#include "ns3/strict-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoceFabric);

TypeId
RoceFabric::GetTypeId()
{
    Defaults parts;
    parts.flowControl = Part<PriorityFlowControl>();
    parts.arbiter = Part<StrictArbiter>();
    parts.buffer = Part<SharedBuffer>();
    parts.marker = Part<RedMarker>();
    parts.pathSelector = Part<EcmpPathSelector>();
    parts.framing = Part<RoceV2Framing>();
    parts.congestionControl = Part<DcqcnConnectX>();
    parts.lossRecovery = Part<GoBackN>();
    parts.retransmissionTimer = Part<AdaptiveTimer>();
    parts.fabricSwitch = Part<FabricSwitch>();
    parts.nic = Part<RdmaNic>();
    parts.gpu = Part<FabricGpu>();
    static TypeId tid = AddAttributes(
        TypeId("ns3::RoceFabric")
            .SetParent<FabricProfile>()
            .SetGroupName("AiFabric")
            .AddConstructor<RoceFabric>()
            .AddAttribute("RouteManager",
                          "Route manager of the network: changes routes when a link fails.",
                          ObjectFactoryValue(Part<EthernetRouteManager>()),
                          MakeObjectFactoryAccessor(&RoceFabric::routeManager),
                          MakePartChecker(EthernetRouteManager::GetTypeId())),
        parts);
    return tid;
}

} // namespace ns3
