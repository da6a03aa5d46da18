// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "port-pair.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/no-flow-control.h"
#include "ns3/pcap-file.h"
#include "ns3/port-capture.h"
#include "ns3/priority-flow-control.h"
#include "ns3/rdma-header.h"
#include "ns3/roce-v2-codec.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** One frame of a capture file. */
struct Record
{
    int64_t ns;
    uint32_t bytes;
    uint8_t sender; //!< last byte of the source MAC address
};

std::vector<Record>
ReadRecords(const std::string& path)
{
    PcapFile file;
    file.Open(path, std::ios::in | std::ios::binary);
    EXPECT_EQ(file.GetDataLinkType(), 1u); // Ethernet
    std::vector<Record> records;
    for (;;)
    {
        uint8_t data[200];
        uint32_t seconds = 0;
        uint32_t fraction = 0;
        uint32_t included = 0;
        uint32_t original = 0;
        uint32_t read = 0;
        file.Read(data, sizeof(data), seconds, fraction, included, original, read);
        if (file.Fail() || file.Eof())
        {
            return records;
        }
        records.push_back({seconds * int64_t{1'000'000'000} + fraction, original, data[11]});
    }
}

/** @return a SEND ONLY of 1000 B: 14 + 20 + 8 + 12 + 1000 + 4 + 4 = 1062 B, 1082 B on the wire */
FabricPacketPtr
MakeSend()
{
    FabricPacketPtr packet = MakeDataPacket(NowPs(), 1082);
    packet->frameBytes = 1062;
    packet->payloadBytes = 1000;
    packet->As<RdmaHeader>().opcode = RdmaOpcode::SEND_ONLY;
    return packet;
}

class PortCaptureTest : public FabricTest
{
  protected:
    /** A wire of 100 Gb/s and 1 us between ports that store and forward after 400 ns. */
    template <typename FlowControl>
    void Connect(PortPair<FlowControl>& link)
    {
        link.Connect(100'000'000'000, 1'000'000);
        const Ptr<const FabricPacketCodec> codec = Create<const RoceV2Codec>(false);
        for (uint32_t side : {0U, 1U})
        {
            link.ports[side]->SetPipeline(400'000, false);
            link.ports[side]->SetCodec(codec);
            link.ports[side]->SetAddress(
                Mac48Address(side == 0 ? "00:00:00:00:00:0a" : "00:00:00:00:00:0b"));
            PortCapture::Start(link.ports[side], m_files[side].GetPath());
        }
        link.Start();
    }

    const TemporaryFile m_files[2] = {TemporaryFile(""), TemporaryFile("")};
};

TEST_F(PortCaptureTest, TimesAreThoseOfTheWireAndInOrder)
{
    PortPair<NoFlowControl> link;
    Connect(link);
    // 1082 B take 86.56 ns: the last bit arrives at 1086.56 ns and is handed over at 1486.56 ns.
    // The packet that leaves at 1200 ns is traced before that one, and stands behind it.
    AtPs(0, [&link] { link.ports[0]->Enqueue(MakeSend()); });
    AtPs(1'200'000, [&link] { link.ports[1]->Enqueue(MakeSend()); });
    Simulator::Run();
    Simulator::Destroy();
    const auto first = ReadRecords(m_files[0].GetPath());
    const auto second = ReadRecords(m_files[1].GetPath());
    ASSERT_EQ(first.size(), 2u);
    EXPECT_EQ(first[0].ns, 0);
    EXPECT_EQ(first[0].bytes, 1062u);
    EXPECT_EQ(first[0].sender, 0x0a);
    EXPECT_EQ(first[1].ns, 2286); // 1200 + 86.56 + 1000
    EXPECT_EQ(first[1].sender, 0x0b);
    ASSERT_EQ(second.size(), 2u);
    EXPECT_EQ(second[0].ns, 1086);
    EXPECT_EQ(second[0].sender, 0x0a);
    EXPECT_EQ(second[1].ns, 1200);
    EXPECT_EQ(second[1].sender, 0x0b);
}

TEST_F(PortCaptureTest, PauseFramesAreSeenBeforeThePipeline)
{
    PortPair<PriorityFlowControl> link;
    Connect(link);
    AtPs(0, [&link] {
        link.flow[0]->NotifyReceived(3, 1000, BufferSignal::STOP, 0);
        link.flow[0]->NotifyFreed(3, 1000, BufferSignal::RESUME, 0);
    });
    Simulator::Run();
    Simulator::Destroy();
    // 84 B take 6.72 ns; the two frames follow each other.
    const auto records = ReadRecords(m_files[1].GetPath());
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].ns, 1006);
    EXPECT_EQ(records[1].ns, 1013);
    EXPECT_EQ(records[0].bytes, 64u);
    EXPECT_EQ(records[0].sender, 0x0a);
}

TEST_F(PortCaptureTest, WhatCannotBeCapturedIsSaid)
{
    PortPair<NoFlowControl> link;
    link.Connect(100'000'000'000, 1'000'000);
    EXPECT_EQ(MessageOf<InputError>([&] { PortCapture::Start(link.ports[0], "x.pcap"); }),
              "x.pcap: packets of this fabric cannot be captured; its framing has no codec");
    link.ports[0]->SetCodec(Create<const RoceV2Codec>(false));
    EXPECT_EQ(MessageOf<InputError>([&] { PortCapture::Start(link.ports[0], "/nowhere/x.pcap"); }),
              "/nowhere/x.pcap: cannot be written");
}

/** FabricHelper in ns-3's manner. */
class EnablePcapTest : public NetworkTest
{
};

TEST_F(EnablePcapTest, EveryDeviceGetsAFile)
{
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
    const TemporaryFile prefix("");
    FabricHelper helper(CreateObject<RoceFabric>());
    helper.EnablePcap(prefix.GetPath(), m_network.devices);
    Add("PermutationWorkload", {{"Bytes", "10000"}});
    Simulator::Run();
    Simulator::Destroy();
    // Nodes 0 and 1 are hosts with one device, node 2 the switch with two.
    for (const std::string port : {"0-0", "1-0", "2-0", "2-1"})
    {
        const auto path = prefix.GetPath() + "-" + port + ".pcap";
        // 10000 B are three packets; the other host sends as many, and one acknowledgement each.
        EXPECT_EQ(ReadRecords(path).size(), 2 * (3 + 1u)) << path;
        std::remove(path.c_str());
    }
}

} // namespace
