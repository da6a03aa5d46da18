// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "run-program.h"
#include "silent-receiver.h"
#include "star-test.h"
#include "words.h"

#include "ns3/config.h"
#include "ns3/node-list.h"
#include "ns3/nstime.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** An attribute: class, without ns3::, and name. */
using MemberName = std::pair<std::string, std::string>;

/** Effects of attributes that were set in a network. */
struct Answers
{
    std::set<MemberName> accepted;
    std::set<MemberName> refused;
    std::set<std::string> classes; //!< of all objects that were met
};

/**
 * Texts of values by type, of which every attribute of a network takes one that it does not have.
 * ns-3 ends the program at some of another type.
 */
const std::map<std::string, std::vector<std::string>> VALUES = {
    {"BooleanValue", {"true", "false"}},
    {"UintegerValue", {"2", "4", "65", "5000", "20001", "70000"}},
    {"IntegerValue", {"2", "3"}},
    {"DoubleValue", {"0.5", "0.3", "2", "1.25"}},
    {"TimeValue", {"3ms", "4ms"}},
    {"DataRateValue", {"7Gbps"}},
    {"ObjectFactoryValue",
     {"ns3::ConstantRandomVariable[Constant=1.5]",
      "ns3::DscpClassifier",
      "ns3::HeadOfQueueLifetime[LeafHoqLife=7]",
      "ns3::NoCongestionControl",
      "ns3::Dcqcn",
      "ns3::PfcWatchdog[DetectionTime=7ms]",
      "ns3::SprayPathSelector",
      "ns3::SonicHeadroom",
      "ns3::DerivedHeadroom"}},
    {"StringValue", {"2 1 1 1 1 1 0 0", "0:5", "3:27", "0x1e", "0,1,2", "host"}},
};

bool
IsRefusal(const std::string& message)
{
    return std::regex_search(message, std::regex(": stays .* since .*; expected to be set before"));
}

/** Sets an attribute of an object to another value. */
void
SetOther(Object& object, const TypeId::AttributeInformation& info, Answers& outcome)
{
    const auto type = object.GetInstanceTypeId().GetName();
    const MemberName attribute{type.substr(type.rfind(':') + 1), info.name};
    const auto text = [&] {
        const auto value = info.checker->Create();
        object.GetAttribute(info.name, *value);
        return value->SerializeToString(info.checker);
    };
    const std::string before = text();
    const auto valueType = info.checker->GetValueTypeName(); // some with their namespace
    const auto values = VALUES.find(valueType.substr(valueType.rfind(':') + 1));
    ASSERT_TRUE(values != VALUES.end()) << valueType;
    for (const auto& wanted : values->second)
    {
        Ptr<AttributeValue> value;
        MessageOf<InputError>([&] { value = info.checker->CreateValidValue(StringValue(wanted)); });
        if (!value || value->SerializeToString(info.checker) == before)
        {
            continue;
        }
        const auto message =
            MessageOf<InputError>([&] { object.SetAttribute(info.name, *value); }, "");
        if (IsRefusal(message))
        {
            EXPECT_EQ(text(), before) << type << "::" << info.name;
            EXPECT_TRUE(Begins(message, type + " " + info.name + ": stays "));
            object.SetAttribute(info.name, StringValue(before)); // no other value, no error
            outcome.refused.insert(attribute);
            return;
        }
        if (message.empty())
        {
            EXPECT_NE(text(), before) << type << "::" << info.name << " took " << wanted;
            outcome.accepted.insert(attribute);
            return;
        }
    }
    ADD_FAILURE() << "no value for " << type << "::" << info.name << " beside " << before;
}

/**
 * Sets every attribute of an object, of what is aggregated to it, and of whatever those lead to.
 */
void
SetAll(Ptr<Object> root, std::set<const Object*>& met, Answers& outcome)
{
    if (!root || !met.insert(PeekPointer(root)).second)
    {
        return;
    }
    for (auto it = root->GetAggregateIterator(); it.HasNext();)
    {
        SetAll(ConstCast<Object>(it.Next()), met, outcome);
    }
    const std::string type = root->GetInstanceTypeId().GetName();
    outcome.classes.insert(type.substr(type.rfind(':') + 1));
    for (TypeId tid = root->GetInstanceTypeId();; tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const auto info = tid.GetAttribute(i);
            const auto* checker = PeekPointer(info.checker);
            if (dynamic_cast<const PointerChecker*>(checker))
            {
                PointerValue part;
                root->GetAttribute(info.name, part);
                SetAll(part.Get<Object>(), met, outcome);
            }
            else if (dynamic_cast<const ObjectPtrContainerChecker*>(checker))
            {
                ObjectPtrContainerValue parts;
                root->GetAttribute(info.name, parts);
                for (auto part = parts.Begin(); part != parts.End(); ++part)
                {
                    SetAll(part->second, met, outcome);
                }
            }
            else if (tid.GetGroupName() == "AiFabric" && (info.flags & TypeId::ATTR_SET) &&
                     info.accessor->HasSetter())
            {
                SetOther(*root, info, outcome);
            }
        }
        if (tid.GetParent() == tid)
        {
            return;
        }
    }
}

