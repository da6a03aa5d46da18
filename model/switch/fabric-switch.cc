// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-switch.h"

#include "ns3/boolean.h"
#include "ns3/create-part.h"
#include "ns3/dscp-classifier.h"
#include "ns3/fabric-channel.h"
#include "ns3/file-checker.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/no-classifier.h"
#include "ns3/part-checker.h"
#include "ns3/pointer.h"
#include "ns3/random-draws.h"
#include "ns3/sl-to-vl-classifier.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricSwitch");

NS_OBJECT_ENSURE_REGISTERED(FabricSwitch);

TypeId
FabricSwitch::GetTypeId()
{
    ObjectFactory watchdog;
    watchdog.SetTypeId(PfcWatchdog::GetTypeId());
    ObjectFactory classifier;
    classifier.SetTypeId(NoClassifier::GetTypeId());
    ObjectFactory headOfQueue;
    headOfQueue.SetTypeId(HeadOfQueueLifetime::GetTypeId());
    static TypeId tid =
        TypeId("ns3::FabricSwitch")
            .SetParent<SwitchContext>()
            .SetGroupName("AiFabric")
            .AddConstructor<FabricSwitch>()
            .AddAttribute("Latency",
                          "Delay of the pipeline, from the last bit in (cut-through: the first) "
                          "to the egress queue.",
                          TimeValue(NanoSeconds(400)),
                          ReadOnce(MakeTimeAccessor(&FabricSwitch::m_latency)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "TimeToLive",
                "Largest number of switches that a packet passes; the next switch drops it. 0: "
                "no limit.",
                UintegerValue(0),
                MakeUintegerAccessor(&FabricSwitch::SetTimeToLive, &FabricSwitch::GetTimeToLive),
                MakeUintegerChecker<uint8_t>())
            .AddAttribute("CutThrough",
                          "Forward a packet before it is complete, unless it leaves by a faster "
                          "link than it came by.",
                          BooleanValue(false),
                          ReadOnce(MakeBooleanAccessor(&FabricSwitch::m_cutThrough)),
                          MakeBooleanChecker())
            .AddAttribute("Watchdog",
                          "Detects pause storms of egress queues; off unless DetectionTime is set.",
                          ObjectFactoryValue(watchdog),
                          ReadOnce(MakeObjectFactoryAccessor(&FabricSwitch::m_watchdogFactory)),
                          MakePartChecker(PfcWatchdog::GetTypeId()))
            .AddAttribute("HeadOfQueue",
                          "Limits how long a packet may be first in a queue without credits.",
                          ObjectFactoryValue(headOfQueue),
                          ReadOnce(MakeObjectFactoryAccessor(&FabricSwitch::m_headOfQueueFactory)),
                          MakePartChecker(HeadOfQueueLifetime::GetTypeId()))
            .AddAttribute("Classifier",
                          "Gives packets another priority or virtual lane than that of their "
                          "ingress link.",
                          ObjectFactoryValue(classifier),
                          ReadOnce(MakeObjectFactoryAccessor(&FabricSwitch::m_classifierFactory)),
                          MakePartChecker(NoClassifier::GetTypeId()))
            .AddAttribute(
                "DscpToPriority",
                "Priority of a packet by its DSCP, such as \"26:3,48:6,*:0\"; a DSCP that is not "
                "listed has DSCP / 8. Empty: packets keep the lane that they were sent with.",
                StringValue(""),
                ReadOnce(MakeStringAccessor(&FabricSwitch::m_dscpToPriority)),
                MakeStringChecker())
            .AddAttribute("SlToVl",
                          "Virtual lane of a packet behind this switch by its service level, "
                          "such as \"0,1,1,15\": service level 0 first; 15 drops the packet; "
                          "missing levels have lane 0. Empty: packets keep their lane.",
                          StringValue(""),
                          ReadOnce(MakeStringAccessor(&FabricSwitch::m_slToVl)),
                          MakeStringChecker())
            .AddAttribute("SlToVlFile",
                          "Path of a file with such maps for pairs of ports, one line \"switch "
                          "from to lanes\" each; read by FabricHelper. Empty: none.",
                          StringValue(""),
                          ReadOnce(MakeStringAccessor(&FabricSwitch::m_slToVlFile)),
                          MakeFileChecker())
            .AddAttribute("Telemetry",
                          "Add the state of the egress port to packets that ask for it (in-band "
                          "telemetry).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FabricSwitch::m_telemetry),
                          MakeBooleanChecker())
            .AddAttribute("Buffer",
                          "The packet memory, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::m_buffer),
                          MakePointerChecker<SwitchBuffer>())
            .AddAttribute("Marker",
                          "The marker of packets, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::m_marker),
                          MakePointerChecker<EcnMarker>())
            .AddAttribute("PathSelector",
                          "The path selector, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::m_selector),
                          MakePointerChecker<PathSelector>())
            .AddAttribute("Stage",
                          "The stage between buffer and egress queues, for config paths; null: "
                          "none.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::m_stage),
                          MakePointerChecker<SwitchStage>())
            .AddAttribute(
                "RunningClassifier",
                "The classifier made by Classifier, DscpToPriority or SlToVl, for config paths; "
                "null: the link decides.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakePointerAccessor(&FabricSwitch::m_classifier),
                MakePointerChecker<PacketClassifier>())
            .AddAttribute("RunningWatchdog",
                          "The watchdog that Watchdog made, for config paths; null: it is off.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::m_watchdog),
                          MakePointerChecker<PfcWatchdog>())
            .AddAttribute("RunningHeadOfQueue",
                          "The lifetimes that HeadOfQueue made, for config paths; null: no port "
                          "has any.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::m_headOfQueue),
                          MakePointerChecker<HeadOfQueueLifetime>())
            .AddTraceSource("Mark",
                            "A packet is marked; with the other bytes in its queue.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_markTrace),
                            "ns3::FabricSwitch::MarkTracedCallback")
            .AddTraceSource("Drop",
                            "A packet is dropped.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_dropTrace),
                            "ns3::FabricSwitch::DropTracedCallback")
            .AddTraceSource("Trim",
                            "A packet has lost its payload; its headers are forwarded.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_trimTrace),
                            "ns3::FabricSwitch::TrimTracedCallback");
    return tid;
}

void
FabricSwitch::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_watchdog)
    {
        m_watchdog->Dispose();
        m_watchdog = nullptr;
    }
    if (m_headOfQueue)
    {
        m_headOfQueue->Dispose();
        m_headOfQueue = nullptr;
    }
    if (m_classifier)
    {
        m_classifier->Dispose();
    }
    m_marker = nullptr;
    SwitchPipeline::DoDispose();
}

