// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"
#include "run-program.h"
#include "silent-receiver.h"

#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/node-list.h"
#include "ns3/nstime.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** An attribute: class, without ns3::, and name. */
using MemberName = std::pair<std::string, std::string>;

/** What became of attributes that were set in a network. */
struct Outcome
{
    std::set<MemberName> accepted;
    std::set<MemberName> refused;
    std::set<std::string> classes; //!< of all objects that were met
};

/** Texts of values by type, of which every attribute of a network takes one that it does not have.
 * ns-3 ends the program at some of another type. */
const std::map<std::string, std::vector<std::string>> VALUES = {
    {"BooleanValue", {"true", "false"}},
    {"UintegerValue", {"2", "4", "65", "5000", "20001"}},
    {"IntegerValue", {"2", "3"}},
    {"DoubleValue", {"0.5", "0.3", "2"}},
    {"TimeValue", {"3ms", "4ms"}},
    {"DataRateValue", {"7Gbps"}},
    {"ObjectFactoryValue", {"ns3::ConstantRandomVariable[Constant=1.5]"}},
    {"StringValue", {"2 1 1 1 1 1 0 0", "0:5", "3:27", "0x1e", "0,1,2"}},
};

bool
IsRefusal(const std::string& message)
{
    return std::regex_search(message, std::regex(": stays .* since .*; expected to be set before"));
}

/** Sets an attribute of an object to another value. */
void
SetOther(Object& object, const TypeId::AttributeInformation& info, Outcome& outcome)
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
        const auto value = info.checker->CreateValidValue(StringValue(wanted));
        if (!value || value->SerializeToString(info.checker) == before)
        {
            continue;
        }
        const auto message =
            MessageOf<InputError>([&] { object.SetAttribute(info.name, *value); }, "");
        if (IsRefusal(message))
        {
            EXPECT_EQ(text(), before) << type << "::" << info.name;
            EXPECT_EQ(message.rfind(type + " " + info.name + ": stays ", 0), 0u) << message;
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

/** Sets every attribute of an object, of what is aggregated to it, and of whatever those lead to.
 */
void
SetAll(Ptr<Object> root, std::set<const Object*>& met, Outcome& outcome)
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
SetAll(const FabricNetwork& network, Outcome& outcome)
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

class ReadOnceTest : public NetworkTest
{
  protected:
    /** A network of one switch and three hosts. */
    void BuildStar(const std::string& profile, const Attributes& parts)
    {
        Build(profile,
              parts,
              Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}, {"Delay", "500ns"}}));
    }

    /** Queue pairs of both other hosts to host 0. */
    void ConnectTwo()
    {
        const uint8_t level = m_network.nics[0]->GetDefaultServiceLevel();
        for (const uint32_t sender : {1U, 2U})
        {
            m_senders.push_back(
                RdmaNic::Connect(m_network.nics[sender], m_network.nics[0], level).first);
        }
    }

    /** Sends through them. */
    void SendTwo(uint64_t bytes)
    {
        for (const auto& sender : m_senders)
        {
            sender->PostWrite(bytes, 0);
        }
    }

    void TearDown() override
    {
        m_senders.clear();
        NetworkTest::TearDown();
    }

    /** Sets every attribute of a network that is built, and of another like it that runs. */
    void SetAllOf(const std::string& profile, const Attributes& parts)
    {
        for (const bool runs : {false, true})
        {
            m_network = {};
            m_jobs.clear();
            m_senders.clear();
            NetworkTest::SetUp();
            Config::SetDefault("ns3::PfcWatchdog::DetectionTime", StringValue("1ms"));
            BuildStar(profile, parts);
            ConnectTwo();
            Add("CollectiveWorkload", {{"Bytes", "1000000"}});
            if (runs)
            {
                Simulator::Stop(MicroSeconds(5));
                Simulator::Run();
            }
            SetAll(m_network, runs ? m_running : m_built);
        }
    }

    std::vector<Ptr<RdmaQueuePair>> m_senders;
    Outcome m_built;
    Outcome m_running;
};

} // namespace

