// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nvlink-fabric.h"

#include "ns3/boolean.h"
#include "ns3/credit-flow-control.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/fabric-gpu.h"
#include "ns3/fabric-switch.h"
#include "ns3/go-back-n.h"
#include "ns3/input-buffer.h"
#include "ns3/local-ack-timer.h"
#include "ns3/no-congestion-control.h"
#include "ns3/no-marker.h"
#include "ns3/nvlink-framing.h"
#include "ns3/rdma-nic.h"
#include "ns3/strict-arbiter.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NvlinkFabric);

TypeId
NvlinkFabric::GetTypeId()
{
    Defaults parts;
    parts.flowControl = Part<CreditFlowControl>();
    parts.flowControl.Set("BlockBytes", UintegerValue(1024));
    parts.flowControl.Set("UpdateInterval", TimeValue(MicroSeconds(20)));
    parts.fabricSwitch = Part<FabricSwitch>();
    parts.fabricSwitch.Set("Latency", TimeValue(NanoSeconds(150)));
    parts.fabricSwitch.Set("CutThrough", BooleanValue(true));
    parts.fabricSwitch.Set("Telemetry", BooleanValue(false));
    parts.nic = Part<RdmaNic>();
    parts.nic.Set("MtuBytes", UintegerValue(16384));
    parts.nic.Set("Priority", UintegerValue(0));
    parts.arbiter = Part<StrictArbiter>();
    parts.buffer = Part<InputBuffer>();
    parts.marker = Part<NoMarker>();
    parts.pathSelector = Part<EcmpPathSelector>();
    parts.framing = Part<NvlinkFraming>();
    parts.congestionControl = Part<NoCongestionControl>();
    parts.lossRecovery = Part<GoBackN>();
    parts.retransmissionTimer = Part<LocalAckTimer>();
    parts.gpu = Part<FabricGpu>();
    static TypeId tid = AddAttributes(TypeId("ns3::NvlinkFabric")
                                          .SetParent<FabricProfile>()
                                          .SetGroupName("AiFabric")
                                          .AddConstructor<NvlinkFabric>(),
                                      parts);
    return tid;
}

} // namespace ns3