/** Creates the classifier named by Classifier, or by the attributes that are short for one. */
void
FabricSwitch::CreateClassifier()
{
    NS_LOG_FUNCTION(this);
    if (!m_dscpToPriority.empty() && !m_slToVl.empty())
    {
        throw InputError("FabricSwitch SlToVl: DscpToPriority is set too; expected one of them");
    }
    auto factory = m_classifierFactory;
    if (!m_dscpToPriority.empty() || !m_slToVl.empty())
    {
        if (factory.GetTypeId() != NoClassifier::GetTypeId())
        {
            throw InputError("FabricSwitch Classifier: " +
                             std::string(m_slToVl.empty() ? "DscpToPriority" : "SlToVl") +
                             " is set too; expected one of them");
        }
        // Read here, because ObjectFactory::Create() leaks the object if an attribute is refused.
        if (m_slToVl.empty())
        {
            const DscpToPriorityMap map(m_dscpToPriority, "FabricSwitch DscpToPriority");
            factory.SetTypeId(DscpClassifier::GetTypeId());
            factory.Set("Map", StringValue(map.ToString()));
        }
        else
        {
            const SlToVlMap map(m_slToVl, "FabricSwitch SlToVl");
            factory.SetTypeId(SlToVlClassifier::GetTypeId());
            factory.Set("Map", StringValue(map.ToString()));
        }
    }
    m_classifier = CreatePart<PacketClassifier>(factory, "FabricSwitch Classifier");
    m_classifier->Configure(m_ports);
    if (!m_classifier->IsNeeded())
    {
        m_classifier = nullptr;
    }
    ChoosePath();
}

void
FabricSwitch::SetSlToVl(uint16_t ingress, uint16_t egress, const SlToVlMap& map)
{
    NS_LOG_FUNCTION(this << ingress << egress);
    if (!m_classifier)
    {
        m_classifier = CreateObject<SlToVlClassifier>();
        m_classifier->Configure(m_ports);
        ChoosePath();
    }
    const auto classifier = DynamicCast<SlToVlClassifier>(m_classifier);
    if (!classifier)
    {
        throw InputError("FabricSwitch SlToVl: " +
                         (m_dscpToPriority.empty() ? m_classifier->GetInstanceTypeId().GetName()
                                                   : "DscpToPriority") +
                         " is set too; expected one of them");
    }
    classifier->SetPair(ingress, egress, map);
}

void
FabricSwitch::AddPort(Ptr<FabricNetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    device->SetPortNumber(static_cast<uint16_t>(m_ports.size()));
    device->SetOwner(this, false);
    device->SetPipeline(GetLatencyPs(), m_cutThrough);
    m_ports.push_back(device);
    NotifyRead("it has ports");
}

void
FabricSwitch::SetPathSelector(Ptr<PathSelector> selector)
{
    NS_LOG_FUNCTION(this << selector);
    m_selector = selector;
    m_selector->SetSwitch(*this);
    m_detours = m_selector->GetDetours();
    if (SwitchStage* const stage = m_selector->GetStage())
    {
        SetStage(stage);
    }
}

void
FabricSwitch::SetStage(Ptr<SwitchStage> stage)
{
    NS_LOG_FUNCTION(this << stage);
    m_stage = stage;
    m_stage->SetSwitch(*this);
}

