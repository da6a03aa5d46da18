// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/input-error.h"
#include "ns3/nccl-tuner.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/** Eight H100 in each server, 16 channels. */
NcclCommunicator
ServersOf(uint32_t count)
{
    NcclCommunicator communicator;
    communicator.ranks = 8 * count;
    communicator.servers = count;
    communicator.channels = 16;
    communicator.serverGBps = 20.6;
    communicator.networkGBps = 24;
    communicator.nvlinkSharp = true;
    return communicator;
}

/** Estimate of the tuner for one algorithm and protocol; time 0 if the tuner excludes it. */
NcclChoice
Find(const NcclTuner& tuner,
     const std::string& operation,
     uint64_t bytes,
     const NcclCommunicator& communicator,
     const std::string& algorithm,
     NcclProtocol protocol)
{
    for (const auto& choice : tuner.Rank(operation, bytes, communicator))
    {
        if (choice.algorithm == algorithm && choice.protocol == protocol)
        {
            return choice;
        }
    }
    return {};
}

std::string
ErrorOf(const char* attribute, const std::string& value)
{
    const auto tuner = CreateObject<NcclTuner>();
    tuner->SetAttribute(attribute, StringValue(value));
    try
    {
        tuner->Rank("all-reduce", 8, ServersOf(1));
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "";
}

TEST(NcclTuner, OneServer)
{
    const auto tuner = CreateObject<NcclTuner>();
    const auto find = [&](uint64_t bytes, const char* algorithm, NcclProtocol protocol) {
        return Find(*tuner, "all-reduce", bytes, ServersOf(1), algorithm, protocol);
    };
    // Ring: 14 hops. LL 6.6 + 14 * 0.6; Simple 8.4 + 14 * 3.4. Tree, LL: 6.8 + 2 * 7 * 0.6.
    EXPECT_NEAR(find(8, "ring", NcclProtocol::LL).latencyUs, 15, 1e-9);
    EXPECT_NEAR(find(8, "ring", NcclProtocol::SIMPLE).latencyUs, 56, 1e-9);
    EXPECT_NEAR(find(8, "tree", NcclProtocol::LL).latencyUs, 15.2, 1e-9);
    // Bus bandwidth 16 * 20.6 = 329.6 GB/s and 8/14 of it; LL at most 141 GB/s; LL128 0.92 of it.
    EXPECT_NEAR(find(8, "ring", NcclProtocol::SIMPLE).bandwidthGBps, 329.6 * 8 / 14, 1e-9);
    EXPECT_NEAR(find(8, "ring", NcclProtocol::LL).bandwidthGBps, 141.0 * 8 / 14, 1e-9);
    EXPECT_NEAR(find(8, "ring", NcclProtocol::LL128).bandwidthGBps, 303.232 * 8 / 14, 1e-9);
    // NVLS: two operations in flight, 15 of 16 channels, 0.85 of NVLink.
    EXPECT_NEAR(find(8, "nvls", NcclProtocol::SIMPLE).bandwidthGBps,
                2 * 15 * 20.6 * 0.85 * 8 / 14,
                1e-9);
    // 1 GiB over a ring: 56 us + 1073741824 B / 188.343 GB/s = 5,757 us.
    EXPECT_NEAR(find(1 << 30, "ring", NcclProtocol::SIMPLE).timeUs, 5757.0, 0.1);

    const auto smallest = tuner->Rank("all-reduce", 8, ServersOf(1)).front();
    EXPECT_EQ(smallest.algorithm, "ring");
    EXPECT_EQ(smallest.protocol, NcclProtocol::LL);
    const auto largest = tuner->Rank("all-reduce", 1 << 30, ServersOf(1)).front();
    EXPECT_EQ(largest.algorithm, "nvls");
    EXPECT_EQ(largest.protocol, NcclProtocol::SIMPLE);
    NcclCommunicator pair = ServersOf(1);
    pair.ranks = 2;
    EXPECT_EQ(tuner->Rank("all-reduce", 1 << 30, pair).front().algorithm, "ring");
}

TEST(NcclTuner, SeveralServers)
{
    const auto tuner = CreateObject<NcclTuner>();
    // 16 ranks on 2 servers, LL. Ring: 30 hops, 2 of them between servers; a hop within one costs
    // 1 us of posting to the network at least. Tree: 7 hops down a server and one across, twice.
    const auto ring = Find(*tuner, "all-reduce", 8, ServersOf(2), "ring", NcclProtocol::LL);
    EXPECT_NEAR(ring.latencyUs, 6.6 + 28 * 1 + 2 * 2.7, 1e-9);
    const auto tree = Find(*tuner, "all-reduce", 8, ServersOf(2), "tree", NcclProtocol::LL);
    EXPECT_NEAR(tree.latencyUs, 6.8 + 2 * (7 * 0.6 + 5), 1e-9);
    EXPECT_EQ(tuner->Rank("all-reduce", 8, ServersOf(2)).front().algorithm, "tree");
    // From 64 B per rank and channel on a ring with Simple takes 1.4 times the latency.
    const auto plateau =
        Find(*tuner, "all-reduce", 1 << 20, ServersOf(2), "ring", NcclProtocol::SIMPLE);
    EXPECT_NEAR(plateau.latencyUs, 1.4 * (8.4 + 28 * 3.4 + 2 * 14), 1e-9);
    // A tree of 1 MiB (2^14 times 64 B) has half of its bandwidth: 16 channels of 12 GB/s, less 8
    // %; with two servers, where each is the root of one tree only, of 20.6 GB/s.
    const auto findMedium = [&](uint32_t servers, const char* algorithm) {
        NcclCommunicator communicator = ServersOf(servers);
        communicator.networkGBps = 12;
        communicator.networkSharp = true;
        return Find(*tuner, "all-reduce", 1 << 20, communicator, algorithm, NcclProtocol::SIMPLE);
    };
    EXPECT_NEAR(findMedium(4, "tree").bandwidthGBps, 16 * 12 * 0.92 / 2 * 0.5, 1e-9);
    EXPECT_NEAR(findMedium(2, "tree").bandwidthGBps, 16 * 20.6 * 0.92 / 2 * 0.5, 1e-9);
    EXPECT_NEAR(findMedium(2, "ring").bandwidthGBps, 16 * 12.0 * 16 / 30, 1e-9);
    // NVLSTree: as a tree, but with no loss at medium sizes, and by ranks/hops; latency of NVLS and
    // of two hops up and down. NVLink allows 2 * 0.85 * 15 * 20.6 = 525.3 GB/s.
    EXPECT_NEAR(findMedium(2, "nvls-tree").bandwidthGBps, 16 * 2 * 12.0 * 16 / 30, 1e-9);
    EXPECT_NEAR(findMedium(4, "nvls-tree").bandwidthGBps, 16 * 12.0 * 32 / 62, 1e-9);
    EXPECT_NEAR(findMedium(4, "nvls-tree").latencyUs, 25 + 2 * 2 * 20.9, 1e-9);
    // CollNet: both ways over the network at once, 0.85 of it; its one step there takes 31 us.
    EXPECT_NEAR(findMedium(4, "collnet-direct").bandwidthGBps, 16 * 20.6 * 0.85 / 2, 1e-9);
    EXPECT_NEAR(findMedium(4, "collnet-direct").latencyUs, 2 * (3.7 + 7 * 0.4) + 31, 1e-9);
    // NVLS stays within a server, PAT wants one rank per server.
    EXPECT_EQ(Find(*tuner, "all-reduce", 8, ServersOf(2), "nvls", NcclProtocol::SIMPLE).timeUs, 0);
    EXPECT_EQ(Find(*tuner, "all-gather", 8, ServersOf(2), "pat", NcclProtocol::SIMPLE).timeUs, 0);
    NcclCommunicator single = ServersOf(16);
    single.ranks = 16;
    const auto pat = Find(*tuner, "all-gather", 8, single, "pat", NcclProtocol::SIMPLE);
    EXPECT_NEAR(pat.latencyUs, 8 + 4 * 14 / 3.5 + 16 * 2.8, 1e-9);
    // Without company in its server a ring's hop has the latency of a tree's.
    const auto alone = Find(*tuner, "all-gather", 8, single, "ring", NcclProtocol::LL);
    EXPECT_NEAR(alone.latencyUs, 6.6 + 15 * 5, 1e-9);
    // A chain of 8 ranks: 6.6 + 8 * 0.6.
    const auto chain = Find(*tuner, "broadcast", 8, ServersOf(1), "ring", NcclProtocol::LL);
    EXPECT_NEAR(chain.latencyUs, 11.4, 1e-9);
}

TEST(NcclTuner, WhatTheUserSays)
{
    const auto tuner = CreateObject<NcclTuner>();
    tuner->SetAttribute("Algorithms", StringValue("ring"));
    tuner->SetAttribute("Protocols", StringValue("Simple, LL128"));
    tuner->SetAttribute("RingNvlinkLatency", StringValue("1 2 3"));
    const auto choices = tuner->Rank("all-reduce", 8, ServersOf(1));
    ASSERT_EQ(choices.size(), 2u);
    EXPECT_EQ(choices[0].protocol, NcclProtocol::LL128); // 14 + 14 * 2 = 42
    EXPECT_NEAR(choices[0].latencyUs, 42, 1e-9);
    EXPECT_NEAR(choices[1].latencyUs, 8.4 + 14 * 3, 1e-9);
    NcclCommunicator blackwell = ServersOf(1);
    blackwell.computeCapability = 100;
    EXPECT_NEAR(tuner->Rank("all-reduce", 8, blackwell)[0].bandwidthGBps,
                303.232 * 8 / 14,
                1e-9); // 0.92 * 20.6 GB/s, less than Blackwell's 40 GB/s

    EXPECT_EQ(ErrorOf("Algorithms", "ring,star"),
              "ns3::NcclTuner: Algorithms: has no \"star\"; expected some of ring, tree, nvls, "
              "nvls-tree, collnet-direct, pat");
    EXPECT_EQ(ErrorOf("Algorithms", "pat"),
              "ns3::NcclTuner: no algorithm for all-reduce with Algorithms pat and Protocols "
              "LL,LL128,Simple");
    EXPECT_EQ(ErrorOf("TreeBaseLatency", "1 2"),
              "ns3::NcclTuner: TreeBaseLatency: is \"1 2\"; expected three times in us such as "
              "\"2.7 4 14\"");
    EXPECT_THROW(tuner->Rank("scan", 8, ServersOf(1)), InputError);
    NcclCommunicator uneven = ServersOf(2);
    uneven.ranks = 15;
    EXPECT_THROW(tuner->Rank("all-reduce", 8, uneven), InputError);
}

} // namespace
