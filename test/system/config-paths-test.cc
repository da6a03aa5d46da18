// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "known-object.h"
#include "network-test.h"
#include "run-program.h"
#include "temporary-file.h"

#include "ns3/config.h"
#include "ns3/gpu-server.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#ifdef AI_FABRIC_CONFIG_STORE
#include "ns3/config-store.h"
#endif

using namespace ns3;

namespace
{

const std::filesystem::path SOURCE = AI_FABRIC_SOURCE_DIR;

/** @return the page that is under test */
std::string
GetPage()
{
    return Read(SOURCE / "doc" / "tracing.rst");
}

/** @return the classes of the module, by name */
std::map<std::string, TypeId>
GetClasses()
{
    std::map<std::string, TypeId> classes;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const auto tid = TypeId::GetRegistered(i);
        if (tid.GetGroupName() == "AiFabric")
        {
            classes.emplace(tid.GetName(), tid);
        }
    }
    return classes;
}

/** @return text with every run of blanks and line ends as one blank */
std::string
Squeeze(const std::string& text)
{
    return std::regex_replace(text, std::regex("\\s+"), " ");
}

/** @return the parameters of a signature named as in TypeId, such as ns3::Class::TracedCallback */
std::string
GetParameters(const std::string& callback)
{
    if (callback == "ns3::Packet::TracedCallback")
    {
        return "(Ptr<const Packet> packet)";
    }
    if (callback == "ns3::TracedValueCallback::Uint64")
    {
        return "(uint64_t oldValue, uint64_t newValue)";
    }
    std::smatch name;
    if (!std::regex_match(callback, name, std::regex("ns3::(\\w+)::(\\w+)")))
    {
        return callback;
    }
    const std::regex owner("(class|struct) " + name[1].str() + "( final)?\\s*(:|\\{)");
    const std::regex signature("typedef void \\(\\*" + name[2].str() + "\\)(\\([^)]*\\))|using " +
                               name[2].str() + " = void \\(\\*\\)(\\([^)]*\\))");
    for (const std::string top : {"model", "helper"})
    {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(SOURCE / top))
        {
            if (entry.path().extension() != ".h")
            {
                continue;
            }
            const auto text = Squeeze(Read(entry.path()));
            std::smatch found;
            if (std::regex_search(text, owner) && std::regex_search(text, found, signature))
            {
                return found[1].matched ? found[1].str() : found[2].str();
            }
        }
    }
    return "nothing for " + callback;
}

size_t
CountMatches(const std::string& path)
{
    return Config::LookupMatches(path).GetN();
}

class ConfigPathsTest : public NetworkTest
{
  protected:
    /** A RoCE network of one switch with two queue pairs between hosts 1 and 0. */
    void BuildStar(const Attributes& parts = {})
    {
        Build("RoceFabric",
              parts,
              Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}, {"Delay", "500ns"}}));
    }

    /** Both other hosts send to host 0. */
    void SendTwo(uint64_t bytes)
    {
        for (const uint32_t sender : {1U, 2U})
        {
            RdmaNic::Connect(m_network.nics[sender], m_network.nics[0], 3)
                .first->PostWrite(bytes, 0);
        }
    }
};

} // namespace

// Both kinds of fabric, with all that may be absent, in one NodeList.
TEST_F(ConfigPathsTest, EveryPathOfThePageLeadsToAnObject)
{
    Config::SetDefault("ns3::PfcWatchdog::DetectionTime", StringValue("1ms"));
    Config::SetDefault("ns3::HeadOfQueueLifetime::HoqLife", UintegerValue(16));
    BuildStar();
    RdmaNic::Connect(m_network.nics[0], m_network.nics[1], 3);
    Add("CollectiveWorkload", {{"Bytes", "1000"}});
    const FabricHelper infiniBand(
        Make<FabricProfile>("InfiniBandFabric", {{"InputArbiter", "ns3::RoundRobinInputArbiter"}}));
    const auto other =
        infiniBand.Install(Topology("StarTopology", {{"Hosts", "8"}}), MakeServer("dgx-h100"));
    const std::string page = GetPage();
    const std::regex path("``(/(NodeList|ChannelList)[^`]*)``");
    std::set<std::string> paths;
    for (auto it = std::sregex_iterator(page.begin(), page.end(), path);
         it != std::sregex_iterator();
         ++it)
    {
        paths.insert((*it)[1]);
    }
    EXPECT_GE(paths.size(), 22u);
    for (const auto& each : paths)
    {
        EXPECT_GT(CountMatches(each), 0u) << each;
    }
}