void
FabricSwitch::SetForwarding(std::vector<uint32_t> groupOfHost,
                            std::vector<std::vector<uint16_t>> groups)
{
    NS_LOG_FUNCTION(this << groupOfHost.size() << groups.size());
    if (m_detours)
    {
        m_detours->SetForwarding(groupOfHost, groups);
        groups.assign(groups.size(), {}); // each packet goes to m_detours
    }
    m_groups.Set(std::move(groupOfHost), std::move(groups));
    ++s_forwardingEpoch;
}

void
FabricSwitch::Redirect(uint32_t host, uint16_t port)
{
    NS_LOG_FUNCTION(this << host << port);
    m_groups.Redirect(host, port);
    ++s_forwardingEpoch;
}

void
FabricSwitch::EndRedirect(uint32_t host)
{
    NS_LOG_FUNCTION(this << host);
    s_forwardingEpoch += m_groups.EndRedirect(host) ? 1 : 0;
}

void
FabricSwitch::SetTimeToLive(uint8_t switches)
{
    NS_LOG_FUNCTION(this << +switches);
    m_timeToLive = switches;
    ChoosePath();
}

void
FabricSwitch::Configure()
{
    NS_LOG_FUNCTION(this);
    m_selector->Start();
    if (m_stage)
    {
        m_stage->Start();
    }
    CreateClassifier();
    m_marker->Validate();
    m_marker->Attach(*this);
    m_marking.Configure(m_marker, m_buffer, bool(m_stage), m_markTrace);
    m_slowDeparture = m_marking.IsAtArrival() || m_buffer->GetCellBytes() > 0;
    std::vector<SwitchBuffer::PortNeeds> needs;
    for (const auto& port : m_ports)
    {
        auto& flowControl = port->GetFlowControl();
        flowControl.SetCellBytes(m_buffer->GetCellBytes());
        const auto channel = DynamicCast<FabricChannel>(port->GetChannel());
        uint32_t lossless = 0;
        for (uint8_t lane = 0; lane < flowControl.GetLaneCount(); ++lane)
        {
            lossless |= (flowControl.IsLossless(lane) ? 1U : 0U) << lane;
        }
        needs.push_back({flowControl.GetReservedBytes(),
                         lossless,
                         flowControl.GetLaneCount(),
                         flowControl.GetManagementBytes(),
                         flowControl.IsCounting(),
                         port->GetRatebps(),
                         channel && channel->IsDown()});
    }
    m_buffer->Configure(needs);
    m_freedAtEnd = m_buffer->IsFreedAtEnd() ||
                   std::any_of(m_ports.begin(), m_ports.end(), [](const auto& port) {
                       return port->GetFlowControl().IsCounting();
                   });
    m_marker->NotifyRead("its switch was configured");
    for (const auto& port : m_ports)
    {
        if (const auto arbiter = port->GetInputArbiter())
        {
            arbiter->SetSize(static_cast<uint32_t>(m_ports.size()), port->GetLaneCount());
        }
    }
    m_discarded.assign(m_ports.size(), {});
    m_leadsToHost.clear();
    for (const auto& port : m_ports)
    {
        m_leadsToHost.push_back(LeadsToHost(*port));
    }
    CreateStores();
    m_watchdog = CreatePart<PfcWatchdog>(m_watchdogFactory, "FabricSwitch Watchdog");
    if (!m_watchdog->Start(*this))
    {
        m_watchdog = nullptr;
    }
    m_headOfQueue =
        CreatePart<HeadOfQueueLifetime>(m_headOfQueueFactory, "FabricSwitch HeadOfQueue");
    if (!m_headOfQueue->Start(*this))
    {
        m_headOfQueue = nullptr;
    }
}

void
FabricSwitch::CreateStores()
{
    NS_LOG_FUNCTION(this);
    // A link may be slower in one direction.
    const auto different = [ratebps = m_ports.front()->GetRatebps()](const auto& port) {
        return port->GetRatebps() != ratebps || port->GetPeer()->GetRatebps() != ratebps;
    };
    const bool needed = !m_stores.empty() ||
                        (m_cutThrough && std::any_of(m_ports.begin(), m_ports.end(), different));
    for (std::size_t i = m_stores.size(); needed && i < m_ports.size(); ++i)
    {
        m_stores.push_back(std::make_unique<LastBitStage>(*this, m_ports[i]->GetNode()->GetId()));
    }
    for (std::size_t i = 0; i < m_stores.size(); ++i)
    {
        m_stores[i]->SetRate(m_ports[i]->GetPeer()->GetRatebps());
    }
    ChoosePath();
}

void
FabricSwitch::NamePorts(std::vector<uint64_t> draws)
{
    if (m_digests)
    {
        m_digests->NamePorts(draws);
    }
    m_marker->NamePorts(std::move(draws));
}

int64_t
FabricSwitch::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    if (m_digests)
    {
        m_digests->AssignStreams(NameStream(stream, "digest"));
    }
    {
        const RandomDraws::Scope scope(DrawKind::MARKS);
        m_marker->AssignStreams(NameStream(stream, "marker"));
    }
    const RandomDraws::Scope scope(DrawKind::PATHS);
    m_selector->AssignStreams(NameStream(stream, "path selector"));
    return 1;
}

} // namespace ns3
