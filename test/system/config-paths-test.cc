// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "known-object.h"
#include "run-program.h"
#include "silent-receiver.h"
#include "star-test.h"

#include "ns3/config.h"
#include "ns3/fabric-internet-helper.h"
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
    if (callback == "ns3::TracedCallback::Void")
    {
        return "()";
    }
    std::smatch name;
    if (!std::regex_match(callback, name, std::regex("ns3::(\\w+)::(\\w+)")))
    {
        return callback;
    }
    const std::regex owner("(class|struct)( alignas\\(\\d+\\))? " + name[1].str() +
                           "( final)?\\s*(:|\\{)");
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

class ConfigPathsTest : public StarTest
{
};

} // namespace

// Both kinds of fabric, with all that may be absent, in one NodeList.
TEST_F(ConfigPathsTest, EveryPathOfThePageLeadsToAnObject)
{
    Config::SetDefault("ns3::PfcWatchdog::DetectionTime", StringValue("1ms"));
    Config::SetDefault("ns3::HeadOfQueueLifetime::HoqLife", UintegerValue(16));
    BuildStar("RoceFabric",
              "CongestionControl=ns3::SilentlyReceived Adapter=ns3::PcieAdapter "
              "Switch=ns3::FabricSwitch[DscpToPriority=26:3,*:0]");
    FabricInternetHelper().Install(m_network);
    RdmaNic::Connect(m_network.nics[0], m_network.nics[1], 3);
    Add("CollectiveWorkload", {{"Bytes", "1000"}});
    // Without PFC a watchdog is refused.
    Config::SetDefault("ns3::PfcWatchdog::DetectionTime", StringValue("0ms"));
    const FabricHelper infiniBand(Make<FabricProfile>(
        "InfiniBandFabric",
        {{"InputArbiter", "ns3::RoundRobinInputArbiter"}, {"LinkRetry", "ns3::GoBackNLinkRetry"}}));
    const auto other =
        infiniBand.Install(Topology("StarTopology", {{"Hosts", "8"}}), MakeServer("dgx-h100"));
    const FabricHelper ultraEthernet(
        Make<FabricProfile>("RoceFabric",
                            "Transport=ns3::UltraEthernetTransport Framing=ns3::UetFraming "
                            "CongestionControl=ns3::Nscc Stage=ns3::ScheduledBoxStage"));
    const auto third = ultraEthernet.Install(Topology("StarTopology", {{"Hosts", "2"}}));
    third.transports[0]->Open(*third.transports[1], 3, {});
    const std::string page = GetPage();
    const std::regex path("``(/(NodeList|ChannelList)[^`]*)``");
    std::set<std::string> paths;
    for (auto it = std::sregex_iterator(page.begin(), page.end(), path);
         it != std::sregex_iterator();
         ++it)
    {
        paths.insert((*it)[1]);
    }
    EXPECT_GE(paths.size(), 27u);
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

/** Length of one queue, from its traces alone. */
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
    BuildStar("RoceFabric", {});
    ConnectTwo();
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

// After Disconnect() the sink gets no more events.
TEST_F(ConfigPathsTest, DisconnectedSinksHearNothing)
{
    BuildStar("RoceFabric", {});
    ConnectTwo();
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
    BuildStar("RoceFabric",
              {{"Marker", "ns3::StepMarker[ThresholdBytes=20000|ReferenceRate=0bps]"}});
    ConnectTwo();
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

// In an all-to-all each of three ranks opens a connection to the two others: six connections, which
// are made when the job starts, with a queue pair at each end. DCTCP's window follows the marks.
TEST_F(ConfigPathsTest, NewQueuePairsAreToldOfAndTheirWindowsTraced)
{
    BuildStar(
        "RoceFabric",
        "CongestionControl=ns3::Dctcp Marker=ns3::StepMarker[ThresholdBytes=1|ReferenceRate=0bps] "
        "Nic=ns3::RdmaNic[AckInterval=8]"); // packets go out eight at a time, and queue
    Add("CollectiveWorkload", {{"Bytes", "3000000"}, {"Algorithm", "ns3::DirectAllToAll"}});
    Config::ConnectWithoutContext("/NodeList/*/$ns3::RdmaNic/QueuePair",
                                  MakeCallback(&OnQueuePair));
    EXPECT_EQ(CountMatches("/NodeList/*/$ns3::RdmaNic/QueuePairList/*"), 0u);
    Simulator::Run();
    EXPECT_EQ(CountMatches("/NodeList/*/$ns3::RdmaNic/QueuePairList/*"), 12u);
    EXPECT_EQ(g_windows.size(), 12u);
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
    BuildStar("RoceFabric", {{"Marker", "ns3::RedMarker"}});
    ConnectTwo();
    SendTwo(100'000);
    const std::string marker = "/NodeList/*/$ns3::FabricSwitch/Marker/$ns3::RedMarker/";
    Config::Set(marker + "KminBytes", UintegerValue(20'000));
    Config::Set(marker + "KmaxBytes", UintegerValue(20'000));
    Simulator::Run();
    EXPECT_GT(m_network.fabricSwitches[0]->GetMarks(), 0u);
}
