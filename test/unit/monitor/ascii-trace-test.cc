// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/output-stream-wrapper.h"

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Hosts 0 and 1 on a switch without latency, links of 100 Gb/s and 1 us; host 0 writes to host 1.
 */
class AsciiTraceTest : public NetworkTest
{
  protected:
    void SetUp() override
    {
        NetworkTest::SetUp();
        Build("RoceFabric",
              {{"Switch", "ns3::FabricSwitch[Latency=0ns]"}},
              Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}, {"Delay", "1us"}}));
    }

    void Write(uint32_t source, uint64_t bytes)
    {
        RdmaNic::Connect(m_network.nics[source], m_network.nics[1], 3).first->PostWrite(bytes, 0);
    }

    static std::vector<std::string> Split(std::istream& text)
    {
        std::vector<std::string> lines;
        for (std::string line; std::getline(text, line);)
        {
            lines.push_back(line);
        }
        return lines;
    }

    FabricHelper m_helper{CreateObject<RoceFabric>()};
};

} // namespace

TEST_F(AsciiTraceTest, AMessageComesAndItsAnswerLeaves)
{
    const TemporaryFile file("");
    m_helper.EnableAscii(file.GetPath(), m_network.hosts.Get(1)->GetDevice(0), true);
    Write(0, 1000);
    Simulator::Run();
    Simulator::Destroy();
    // 80 ps per byte. The write has 24 B of preamble, gap and FCS, 14 + 20 + 8 B to UDP, 12 of BTH,
    // 16 of RETH, 1000 and 4 of ICRC: 1098 B on the wire, twice, and 2 us are 2.17568 us. The
    // answer has an AETH of 4 B in place of RETH and payload: 66 B with FCS. It finds the port
    // idle, so it joins and leaves at once.
    const std::string ack = "transport host 1 > host 0 endpoint 2 opcode 0x11 psn 0 lane 3 "
                            "bytes 66 payload 0";
    std::ifstream text(file.GetPath());
    EXPECT_EQ(Split(text),
              (std::vector<std::string>{
                  "r 0.000002175680 transport host 0 > host 1 endpoint 2 opcode 0x0a psn 0 lane 3 "
                  "bytes 1078 payload 1000 ECT",
                  "+ 0.000002175680 " + ack,
                  "- 0.000002175680 " + ack}));
}

TEST_F(AsciiTraceTest, PortsOfAStreamShareItInTheOrderOfTime)
{
    std::ostringstream text;
    const auto stream = Create<OutputStreamWrapper>(&text);
    m_helper.EnableAscii(stream, m_network.devices);
    Write(0, 9000);
    Write(2, 9000);
    Simulator::Run();
    Simulator::Destroy();
    std::istringstream lines(text.str());
    std::map<std::string, std::map<char, int>> counts; // by port and event
    std::string last;
    for (const auto& line : Split(lines))
    {
        std::istringstream words(line);
        char event;
        std::string time;
        std::string path;
        words >> event >> time >> path;
        EXPECT_LE(last, time); // of equal width
        last = time;
        ++counts[path.substr(0, path.find('$'))][event];
    }
    // Each message is three packets and an acknowledgement, over two links.
    EXPECT_EQ(counts.size(), 6u);
    for (auto& [port, events] : counts)
    {
        const bool ofTarget =
            port == "/NodeList/1/DeviceList/0/" || port == "/NodeList/3/DeviceList/1/";
        EXPECT_EQ(events['+'], events['-']) << port;
        EXPECT_EQ(events['-'] + events['r'], ofTarget ? 8 : 4) << port;
        EXPECT_EQ(events['d'], 0) << port;
    }
}

TEST_F(AsciiTraceTest, DroppedPacketsAreAtThePortByWhichTheyCame)
{
    Restart();
    Build("RoceFabric",
          {{"FlowControl", "ns3::NoFlowControl"},
           {"Buffer", "ns3::SharedBuffer[SizeBytes=20000]"},
           {"CongestionControl", "ns3::NoCongestionControl"},
           {"Marker", "ns3::NoMarker"}},
          Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}, {"Delay", "1us"}}));
    std::ostringstream text;
    m_helper.EnableAscii(Create<OutputStreamWrapper>(&text), m_network.devices);
    Write(0, 100'000);
    Write(2, 100'000);
    Simulator::Run();
    const uint64_t drops = Statistics().drops;
    Simulator::Destroy();
    std::istringstream lines(text.str());
    uint64_t listed = 0;
    for (const auto& line : Split(lines))
    {
        if (line[0] == 'd')
        {
            ++listed;
            EXPECT_NE(line.find("/NodeList/3/$ns3::FabricSwitch/Drop transport host "),
                      std::string::npos)
                << line;
        }
    }
    EXPECT_GT(drops, 0u);
    EXPECT_EQ(listed, drops);
}

TEST_F(AsciiTraceTest, AFileThatCannotBeWrittenIsRefused)
{
    EXPECT_EQ(MessageOf<InputError>(
                  [&] { m_helper.EnableAscii("/no/folder", m_network.devices.Get(0), true); }),
              "/no/folder: cannot be written");
}

TEST_F(AsciiTraceTest, AQueueIsPrinted)
{
    std::ostringstream text;
    const auto stream = Create<OutputStreamWrapper>(&text);
    const auto port = m_network.switches.Get(0)->GetDevice(1);
    // Packets of 4096 B are 4158 B long, with RETH 4174, and 20 B more on the wire. The two first
    // ones are at the switch at 1.33552 us: one leaves for 334.24 ns or 335.52, one waits.
    FabricHelper::PrintQueueAt(NanoSeconds(1500), port, stream);
    FabricHelper::PrintQueueEvery(MicroSeconds(10), port, stream);
    Write(0, 4096);
    Write(2, 4096);
    Simulator::Stop(MicroSeconds(25));
    Simulator::Run();
    EXPECT_EQ(text.str(),
              "0.000001500000 /NodeList/3/DeviceList/1 bytes 4174 packets 1 lane 3: 4174\n"
              "0.000010000000 /NodeList/3/DeviceList/1 bytes 0 packets 0\n"
              "0.000020000000 /NodeList/3/DeviceList/1 bytes 0 packets 0\n");
    EXPECT_EQ(MessageOf<InputError>([&] { FabricHelper::PrintQueueAt(Time(0), nullptr, stream); }),
              "FabricHelper PrintQueue: the device is null; expected a ns3::FabricNetDevice");
    EXPECT_EQ(MessageOf<InputError>([&] { FabricHelper::PrintQueueEvery(Time(0), port, stream); }),
              "FabricHelper PrintQueueEvery: the interval is 0; expected more");
}
