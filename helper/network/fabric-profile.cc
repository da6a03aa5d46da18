// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-profile.h"

#include "switch-aggregation.h"
#include "switch-tier.h"

#include "ns3/fabric-channel.h"
#include "ns3/fifo-input-arbiter.h"
#include "ns3/fixed-entropy-policy.h"
#include "ns3/ideal-adapter.h"
#include "ns3/no-link-retry.h"
#include "ns3/part-checker.h"
#include "ns3/reliable-connection-transport.h"
#include "ns3/shortest-path-routing.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricProfile);

TypeId
FabricProfile::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FabricProfile").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

TypeId
FabricProfile::AddAttributes(TypeId tid, const Defaults& defaults)
{
    const auto part = [&tid](const char* name,
                             const char* help,
                             const ObjectFactory& value,
                             ObjectFactory FabricProfile::*member) {
        tid.AddAttribute(name,
                         help,
                         ObjectFactoryValue(value),
                         MakeObjectFactoryAccessor(member),
                         MakePartChecker(value.GetTypeId()));
    };
    tid.AddAttribute("Name",
                     "What tables and figures call this fabric.",
                     StringValue(""),
                     MakeStringAccessor(&FabricProfile::name),
                     MakeStringChecker());
    part("FlowControl", "Of every port.", defaults.flowControl, &FabricProfile::flowControl);
    part("Arbiter", "Of every port.", defaults.arbiter, &FabricProfile::arbiter);
    part("InputArbiter",
         "Of every port of a switch: which input's packet is next.",
         defaults.inputArbiter.IsTypeIdSet() ? defaults.inputArbiter : Part<FifoInputArbiter>(),
         &FabricProfile::inputArbiter);
    part("LinkRetry",
         "Of every port: what sends again the frames that are damaged on a link.",
         Part<NoLinkRetry>(),
         &FabricProfile::linkRetry);
    part("Buffer", "Of every switch.", defaults.buffer, &FabricProfile::buffer);
    part("Marker", "Of every switch.", defaults.marker, &FabricProfile::marker);
    part("PathSelector", "Of every switch.", defaults.pathSelector, &FabricProfile::pathSelector);
    part("LeafSwitches",
         "What switches with links to hosts have instead of the fabric's parts.",
         Part<SwitchTier>(),
         &FabricProfile::leafSwitches);
    part("SpineSwitches",
         "What switches that are two links away from hosts have instead of the fabric's parts.",
         Part<SwitchTier>(),
         &FabricProfile::spineSwitches);
    part("CoreSwitches",
         "What switches that are three links away from hosts have instead of the fabric's parts.",
         Part<SwitchTier>(),
         &FabricProfile::coreSwitches);
    part("Routing",
         "Of the network: which ways there are to each host.",
         Part<ShortestPathRouting>(),
         &FabricProfile::routing);
    part("Framing", "Of all packets.", defaults.framing, &FabricProfile::framing);
    part("Transport",
         "Of every NIC: what carries the messages of jobs.",
         Part<ReliableConnectionTransport>(),
         &FabricProfile::transport);
    part("CongestionControl",
         "Of every queue pair.",
         defaults.congestionControl,
         &FabricProfile::congestionControl);
    part("LossRecovery",
         "Of every queue pair.",
         defaults.lossRecovery,
         &FabricProfile::lossRecovery);
    part("RetransmissionTimer",
         "Of every queue pair.",
         defaults.retransmissionTimer,
         &FabricProfile::retransmissionTimer);
    part("EntropyPolicy",
         "Of every queue pair: which UDP source port each packet has.",
         Part<FixedEntropyPolicy>(),
         &FabricProfile::entropy);
    part("Switch", "Every switch.", defaults.fabricSwitch, &FabricProfile::fabricSwitch);
    part("Nic", "Every NIC.", defaults.nic, &FabricProfile::nic);
    part("Adapter",
         "Of every NIC: what its host's side takes for each message.",
         Part<IdealAdapter>(),
         &FabricProfile::adapter);
    part("Gpu", "Every GPU.", defaults.gpu, &FabricProfile::gpu);
    part("Channel",
         "Every link; DataRate, Delay and ErrorRate come from the topology.",
         Part<FabricChannel>(),
         &FabricProfile::channel);
    auto aggregation = defaults.aggregation;
    if (!aggregation.IsTypeIdSet())
    {
        aggregation = Part<SwitchAggregation>();
        aggregation.Set("MaxLowLatencyTrees", UintegerValue(0));
        aggregation.Set("MaxStreamingTrees", UintegerValue(0));
    }
    part("Aggregation",
         "What the switches can sum up for collectives.",
         aggregation,
         &FabricProfile::aggregation);
    return tid;
}

} // namespace ns3