// Networks with every policy that has attributes. What is accepted is what Get returns; what would
// be without effect is refused, and is in the table of doc/tracing.rst.
TEST_F(ReadOnceTest, EveryAttributeActsOrIsRefused)
{
    SetAllOf("RoceFabric",
             {{"CongestionControl", "ns3::Dcqcn"},
              {"Marker", "ns3::RedMarker"},
              {"Switch", "ns3::FabricSwitch[DscpToPriority=26:3,*:0]"},
              {"LossRecovery", "ns3::SelectiveRepeat"},
              {"RetransmissionTimer", "ns3::IrnTimer"}});
    SetAllOf("RoceFabric",
             {{"CongestionControl", "ns3::DcqcnConnectX"},
              {"Marker", "ns3::StepMarker"},
              {"FlowControl", "ns3::PriorityFlowControl[Headroom=ns3::SonicHeadroom]"},
              {"PathSelector", "ns3::AdaptivePathSelector"},
              {"RetransmissionTimer", "ns3::AdaptiveTimer"}});
    for (const std::string name : {"Dctcp",
                                   "FixedRate",
                                   "Hpcc",
                                   "PowerTcp",
                                   "Swift",
                                   "Timely",
                                   "PatchedTimely",
                                   "SilentlyReceived"})
    {
        SetAllOf("RoceFabric",
                 {{"CongestionControl", "ns3::" + name},
                  {"Marker", name == "FixedRate" ? "ns3::NoMarker" : "ns3::RedMarker"},
                  {"Arbiter", "ns3::DwrrArbiter"}});
    }
    SetAllOf("InfiniBandFabric",
             {{"CongestionControl", "ns3::InfiniBandCongestionControl"},
              {"Marker", "ns3::FecnMarker"},
              {"Switch", "ns3::FabricSwitch[SlToVl=0,1,2]"},
              {"InputArbiter", "ns3::RoundRobinInputArbiter"}});
    for (const std::string name : {"SilentReceiver",
                                   "SonicHeadroom",
                                   "DerivedHeadroom",
                                   "SwitchAggregation",
                                   "DscpClassifier",
                                   "SlToVlClassifier",
                                   "HeadOfQueueLifetime",
                                   "PfcWatchdog",
                                   "SubnetManager",
                                   "EthernetRouteManager",
                                   "VlArbiter"})
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
              "RdmaNic MtuBytes: is 8192; expected at most 4096, for which its network was built");
    Config::Set(mtu, UintegerValue(1024));
    EXPECT_EQ(m_network.nics[2]->GetMtuBytes(), 1024u);
}