TEST_F(ConfigPathsTest, EveryPartThatIsAnAttributeIsOnThePage)
{
    const std::string page = GetPage();
    for (const auto& [name, tid] : GetClasses())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const auto info = tid.GetAttribute(i);
            const auto* checker = PeekPointer(info.checker);
            const bool isPart = dynamic_cast<const PointerChecker*>(checker) ||
                                dynamic_cast<const ObjectPtrContainerChecker*>(checker);
            if (isPart && info.flags == TypeId::ATTR_GET)
            {
                EXPECT_NE(page.find('/' + info.name), std::string::npos)
                    << name << "::" << info.name << " is missing in doc/tracing.rst";
            }
        }
    }
}

TEST_F(ConfigPathsTest, TheTableOfTraceSourcesIsThatOfTheTypeIds)
{
    using Row = std::tuple<std::string, std::string, std::string>;
    std::set<Row> expected;
    for (const auto& [name, tid] : GetClasses())
    {
        for (std::size_t i = 0; i < tid.GetTraceSourceN(); ++i)
        {
            const auto source = tid.GetTraceSource(i);
            expected.emplace(name, "ns3::" + source.name, GetParameters(source.callback));
        }
    }
    const std::string page = GetPage();
    const std::regex row("\\* - ``(\\w+)``\\s+- ``(\\w+)``\\s+- ``(\\([^`]*\\))``");
    std::set<Row> found;
    for (auto it = std::sregex_iterator(page.begin(), page.end(), row);
         it != std::sregex_iterator();
         ++it)
    {
        found.emplace("ns3::" + (*it)[1].str(), "ns3::" + (*it)[2].str(), (*it)[3]);
    }
    for (const auto& each : expected)
    {
        EXPECT_TRUE(found.count(each)) << "missing in doc/tracing.rst: " << std::get<0>(each) << ' '
                                       << std::get<1>(each) << ' ' << std::get<2>(each);
    }
    for (const auto& each : found)
    {
        EXPECT_TRUE(expected.count(each)) << "only in doc/tracing.rst: " << std::get<0>(each) << ' '
                                          << std::get<1>(each) << ' ' << std::get<2>(each);
    }
}

namespace
{

/** What waits in one queue, by its traces alone. */
struct QueueWatch
{
    FabricNetDevice* port;
    uint64_t bytes{0};
    uint32_t enqueued{0};
    uint32_t dequeued{0};

    void OnEnqueue(const FabricPacket& packet, int64_t)
    {
        EXPECT_EQ(port->GetQueueBytes(packet.lane), bytes);
        bytes += packet.frameBytes;
        ++enqueued;
    }

    void OnDequeue(const FabricPacket& packet, int64_t)
    {
        bytes -= packet.frameBytes;
        ++dequeued;
        EXPECT_EQ(port->GetQueueBytes(packet.lane), bytes);
    }
};

} // namespace

// Two hosts send two packets of 4096 B each to a third one, at the same time and rate. The first
// of them finds the port of the switch idle; the other three wait.
TEST_F(ConfigPathsTest, EnqueueAndDequeueTellWhatWaits)
{
    BuildStar();
    SendTwo(8192);
    QueueWatch watch{PeekPointer(m_network.fabricSwitches[0]->GetPorts()[0])};
    const std::string path = "/NodeList/3/DeviceList/0/$ns3::FabricNetDevice/";
    Config::ConnectWithoutContext(path + "Enqueue", MakeCallback(&QueueWatch::OnEnqueue, &watch));
    Config::ConnectWithoutContext(path + "Dequeue", MakeCallback(&QueueWatch::OnDequeue, &watch));
    Simulator::Run();
    EXPECT_EQ(watch.enqueued, 3u);
    EXPECT_EQ(watch.dequeued, 3u);
    EXPECT_EQ(watch.bytes, 0u);
}

