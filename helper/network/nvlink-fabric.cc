// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nvlink-fabric.h"

#include "ns3/boolean.h"
#include "ns3/credit-flow-control.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/fabric-switch.h"
#include "ns3/go-back-n.h"
#include "ns3/gpu.h"
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
    auto flowControl = Part<CreditFlowControl>();
    flowControl.Set("BlockBytes", UintegerValue(1024));
    flowControl.Set("UpdateInterval", TimeValue(MicroSeconds(20)));
    auto fabricSwitch = Part<FabricSwitch>();
    fabricSwitch.Set("Latency", TimeValue(NanoSeconds(150)));
    fabricSwitch.Set("CutThrough", BooleanValue(true));
    fabricSwitch.Set("Telemetry", BooleanValue(false));
    auto nic = Part<RdmaNic>();
    nic.Set("MtuBytes", UintegerValue(16384));
    nic.Set("Priority", UintegerValue(0));
    nic.Set("AckInterval", UintegerValue(1 << 20));
    static TypeId tid = AddAttributes(
        TypeId("ns3::NvlinkFabric").SetParent<FabricProfile>().SetGroupName("AiFabric"),
        {flowControl,
         Part<StrictArbiter>(),
         Part<InputBuffer>(),
         Part<NoMarker>(),
         Part<EcmpPathSelector>(),
         Part<NvlinkFraming>(),
         Part<NoCongestionControl>(),
         Part<GoBackN>(),
         Part<LocalAckTimer>(),
         fabricSwitch,
         nic,
         Part<Gpu>()});
    return tid;
}

} // namespace ns3