// Queues of at most 100 kB. At 100 Gb/s a threshold of 300 kB for 1 Tb/s is one of 30 kB.
TEST_F(ReadOnceTest, TheReferenceRateOfAMarkerActs)
{
    const std::string step = "/NodeList/*/$ns3::FabricSwitch/Marker/$ns3::StepMarker/ReferenceRate";
    const std::string red = "/NodeList/*/$ns3::FabricSwitch/Marker/$ns3::RedMarker/ReferenceRate";
    for (const auto& [marker, path] :
         {std::pair{std::string("StepMarker[ThresholdBytes=300000]"), step},
          std::pair{std::string("RedMarker[KminBytes=300000|KmaxBytes=300000]"), red}})
    {
        for (const bool set : {false, true})
        {
            SetUp();
            m_senders.clear();
            BuildStar("RoceFabric", {{"Marker", "ns3::" + marker}});
            ConnectTwo();
            SendTwo(100'000);
            if (set)
            {
                Config::Set(path, DataRateValue(DataRate("1000Gbps")));
            }
            Simulator::Run();
            EXPECT_EQ(m_network.fabricSwitches[0]->GetMarks() > 0, set) << marker;
        }
    }
}

// Of 1 MiB the threshold 15 is 64 KiB, the threshold 1 is 960 KiB; of 128 KiB 1 is 120 KiB.
TEST_F(ReadOnceTest, TheThresholdOfFecnActs)
{
    const std::string marker = "/NodeList/*/$ns3::FabricSwitch/Marker/$ns3::FecnMarker/";
    for (const auto& [threshold, bytes, marks] : {std::tuple{1, 1 << 20, false},
                                                  std::tuple{15, 1 << 20, true},
                                                  std::tuple{1, 1 << 17, false},
                                                  std::tuple{15, 1 << 17, true}})
    {
        SetUp();
        m_senders.clear();
        BuildStar("RoceFabric", {{"Marker", "ns3::FecnMarker[Threshold=1|MaxQueueBytes=9999999]"}});
        ConnectTwo();
        SendTwo(100'000);
        Config::Set(marker + "Threshold", UintegerValue(threshold));
        Config::Set(marker + "MaxQueueBytes", UintegerValue(bytes));
        Simulator::Run();
        EXPECT_EQ(m_network.fabricSwitches[0]->GetMarks() > 0, marks) << threshold << ' ' << bytes;
    }
}

// Each of two ingress ports comes to hold 50 kB. Of the 32 MiB of memory all but headroom is free:
// an Alpha of 1/1024 allows less than 32 KiB.
TEST_F(ReadOnceTest, TheThresholdsOfABufferAct)
{
    const std::string buffer = "/NodeList/*/$ns3::FabricSwitch/Buffer/$ns3::SharedBuffer/";
    for (const auto& [name, value, pauses] :
         {std::tuple{std::string("Alpha"), std::string("0.125"), false},
          std::tuple{std::string("Alpha"), std::string("0.0009765625"), true},
          std::tuple{std::string("StaticThresholdBytes"), std::string("100000"), false},
          std::tuple{std::string("StaticThresholdBytes"), std::string("20000"), true}})
    {
        SetUp();
        m_senders.clear();
        BuildStar("RoceFabric", {});
        ConnectTwo();
        SendTwo(100'000);
        Config::Set(buffer + name, StringValue(value));
        Simulator::Run();
        const auto& port = *m_network.fabricSwitches[0]->GetPorts()[1];
        EXPECT_EQ(port.GetFlowControl().GetControlSent() > 0, pauses) << name << ' ' << value;
    }
}

// Nothing arrives. What a NIC is told holds for queue pairs that it makes afterwards, what a timer
// is told for those that it starts afterwards.
TEST_F(ReadOnceTest, TimeoutsAct)
{
    const std::string timer = "/NodeList/*/$ns3::RdmaNic/QueuePairList/*/RetransmissionTimer/";
    using Paths = std::vector<std::string>;
    for (const auto& [name, paths] :
         {std::pair{std::string("LocalAckTimer"), Paths{"/NodeList/*/$ns3::RdmaNic/AckTimeout"}},
          std::pair{std::string("IrnTimer"),
                    Paths{timer + "$ns3::IrnTimer/Low", timer + "$ns3::IrnTimer/High"}},
          std::pair{std::string("AdaptiveTimer"),
                    Paths{timer + "$ns3::AdaptiveTimer/InitialTimeout"}}})
    {
        for (const bool set : {false, true})
        {
            SetUp();
            m_senders.clear();
            BuildStar("RoceFabric", {{"RetransmissionTimer", "ns3::" + name}});
            m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
            if (name != "LocalAckTimer")
            {
                ConnectTwo();
                Config::Set(timer + "$ns3::AdaptiveTimer/InitialRange", TimeValue(Time(0)));
            }
            for (const auto& path : set ? paths : Paths())
            {
                Config::Set(path, TimeValue(MicroSeconds(10)));
            }
            if (name == "LocalAckTimer")
            {
                ConnectTwo();
            }
            SendTwo(1'000);
            Simulator::Stop(MicroSeconds(15));
            Simulator::Run();
            EXPECT_EQ(m_network.nics[1]->GetCounters().timeouts, set ? 1u : 0u) << name;
        }
    }
}

// 49 packets arrive at 100 Gb/s, most of them marked, in 16 us.
TEST_F(ReadOnceTest, TheIntervalOfNotificationsActsOnNewQueuePairs)
{
    BuildStar("RoceFabric", {{"Marker", "ns3::StepMarker[ThresholdBytes=1|ReferenceRate=0bps]"}});
    Config::Set("/NodeList/*/$ns3::RdmaNic/CnpInterval", TimeValue(Seconds(1)));
    ConnectTwo();
    SendTwo(100'000);
    Simulator::Run();
    EXPECT_EQ(m_network.nics[0]->GetCounters().cnpsSent, 2u); // the first of each
}