// After Disconnect() nobody is told any more.
TEST_F(ConfigPathsTest, DisconnectedSinksHearNothing)
{
    BuildStar();
    SendTwo(8192);
    QueueWatch watch{PeekPointer(m_network.fabricSwitches[0]->GetPorts()[0])};
    const std::string path = "/NodeList/3/DeviceList/0/$ns3::FabricNetDevice/Enqueue";
    Config::ConnectWithoutContext(path, MakeCallback(&QueueWatch::OnEnqueue, &watch));
    Config::DisconnectWithoutContext(path, MakeCallback(&QueueWatch::OnEnqueue, &watch));
    Simulator::Run();
    EXPECT_EQ(watch.enqueued, 0u);
}

namespace
{

uint64_t g_marks;
uint64_t g_leastQueueBytes;

void
OnMark(std::string, const FabricPacket& packet, uint64_t queueBytes)
{
    EXPECT_EQ(packet.ecn, EcnCodepoint::CE);
    ++g_marks;
    g_leastQueueBytes = std::min(g_leastQueueBytes, queueBytes);
}

} // namespace

// The queue grows to half of what two hosts send at twice its rate: 100 kB, so that some packets
// leave more than 20 kB behind.
TEST_F(ConfigPathsTest, EveryMarkIsTraced)
{
    BuildStar({{"Marker", "ns3::StepMarker[ThresholdBytes=20000|ReferenceRate=0bps]"}});
    SendTwo(100'000);
    g_marks = 0;
    g_leastQueueBytes = UINT64_MAX;
    Config::Connect("/NodeList/*/$ns3::FabricSwitch/Mark", MakeCallback(&OnMark));
    Simulator::Run();
    EXPECT_GT(g_marks, 0u);
    EXPECT_EQ(g_marks, m_network.fabricSwitches[0]->GetMarks());
    EXPECT_GT(g_leastQueueBytes, 20'000u);
}

namespace
{

/** The window of a queue pair, by its traces alone. */
struct WindowWatch
{
    Ptr<RdmaQueuePair> queuePair;
    uint64_t bytes;
    uint32_t changes{0};

    void OnWindow(uint64_t oldBytes, uint64_t newBytes)
    {
        EXPECT_EQ(oldBytes, bytes);
        EXPECT_NE(newBytes, oldBytes);
        bytes = newBytes;
        ++changes;
    }
};

std::vector<std::unique_ptr<WindowWatch>> g_windows;

void
OnQueuePair(Ptr<RdmaQueuePair> queuePair)
{
    auto& congestionControl = queuePair->GetCongestionControl();
    g_windows.push_back(
        std::make_unique<WindowWatch>(WindowWatch{queuePair, congestionControl.GetWindowBytes()}));
    congestionControl.TraceConnectWithoutContext(
        "Window",
        MakeCallback(&WindowWatch::OnWindow, g_windows.back().get()));
}

} // namespace

// A ring all-reduce of three ranks has a connection between any two neighbours, six queue pairs,
// which are made when the job starts. DCTCP's window follows the marks.
TEST_F(ConfigPathsTest, NewQueuePairsAreToldOfAndTheirWindowsTraced)
{
    BuildStar({{"CongestionControl", "ns3::Dctcp"},
               {"Marker", "ns3::StepMarker[ThresholdBytes=1|ReferenceRate=0bps]"}});
    Add("CollectiveWorkload", {{"Bytes", "3000000"}, {"Algorithm", "ns3::RingAllReduce"}});
    Config::ConnectWithoutContext("/NodeList/*/$ns3::RdmaNic/QueuePair",
                                  MakeCallback(&OnQueuePair));
    EXPECT_EQ(CountMatches("/NodeList/*/$ns3::RdmaNic/QueuePairList/*"), 0u);
    Simulator::Run();
    EXPECT_EQ(CountMatches("/NodeList/*/$ns3::RdmaNic/QueuePairList/*"), 6u);
    EXPECT_EQ(g_windows.size(), 6u);
    uint32_t changes = 0;
    for (const auto& watch : g_windows)
    {
        EXPECT_EQ(watch->bytes, watch->queuePair->GetCongestionControl().GetWindowBytes());
        changes += watch->changes;
    }
    EXPECT_GT(changes, 0u);
    g_windows.clear();
}

// With KminBytes = KmaxBytes = 20 kB as with a step marker of 20 kB; the default of 400 kB would
// mark nothing in a queue that 200 kB fill.
TEST_F(ConfigPathsTest, SetChangesPartsOfANetworkThatIsThere)
{
    BuildStar({{"Marker", "ns3::RedMarker"}});
    SendTwo(100'000);
    const std::string marker = "/NodeList/*/$ns3::FabricSwitch/Marker/$ns3::RedMarker/";
    Config::Set(marker + "KminBytes", UintegerValue(20'000));
    Config::Set(marker + "KmaxBytes", UintegerValue(20'000));
    Simulator::Run();
    EXPECT_GT(m_network.fabricSwitches[0]->GetMarks(), 0u);
}

#ifdef AI_FABRIC_CONFIG_STORE

namespace
{

/** Has ns-3 save or load. @param mode which @param path of the file */
void
Store(const std::string& mode, const std::string& path, bool defaults)
{
    Config::SetDefault("ns3::ConfigStore::Mode", StringValue(mode));
    Config::SetDefault("ns3::ConfigStore::FileFormat", StringValue("RawText"));
    Config::SetDefault("ns3::ConfigStore::Filename", StringValue(path));
    ConfigStore store;
    if (defaults)
    {
        store.ConfigureDefaults();
    }
    else
    {
        store.ConfigureAttributes();
    }
}

/** @return the value of an attribute of the first object of a path, as text */
std::string
GetValue(const std::string& path, const std::string& attribute)
{
    StringValue value;
    Config::LookupMatches(path).Get(0)->GetAttribute(attribute, value);
    return value.Get();
}

} // namespace

TEST_F(ConfigPathsTest, ConfigStoreSavesAndLoadsAttributes)
{
    const std::string nic = "/NodeList/*/$ns3::RdmaNic";
    const std::vector<std::tuple<std::string, std::string, std::string>> values = {
        {"/NodeList/*/$ns3::FabricSwitch/Marker/$ns3::RedMarker", "KminBytes", "123456"},
        {"/NodeList/*/$ns3::FabricSwitch/Buffer/$ns3::SharedBuffer", "LossyAlpha", "0.75"},
        {"/NodeList/*/DeviceList/*/$ns3::FabricNetDevice/FlowControl/$ns3::PriorityFlowControl",
         "PauseQuanta",
         "1000"},
        {nic, "RetryCount", "3"},
        {nic + "/QueuePairList/*/CongestionControl/$ns3::Dcqcn", "RateAi", "55000000bps"},
        {"/NodeList/*/$ns3::Gpu", "Slowdown", "2"},
        {"/ChannelList/*/$ns3::FabricChannel", "ErrorRate", "0.001"},
    };
    const TemporaryFile file("");
    const Attributes parts = {{"CongestionControl", "ns3::Dcqcn"}, {"Marker", "ns3::RedMarker"}};
    BuildStar(parts);
    SendTwo(8192);
    for (const auto& [path, attribute, value] : values)
    {
        EXPECT_NE(GetValue(path, attribute), value) << "is the default: no test of " << attribute;
        Config::Set(path + '/' + attribute, StringValue(value));
    }
    Store("Save", file.GetPath(), false);

    m_network = {};
    SetUp(); // a new simulation with the defaults
    BuildStar(parts);
    SendTwo(8192);
    for (const auto& [path, attribute, value] : values)
    {
        EXPECT_NE(GetValue(path, attribute), value) << attribute;
    }
    Store("Load", file.GetPath(), false);
    for (const auto& [path, attribute, value] : values)
    {
        EXPECT_EQ(GetValue(path, attribute), value) << attribute;
    }
}

// Every default of the module survives being written and read; one that is changed is taken over.
TEST_F(ConfigPathsTest, ConfigStoreSavesAndLoadsDefaults)
{
    const TemporaryFile file("");
    Config::SetDefault("ns3::RdmaNic::MtuBytes", UintegerValue(1024));
    Store("Save", file.GetPath(), true);
    Config::Reset();
    Store("Load", file.GetPath(), true);
    BuildStar();
    EXPECT_EQ(m_network.nics[0]->GetMtuBytes(), 1024u);
}

#endif // AI_FABRIC_CONFIG_STORE
