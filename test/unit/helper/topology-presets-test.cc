// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Presets of topologies have the published numbers of everything.

#include "ns3/gpu-server.h"
#include "ns3/object-builder.h"
#include "ns3/preset-file.h"
#include "ns3/topology-generator.h"
#include "ns3/topology-summary.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** What is published of a cluster; of one plane where there are several. */
struct Published
{
    std::string preset;                       //!< its name
    uint64_t hosts;                           //!< GPUs
    std::map<std::string, uint64_t> switches; //!< by kind
    uint64_t uplinks;                         //!< links between leaves and spines
};

const std::vector<Published> CLUSTERS = {
    // The Llama 3 Herd of Models 3.3.1: 192 racks of 16 in each of 8 pods, full bisection in a pod.
    {"llama-3", 24'576, {{"leaf", 1'536}, {"spine", 128}, {"core", 16}}, 24'576},
    {"meta-roce-zones", 8'192, {{"leaf", 512}, {"spine", 36}, {"core", 18}}, 512 * 18},
    // ISCA'25 table 3, MPFT: 768 switches, 16,384 links between them.
    {"deep-seek-multi-plane", 16'384, {{"leaf", 512}, {"spine", 256}}, 16'384},
    // SuperPOD H100: leaves, spines, leaf-spine cables. Cables of nodes are 252 to 1,020, of which
    // the fabric managers have 4.
    {"dgx-superpod-h100-1", 252 - 4, {{"leaf", 8}, {"spine", 4}}, 256},
    {"dgx-superpod-h100-2", 508 - 4, {{"leaf", 16}, {"spine", 8}}, 512},
    {"dgx-superpod-h100-3", 764 - 4, {{"leaf", 24}, {"spine", 16}}, 768},
    {"dgx-superpod-h100-4", 1'020 - 4, {{"leaf", 32}, {"spine", 16}}, 1'024},
    {"dgx-superpod-b200-8", 256 * 8, {{"leaf", 64}, {"spine", 32}}, 2'048},
    {"dgx-superpod-b200-16", 512 * 8, {{"leaf", 128}, {"spine", 128}, {"core", 64}}, 4'096},
    {"dgx-superpod-b200-32", 1'024 * 8, {{"leaf", 256}, {"spine", 256}, {"core", 128}}, 8'192},
    {"dgx-superpod-b200-64", 2'048 * 8, {{"leaf", 512}, {"spine", 512}, {"core", 256}}, 16'384},
    // B300 Spectrum-X: 16 leaves and 8 spines for each unit, half of them in a plane.
    {"dgx-superpod-b300-spectrum-1", 512, {{"leaf", 16 / 2}, {"spine", 8 / 2}}, 512},
    {"dgx-superpod-b300-spectrum-2", 1'024, {{"leaf", 32 / 2}, {"spine", 16 / 2}}, 1'024},
    {"dgx-superpod-b300-spectrum-4", 2'048, {{"leaf", 64 / 2}, {"spine", 32 / 2}}, 2'048},
    {"dgx-superpod-b300-spectrum-8", 4'096, {{"leaf", 128 / 2}, {"spine", 64 / 2}}, 4'096},
    {"dgx-superpod-b300-spectrum-16", 8'192, {{"leaf", 256 / 2}, {"spine", 128 / 2}}, 8'192},
    {"dgx-superpod-b300-xdr-1", 576, {{"leaf", 8}, {"spine", 4}}, 576},
    {"dgx-superpod-b300-xdr-2", 1'152, {{"leaf", 16}, {"spine", 8}}, 1'152},
    {"dgx-superpod-b300-xdr-4", 2'304, {{"leaf", 32}, {"spine", 18}}, 2'304},
    {"dgx-superpod-b300-xdr-8", 4'608, {{"leaf", 64}, {"spine", 36}}, 4'608},
    {"dgx-superpod-b300-xdr-18", 10'368, {{"leaf", 144}, {"spine", 72}}, 10'368},
    // HPN: 15 segments of 16 ToRs and 120 aggregation switches of a pod, half of them in a plane.
    {"hpn-7", 15'360, {{"leaf", 15 * 16 / 2}, {"spine", 120 / 2}}, 120 * 60},
    {"rail-only", 1'024, {{"leaf", 32}, {"spine", 16}}, 1'024},
    {"tpu-v4", 4'096, {{"chip", 4'096}}, 3 * 4'096},
    {"trainium2-ultra-server", 64, {{"switch", 64}}, 3 * 64},
    {"trainium2-efa", 4'096, {{"leaf", 64}, {"spine", 64}, {"core", 128}}, 64 * 16}};

FabricTopology
Generate(const std::string& preset)
{
    return BuildObject<TopologyGenerator>(preset, "Topology")->Generate();
}

} // namespace

TEST(TopologyPresets, CountsAreThePublishedOnes)
{
    for (const auto& published : CLUSTERS)
    {
        SCOPED_TRACE(published.preset);
        const auto topology = Generate(published.preset);
        std::map<std::string, uint64_t> switches;
        uint64_t uplinks = 0;
        for (uint32_t node = 0; node < topology.nodes.size(); ++node)
        {
            if (!topology.IsHost(node))
            {
                ++switches[GetNodeKind(topology.nodes[node].name)];
            }
        }
        for (const auto& link : topology.links)
        {
            const auto lower = GetNodeKind(topology.nodes[std::min(link.a, link.b)].name);
            uplinks += lower == published.switches.begin()->first || lower == "leaf" ? 1 : 0;
        }
        EXPECT_EQ(topology.GetHostCount(), published.hosts);
        EXPECT_EQ(switches, published.switches);
        EXPECT_EQ(uplinks, published.uplinks);
    }
}

TEST(TopologyPresets, EachIsTested)
{
    std::set<std::string> tested;
    for (const auto& published : CLUSTERS)
    {
        tested.insert(published.preset);
    }
    const auto names = GetPresetNames("topology");
    EXPECT_EQ(tested, std::set<std::string>(names.begin(), names.end()));
}

TEST(TopologyPresets, PortsAreThoseOfTheSwitches)
{
    const auto ports = [](const std::string& preset) {
        std::vector<uint64_t> most;
        for (const auto& nodes : TopologySummary(Generate(preset)).nodes)
        {
            most.push_back(nodes.maxPorts);
        }
        return most;
    };
    using Ports = std::vector<uint64_t>;
    EXPECT_EQ(ports("dgx-superpod-h100-1"), (Ports{1, 31 + 32, 64}));
    EXPECT_EQ(ports("dgx-superpod-h100-4"), (Ports{1, 64, 64}));
    EXPECT_EQ(ports("dgx-superpod-b200-16"), (Ports{1, 64, 64, 64}));
    EXPECT_EQ(ports("dgx-superpod-b300-spectrum-1"), (Ports{1, 128, 128}));
    EXPECT_EQ(ports("dgx-superpod-b300-xdr-1"), (Ports{1, 144, 144}));
    EXPECT_EQ(ports("hpn-7"), (Ports{1, 128 + 60, 120}));
}

TEST(TopologyPresets, Llama3IsOversubscribedOnlyBetweenPods)
{
    const auto topology = Generate("llama-3");
    const TopologySummary summary(topology);
    // Half of the pods against the other half: a seventh of what their GPUs send.
    EXPECT_NEAR(summary.bisectionbps / summary.halfbps, 1.0 / 7, 1e-6);
    // Half of a pod against the rest of the network: all of it.
    std::vector<bool> half(topology.GetHostCount());
    std::fill(half.begin(), half.begin() + 1'536, true);
    EXPECT_DOUBLE_EQ(MeasureCut(topology, half), 1'536 * 400e9);
    EXPECT_EQ(summary.diameter, 6u);
    // 28 links to the one core switch above each of 16 spines, as many down.
    EXPECT_DOUBLE_EQ(summary.maxPaths, 16.0 * 28 * 28);
    EXPECT_DOUBLE_EQ(summary.minPaths, 16);
}

TEST(TopologyPresets, HpnLeafIsNearlyNonBlocking)
{
    // 128 x 200 down, 60 x 400 up: 1.067:1.
    const auto topology = Generate("hpn-7");
    double down = 0;
    double up = 0;
    const uint32_t leaf = topology.GetHostCount();
    for (const auto& link : topology.links)
    {
        down += link.b == leaf ? static_cast<double>(link.ratebps) : 0;
        up += link.a == leaf ? static_cast<double>(link.ratebps) : 0;
    }
    EXPECT_NEAR(down / up, 1.067, 0.0005);
}

TEST(TopologyPresets, MissingServersAreThere)
{
    const auto server = [](const std::string& name) {
        return BuildObject<GpuServer>(name, "Server");
    };
    EXPECT_EQ(server("hgx-b300")->GetGpus(), 8u);
    EXPECT_EQ(server("gb300-nvl72")->GetGpus(), 72u);
    // 18 links of 40.1 GB/s, as for B200.
    EXPECT_EQ(server("gb300-nvl72")->GetNvlinkRatebps(), 18 * 320'800'000'000u);
    EXPECT_EQ(server("hgx-b300")->GetNicRatebps(800'000'000'000), 800'000'000'000u);
    EXPECT_EQ(server("dgx-b200")->GetNicRatebps(800'000'000'000), 460'900'000'000u);
    // Seven links of 48 GB/s.
    EXPECT_EQ(server("mi300x")->GetNvlinkRatebps(), 7 * 48 * 8'000'000'000u);
    EXPECT_FALSE(server("mi300x")->HasNvls());
    for (const std::string name : {"tpu-v4", "tpu-v5p"})
    {
        EXPECT_EQ(server(name)->GetGpus(), 4u);
        EXPECT_FALSE(server(name)->HasNvlink());
    }
    EXPECT_EQ(server("trn2")->GetGpus(), 16u);
    EXPECT_NEAR(static_cast<double>(server("trn2")->GetNvlinkRatebps()), 1'024 * 8e9, 1e9);
}
