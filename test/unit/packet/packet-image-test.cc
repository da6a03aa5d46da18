// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/foreign-frame.h"
#include "ns3/ipv4-header.h"
#include "ns3/packet-image.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

using namespace ns3;

TEST(PacketImage, APacketOfNs3sOwnProtocolsKeepsItsBytesAndAddresses)
{
    auto frame = std::make_unique<ForeignFrame>();
    const std::string payload = "four score and seven";
    frame->packet = Create<Packet>(reinterpret_cast<const uint8_t*>(payload.data()),
                                   static_cast<uint32_t>(payload.size()));
    frame->packet->AddAtEnd(Create<Packet>(3000)); // zeros that are only counted
    Ipv4Header header;
    header.SetDestination(Ipv4Address("10.0.0.7"));
    frame->packet->AddHeader(header);
    frame->source = HostMac(3);
    frame->dest = HostMac(260);
    frame->protocol = 0x0800;
    const uint32_t bytes = frame->packet->GetSize();
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = PacketKind::FOREIGN;
    packet->readyPs = 1'234'567;
    packet->extras = std::move(frame);

    std::string image;
    SavePacket(image, *packet);
    EXPECT_LT(image.size(), 500U) << "zeros travel as a number";
    const char* from = image.data();
    const FabricPacketPtr copy = LoadPacket(from);
    EXPECT_EQ(from, image.data() + image.size());
    EXPECT_EQ(copy->readyPs, 1'234'567);
    const auto& there = dynamic_cast<const ForeignFrame&>(*copy->extras);
    EXPECT_EQ(there.source, HostMac(3));
    EXPECT_EQ(there.dest, HostMac(260));
    EXPECT_EQ(there.protocol, 0x0800);
    EXPECT_EQ(there.packet->GetSize(), bytes);
    Ipv4Header read;
    there.packet->RemoveHeader(read);
    EXPECT_EQ(read.GetDestination(), Ipv4Address("10.0.0.7"));
    std::string begin(payload.size(), ' ');
    there.packet->CopyData(reinterpret_cast<uint8_t*>(begin.data()),
                           static_cast<uint32_t>(begin.size()));
    EXPECT_EQ(begin, payload);
}
