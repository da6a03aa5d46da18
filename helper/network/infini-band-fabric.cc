// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "infini-band-fabric.h"

#include "subnet-manager.h"
#include "switch-aggregation.h"

#include "ns3/boolean.h"
#include "ns3/credit-flow-control.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/fabric-switch.h"
#include "ns3/go-back-n.h"
#include "ns3/gpu.h"
#include "ns3/infini-band-framing.h"
#include "ns3/input-buffer.h"
#include "ns3/local-ack-timer.h"
#include "ns3/no-congestion-control.h"
#include "ns3/no-marker.h"
#include "ns3/rdma-nic.h"
#include "ns3/round-robin-input-arbiter.h"
#include "ns3/vl-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InfiniBandFabric);

TypeId
InfiniBandFabric::GetTypeId()
{
    auto fabricSwitch = Part<FabricSwitch>();
    fabricSwitch.Set("Latency", TimeValue(NanoSeconds(130)));
    fabricSwitch.Set("CutThrough", BooleanValue(true));
    fabricSwitch.Set("Telemetry", BooleanValue(false));
    static TypeId tid =
        AddAttributes(TypeId("ns3::InfiniBandFabric")
                          .SetParent<FabricProfile>()
                          .SetGroupName("AiFabric")
                          .AddConstructor<InfiniBandFabric>()
                          .AddAttribute("SubnetManager",
                                        "Of the network: what happens when a link fails.",
                                        ObjectFactoryValue(Part<SubnetManager>()),
                                        MakeObjectFactoryAccessor(&InfiniBandFabric::routeManager),
                                        MakeObjectFactoryChecker()),
                      {Part<CreditFlowControl>(),
                       Part<VlArbiter>(),
                       Part<InputBuffer>(),
                       Part<NoMarker>(),
                       Part<EcmpPathSelector>(),
                       Part<InfiniBandFraming>(),
                       Part<NoCongestionControl>(),
                       Part<GoBackN>(),
                       Part<LocalAckTimer>(),
                       fabricSwitch,
                       Part<RdmaNic>(),
                       Part<Gpu>(),
                       Part<SwitchAggregation>(),
                       Part<RoundRobinInputArbiter>()});
    return tid;
}

} // namespace ns3
