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
#include "ns3/no-stage.h"
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
                     "Name of this fabric in tables and figures.",
                     StringValue(""),
                     MakeStringAccessor(&FabricProfile::name),
                     MakeStringChecker());
    part("FlowControl",
         "Flow control of every port.",
         defaults.flowControl,
         &FabricProfile::flowControl);
    part("Arbiter",
         "Arbiter of every port: chooses the next priority that sends.",
         defaults.arbiter,
         &FabricProfile::arbiter);
    part("InputArbiter",
         "Input arbiter of every port of a switch: chooses the input whose packet is next.",
         defaults.inputArbiter.IsTypeIdSet() ? defaults.inputArbiter : Part<FifoInputArbiter>(),
         &FabricProfile::inputArbiter);
    part("LinkRetry",
         "Link-level retry of every port: sends damaged frames again.",
         Part<NoLinkRetry>(),
         &FabricProfile::linkRetry);
    part("Buffer", "Buffer of every switch.", defaults.buffer, &FabricProfile::buffer);
    part("Marker", "ECN marker of every switch.", defaults.marker, &FabricProfile::marker);
    part("PathSelector",
         "Path selector of every switch.",
         defaults.pathSelector,
         &FabricProfile::pathSelector);
    part("Stage",
         "Stage of every switch: holds packets before their egress queues, to restore their order "
         "or until they have credits.",
         Part<NoStage>(),
         &FabricProfile::stage);
    part("LeafSwitches",
         "Parts of switches that are linked to hosts, instead of the fabric's.",
         Part<SwitchTier>(),
         &FabricProfile::leafSwitches);
    part("SpineSwitches",
         "Parts of switches that are two links away from hosts, instead of the fabric's.",
         Part<SwitchTier>(),
         &FabricProfile::spineSwitches);
    part("CoreSwitches",
         "Parts of switches that are three links away from hosts, instead of the fabric's.",
         Part<SwitchTier>(),
         &FabricProfile::coreSwitches);
    part("BorderSwitches",
         "Parts of switches with links to another region, instead of the fabric's and of those of "
         "their tier.",
         Part<SwitchTier>(),
         &FabricProfile::borderSwitches);
    part("Routing",
         "Routing of the network: defines the paths to each host.",
         Part<ShortestPathRouting>(),
         &FabricProfile::routing);
    part("Framing",
         "Framing of all packets: headers and their sizes.",
         defaults.framing,
         &FabricProfile::framing);
    part("Transport",
         "Transport of every NIC: carries the messages of jobs.",
         Part<ReliableConnectionTransport>(),
         &FabricProfile::transport);
    part("CongestionControl",
         "Congestion control of every queue pair.",
         defaults.congestionControl,
         &FabricProfile::congestionControl);
    part("LossRecovery",
         "Loss recovery of every queue pair.",
         defaults.lossRecovery,
         &FabricProfile::lossRecovery);
    part("RetransmissionTimer",
         "Retransmission timer of every queue pair.",
         defaults.retransmissionTimer,
         &FabricProfile::retransmissionTimer);
    part("EntropyPolicy",
         "Entropy policy of every queue pair: chooses the UDP source port of each packet.",
         Part<FixedEntropyPolicy>(),
         &FabricProfile::entropy);
    part("Switch",
         "Class and attributes of every switch.",
         defaults.fabricSwitch,
         &FabricProfile::fabricSwitch);
    part("Nic", "Class and attributes of every NIC.", defaults.nic, &FabricProfile::nic);
    part("Adapter",
         "Adapter of every NIC: time that its host side needs for each message.",
         Part<IdealAdapter>(),
         &FabricProfile::adapter);
    part("Gpu", "Class and attributes of every GPU.", defaults.gpu, &FabricProfile::gpu);
    part(
        "Channel",
        "Class and attributes of every link; DataRate, Delay and ErrorRate come from the topology.",
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
         "Reductions that switches can do for collectives.",
         aggregation,
         &FabricProfile::aggregation);
    return tid;
}

} // namespace ns3