/** Sets every attribute that Config paths reach. */
void
SetAll(const FabricNetwork& network, Answers& outcome)
{
    std::set<const Object*> met;
    for (const auto& channel : network.channels)
    {
        SetAll(channel, met, outcome);
    }
    for (uint32_t i = 0; i < NodeList::GetNNodes(); ++i)
    {
        SetAll(NodeList::GetNode(i), met, outcome);
    }
}

/** Attributes by class, and since when they are read. */
std::map<MemberName, std::string>
ReadPage()
{
    const std::string page =
        Read(std::filesystem::path(AI_FABRIC_SOURCE_DIR) / "doc" / "tracing.rst");
    const auto begin = page.find("     - Refused\n");
    const auto end = page.find("``ConfigStore`` works", begin);
    EXPECT_NE(end, std::string::npos);
    const std::string table = page.substr(begin, end - begin);
    std::map<MemberName, std::string> rows;
    const std::regex row(
        "\\n   \\* - ([^]*?)\\n     - ([^]*?)\\n     - ([^]*?)(?=\\n   \\*|\\n\\n)");
    const std::regex name("``(\\w+)``");
    const std::sregex_iterator none;
    for (auto it = std::sregex_iterator(table.begin(), table.end(), row); it != none; ++it)
    {
        const std::string classes = (*it)[1];
        const std::string attributes = (*it)[2];
        for (auto c = std::sregex_iterator(classes.begin(), classes.end(), name); c != none; ++c)
        {
            for (auto a = std::sregex_iterator(attributes.begin(), attributes.end(), name);
                 a != none;
                 ++a)
            {
                rows[{(*c)[1], (*a)[1]}] = (*it)[3];
            }
        }
    }
    return rows;
}

class ReadOnceTest : public StarTest
{
  protected:
    /** Sets every attribute of a network that is built, and of another like it that runs. */
    void SetAllOf(const std::string& profile, const Attributes& parts)
    {
        const bool pauses = profile == "RoceFabric" &&
                            std::none_of(parts.begin(), parts.end(), [](const auto& part) {
                                return part.first == "FlowControl" &&
                                       part.second.rfind("ns3::PriorityFlowControl", 0) != 0;
                            });
        for (const bool runs : {false, true})
        {
            m_senders.clear();
            Restart();
            // A watchdog is refused where no port knows PFC.
            Config::SetDefault("ns3::PfcWatchdog::DetectionTime",
                               StringValue(pauses ? "1ms" : "0ms"));
            BuildStar(profile, parts);
            if (m_network.transports.front()->HasQueuePairs())
            {
                ConnectTwo();
            }
            Add("CollectiveWorkload", {{"Bytes", "1000000"}});
            if (runs)
            {
                Simulator::Stop(MicroSeconds(5));
                Simulator::Run();
            }
            SetAll(m_network, runs ? m_running : m_built);
        }
    }

    Answers m_built;
    Answers m_running;
};

} // namespace

