// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "infini-band-fabric.h"

#include "subnet-manager.h"
#include "switch-aggregation.h"

#include "ns3/adaptive-path-selector.h"
#include "ns3/adaptive-timer.h"
#include "ns3/boolean.h"
#include "ns3/credit-flow-control.h"
#include "ns3/double.h"
#include "ns3/fabric-gpu.h"
#include "ns3/fabric-switch.h"
#include "ns3/infini-band-framing.h"
#include "ns3/input-buffer.h"
#include "ns3/no-congestion-control.h"
#include "ns3/no-marker.h"
#include "ns3/part-checker.h"
#include "ns3/rdma-nic.h"
#include "ns3/round-robin-input-arbiter.h"
#include "ns3/selective-repeat.h"
#include "ns3/uinteger.h"
#include "ns3/vl-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InfiniBandFabric);

TypeId
InfiniBandFabric::GetTypeId()
{
    Defaults parts;
    parts.fabricSwitch = Part<FabricSwitch>();
    parts.fabricSwitch.Set("Latency", TimeValue(NanoSeconds(130)));
    parts.fabricSwitch.Set("CutThrough", BooleanValue(true));
    parts.fabricSwitch.Set("Telemetry", BooleanValue(false));
    parts.flowControl = Part<CreditFlowControl>();
    parts.arbiter = Part<VlArbiter>();
    parts.buffer = Part<InputBuffer>();
    parts.marker = Part<NoMarker>();
    parts.pathSelector = Part<AdaptivePathSelector>();
    parts.framing = Part<InfiniBandFraming>();
    parts.congestionControl = Part<NoCongestionControl>();
    parts.lossRecovery = Part<SelectiveRepeat>();
    parts.lossRecovery.Set("WindowBdps", DoubleValue(0));
    parts.lossRecovery.Set("ReorderPackets", UintegerValue(1000));
    parts.retransmissionTimer = Part<AdaptiveTimer>();
    parts.nic = Part<RdmaNic>();
    parts.gpu = Part<FabricGpu>();
    parts.aggregation = Part<SwitchAggregation>();
    parts.inputArbiter = Part<RoundRobinInputArbiter>();
    static TypeId tid = AddAttributes(
        TypeId("ns3::InfiniBandFabric")
            .SetParent<FabricProfile>()
            .SetGroupName("AiFabric")
            .AddConstructor<InfiniBandFabric>()
            .AddAttribute("SubnetManager",
                          "Subnet manager of the network: changes routes when a link fails.",
                          ObjectFactoryValue(Part<SubnetManager>()),
                          MakeObjectFactoryAccessor(&InfiniBandFabric::routeManager),
                          MakePartChecker(SubnetManager::GetTypeId())),
        parts);
    return tid;
}

} // namespace ns3
