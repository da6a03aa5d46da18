// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/fabric-packet.h"
#include "ns3/packet-fifo.h"
#include "ns3/rdma-header.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

FabricPacketPtr
MakePacket(uint32_t frameBytes, uint32_t psn)
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->frameBytes = frameBytes;
    packet->As<RdmaHeader>().psn = psn;
    return packet;
}

/** Counts its own end. */
struct CountedExtras : PacketExtras
{
    explicit CountedExtras(int& ends)
        : m_ends(ends)
    {
    }

    ~CountedExtras() override
    {
        ++m_ends;
    }

    int& m_ends;
};

} // namespace

TEST(FabricPacket, FitsTwoCacheLines)
{
    EXPECT_LE(sizeof(FabricPacket), 128u);
}

TEST(FabricPacket, ARecycledPacketComesBackWithDefaults)
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    const FabricPacket* address = packet.get();
    packet->ecn = EcnCodepoint::CE;
    packet->kind = PacketKind::PAUSE;
    packet->pause = {};
    packet->pause.quanta[7] = 65535;
    packet->readyPs = 5;
    packet->wireBytes = 84;
    packet.reset();
    packet = FabricPacketPool::Make(); // last in, first out
    EXPECT_EQ(packet.get(), address);
    EXPECT_EQ(packet->ecn, EcnCodepoint::NOT_ECT);
    EXPECT_EQ(packet->kind, PacketKind::TRANSPORT);
    EXPECT_EQ(packet->As<RdmaHeader>().psn, 0u);
    EXPECT_EQ(packet->destEndpoint, 0u);
    EXPECT_EQ(packet->readyPs, 0);
    EXPECT_EQ(packet->wireBytes, 0u);
    EXPECT_EQ(packet->extras, nullptr);
}

TEST(FabricPacket, ThePoolCountsWhatLives)
{
    const uint64_t before = FabricPacketPool::GetLiveCount();
    {
        std::vector<FabricPacketPtr> held;
        std::set<const FabricPacket*> different;
        for (uint32_t i = 0; i < 10'000; ++i)
        {
            held.push_back(FabricPacketPool::Make());
            different.insert(held.back().get());
        }
        EXPECT_EQ(FabricPacketPool::GetLiveCount(), before + 10'000);
        EXPECT_EQ(different.size(), 10'000u);
        held.resize(2'500);
        EXPECT_EQ(FabricPacketPool::GetLiveCount(), before + 2'500);
    }
    EXPECT_EQ(FabricPacketPool::GetLiveCount(), before);
}

TEST(FabricPacket, ExtrasEndWithTheirPacket)
{
    int ends = 0;
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->extras = std::make_unique<CountedExtras>(ends);
    EXPECT_EQ(ends, 0);
    packet.reset();
    EXPECT_EQ(ends, 1);
}

TEST(PacketFifo, FirstInFirstOutAndBytesAddUp)
{
    const uint64_t before = FabricPacketPool::GetLiveCount();
    PacketFifo fifo;
    EXPECT_TRUE(fifo.IsEmpty());
    EXPECT_EQ(fifo.GetBytes(), 0u);
    fifo.Push(MakePacket(100, 1));
    fifo.Push(MakePacket(30, 2));
    EXPECT_EQ(fifo.Front().As<RdmaHeader>().psn, 1u);
    EXPECT_EQ(fifo.GetBytes(), 130u);
    EXPECT_EQ(fifo.GetPackets(), 2u);
    EXPECT_EQ(fifo.Pop()->As<RdmaHeader>().psn, 1u);
    fifo.Push(MakePacket(5, 3));
    EXPECT_EQ(fifo.GetBytes(), 35u);
    EXPECT_EQ(fifo.Pop()->As<RdmaHeader>().psn, 2u);
    EXPECT_EQ(fifo.Pop()->As<RdmaHeader>().psn, 3u);
    EXPECT_TRUE(fifo.IsEmpty());
    EXPECT_EQ(fifo.GetBytes(), 0u);
    EXPECT_EQ(fifo.GetPackets(), 0u);
    fifo.Push(MakePacket(7, 4)); // also after it ran empty
    EXPECT_EQ(fifo.Front().As<RdmaHeader>().psn, 4u);
    fifo.Clear();
    EXPECT_EQ(FabricPacketPool::GetLiveCount(), before);
}

TEST(PacketFifo, ShowsWhatItHoldsInOrder)
{
    PacketFifo fifo;
    std::string psns;
    const auto note = [&psns](const FabricPacket& packet) {
        psns += std::to_string(packet.As<RdmaHeader>().psn) + " ";
    };
    fifo.ForEach(note);
    EXPECT_EQ(psns, "") << "empty";
    for (uint32_t psn = 1; psn <= 4; ++psn)
    {
        fifo.Push(MakePacket(10, psn));
    }
    fifo.Pop();
    fifo.ForEach(note);
    EXPECT_EQ(psns, "2 3 4 ");
    EXPECT_EQ(fifo.GetPackets(), 3u);
}

TEST(PacketFifo, MovesAndRecyclesWhatItHolds)
{
    const uint64_t before = FabricPacketPool::GetLiveCount();
    {
        PacketFifo first;
        first.Push(MakePacket(10, 1));
        first.Push(MakePacket(20, 2));
        PacketFifo second(std::move(first));
        EXPECT_TRUE(first.IsEmpty());
        EXPECT_EQ(first.GetBytes(), 0u);
        EXPECT_EQ(second.GetBytes(), 30u);
        EXPECT_EQ(second.GetPackets(), 2u);
        second.Push(MakePacket(3, 3));
        EXPECT_EQ(second.GetBytes(), 33u);
        EXPECT_EQ(FabricPacketPool::GetLiveCount(), before + 3);
    }
    EXPECT_EQ(FabricPacketPool::GetLiveCount(), before);
}