// Networks with every policy that has attributes. What is accepted is what Get returns; what would
// be without effect is refused, and is in the table of doc/tracing.rst.
TEST_F(ReadOnceTest, EveryAttributeActsOrIsRefused)
{
    SetAllOf("RoceFabric",
             "CongestionControl=ns3::Dcqcn Marker=ns3::RedMarker "
             "Switch=ns3::FabricSwitch[DscpToPriority=26:3,*:0] LossRecovery=ns3::SelectiveRepeat "
             "RetransmissionTimer=ns3::IrnTimer");
    SetAllOf("RoceFabric",
             "CongestionControl=ns3::DcqcnConnectX Marker=ns3::StepMarker "
             "FlowControl=ns3::PriorityFlowControl[Headroom=ns3::SonicHeadroom] "
             "PathSelector=ns3::AdaptivePathSelector RetransmissionTimer=ns3::AdaptiveTimer");
    SetAllOf("RoceFabric",
             {{"PathSelector", "ns3::ConweavePathSelector"}, {"Buffer", "ns3::SonicBuffer"}});
    SetAllOf("RoceFabric",
             {{"Stage", "ns3::ScheduledStage"}, {"RouteManager", "ns3::ControllerRouteManager"}});
    SetAllOf("RoceFabric", {{"Stage", "ns3::ScheduledBoxStage"}});
    for (const auto& name :
         Words("Dctcp FixedRate Hpcc HpccPint DcqcnPlus RateWindow PowerTcp ThetaPowerTcp Swift "
               "Timely PatchedTimely RttCc SilentlyReceived"))
    {
        SetAllOf("RoceFabric",
                 {{"CongestionControl", "ns3::" + name},
                  {"Marker", name == "FixedRate" ? "ns3::NoMarker" : "ns3::RedMarker"},
                  {"Arbiter", "ns3::DwrrArbiter"}});
    }
    SetAllOf("RoceFabric", {{"CongestionControl", "ns3::Bolt"}, {"Marker", "ns3::BoltMarker"}});
    SetAllOf("InfiniBandFabric",
             "CongestionControl=ns3::InfiniBandCongestionControl Marker=ns3::FecnMarker "
             "Switch=ns3::FabricSwitch[SlToVl=0,1,2] InputArbiter=ns3::RoundRobinInputArbiter "
             "LinkRetry=ns3::GoBackNLinkRetry");
    for (const std::string control : {"ns3::Nscc", "ns3::Rccc", "ns3::Falcon"})
    {
        SetAllOf("RoceFabric",
                 "Transport=ns3::UltraEthernetTransport Framing=ns3::UetFraming "
                 "FlowControl=ns3::CreditBasedFlowControl CongestionControl=" +
                     control);
    }
    SetAllOf("RoceFabric", {{"FlowControl", "ns3::BackpressureFlowControl"}});
    for (const std::string name : {"SilentReceiver",
                                   "UltraEthernetTransport",
                                   "CreditBasedFlowControl",
                                   "BackpressureFlowControl",
                                   "SonicHeadroom",
                                   "DerivedHeadroom",
                                   "SwitchAggregation",
                                   "ConweavePathSelector",
                                   "ScheduledStage",
                                   "ScheduledBoxStage",
                                   "DscpClassifier",
                                   "SlToVlClassifier",
                                   "HeadOfQueueLifetime",
                                   "PfcWatchdog",
                                   "SubnetManager",
                                   "EthernetRouteManager",
                                   "ControllerRouteManager",
                                   "VlArbiter",
                                   "GoBackNLinkRetry"})
    {
        EXPECT_EQ(m_built.classes.count(name), 1u) << name;
    }
    std::set<MemberName> refused = m_built.refused;
    refused.insert(m_running.refused.begin(), m_running.refused.end());
    auto page = ReadPage();
    EXPECT_EQ(page.erase({"ForeignPort", "Priority"}), 1u); // no RDMA network has one
    for (const auto& attribute : refused)
    {
        EXPECT_EQ(page.count(attribute), 1u)
            << "missing in doc/tracing.rst: " << attribute.first << ' ' << attribute.second;
        EXPECT_EQ(m_running.accepted.count(attribute), 0u)
            << attribute.first << ' ' << attribute.second;
    }
    for (const auto& [attribute, since] : page)
    {
        EXPECT_EQ(refused.count(attribute), 1u)
            << "only in doc/tracing.rst: " << attribute.first << ' ' << attribute.second;
        EXPECT_EQ(m_built.accepted.count(attribute), since == "its job runs" ? 1u : 0u)
            << attribute.first << ' ' << attribute.second;
    }
    EXPECT_GT(m_running.accepted.size(), 80u);
}

TEST_F(ReadOnceTest, ARefusalNamesClassAttributeValueAndReason)
{
    BuildStar("RoceFabric", {});
    const std::string latency = "/NodeList/*/$ns3::FabricSwitch/Latency";
    EXPECT_EQ(MessageOf<InputError>([&] { Config::Set(latency, TimeValue(NanoSeconds(10))); }),
              "ns3::FabricSwitch Latency: stays +400ns since it has ports; expected to be set "
              "before, by default, profile, preset or scenario");
    EXPECT_EQ(MessageOf<InputError>([&] { Config::Set(latency, TimeValue(NanoSeconds(400))); }),
              "no error");
    const std::string mtu = "/NodeList/*/$ns3::RdmaNic/MtuBytes";
    EXPECT_EQ(MessageOf<InputError>([&] { Config::Set(mtu, UintegerValue(8192)); }),
              "RdmaNic MtuBytes: is 8192; expected at most 4096, the MTU of its network");
    Config::Set(mtu, UintegerValue(1024));
    EXPECT_EQ(m_network.nics[2]->GetMtuBytes(), 1024u);
}
