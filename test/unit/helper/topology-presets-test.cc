// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Presets of topologies have the published numbers, and mark assumed values.

#include "ns3/clos-topology.h"
#include "ns3/gpu-server.h"
#include "ns3/object-builder.h"
#include "ns3/preset-file.h"
#include "ns3/scenario-preset.h"
#include "ns3/string.h"
#include "ns3/topology-generator.h"
#include "ns3/topology-summary.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Links between two kinds of nodes, by what they join and their rate in Gbit/s. */
using Links = std::map<std::pair<std::string, long long>, uint64_t>;

/** Numbers of a preset, of all planes. */
struct Counts
{
    std::string preset;                    //!< its name
    uint32_t planes;                       //!< that each host has a port in
    std::map<std::string, uint64_t> nodes; //!< by kind
    Links links;                           //!< all of these kinds
    std::set<std::string> assumed{};       //!< keys of the preset that these numbers rest on
};

/** Published numbers, or numbers that follow from them by the ports of all switches. */
const std::vector<Counts> PUBLISHED = {
    // The Llama 3 Herd of Models 3.3.1: 192 racks of 16 in each of 8 pods, full bisection in a pod.
    {"llama-3",
     1,
     {{"host", 24'576}, {"leaf", 1'536}},
     {{{"host-leaf", 400}, 24'576}, {{"leaf-spine", 400}, 24'576}}},
    // ISCA'25 table 3, MPFT: 768 switches, 16,384 links between them.
    {"deep-seek-multi-plane",
     1,
     {{"host", 16'384}, {"leaf", 512}, {"spine", 256}},
     {{{"host-leaf", 400}, 16'384}, {{"leaf-spine", 400}, 16'384}}},
    // SuperPOD H100: leaves, spines, leaf-spine cables. Cables of nodes are 252 to 1,020, of which
    // the fabric managers have 4.
    {"dgx-superpod-h100-1",
     1,
     {{"host", 252 - 4}, {"leaf", 8}, {"spine", 4}},
     {{{"host-leaf", 400}, 252 - 4}, {{"leaf-spine", 400}, 256}}},
    {"dgx-superpod-h100-2",
     1,
     {{"host", 508 - 4}, {"leaf", 16}, {"spine", 8}},
     {{{"host-leaf", 400}, 508 - 4}, {{"leaf-spine", 400}, 512}}},
    {"dgx-superpod-h100-3",
     1,
     {{"host", 764 - 4}, {"leaf", 24}, {"spine", 16}},
     {{{"host-leaf", 400}, 764 - 4}, {{"leaf-spine", 400}, 768}}},
    {"dgx-superpod-h100-4",
     1,
     {{"host", 1'020 - 4}, {"leaf", 32}, {"spine", 16}},
     {{{"host-leaf", 400}, 1'020 - 4}, {{"leaf-spine", 400}, 1'024}}},
    // SuperPOD B200: as many cables in each layer as GPUs, 64 to a core switch.
    {"dgx-superpod-b200-8",
     1,
     {{"host", 256 * 8}, {"leaf", 64}, {"spine", 32}},
     {{{"host-leaf", 400}, 2'048}, {{"leaf-spine", 400}, 2'048}}},
    {"dgx-superpod-b200-16",
     1,
     {{"host", 512 * 8}, {"leaf", 128}, {"spine", 128}, {"core", 64}},
     {{{"host-leaf", 400}, 4'096}, {{"leaf-spine", 400}, 4'096}, {{"spine-core", 400}, 64 * 64}}},
    {"dgx-superpod-b200-32",
     1,
     {{"host", 1'024 * 8}, {"leaf", 256}, {"spine", 256}, {"core", 128}},
     {{{"host-leaf", 400}, 8'192}, {{"leaf-spine", 400}, 8'192}, {{"spine-core", 400}, 128 * 64}}},
    {"dgx-superpod-b200-64",
     1,
     {{"host", 2'048 * 8}, {"leaf", 512}, {"spine", 512}, {"core", 256}},
     {{{"host-leaf", 400}, 16'384},
      {{"leaf-spine", 400}, 16'384},
      {{"spine-core", 400}, 256 * 64}}},
    // B300 Spectrum-X: 16 leaves and 8 spines for each unit, half of them in a plane, and a port of
    // 400 Gb/s of each GPU in both.
    {"dgx-superpod-b300-spectrum-1",
     2,
     {{"host", 512}, {"leaf", 16}, {"spine", 8}},
     {{{"host-leaf", 400}, 2 * 512}}},
    {"dgx-superpod-b300-spectrum-2",
     2,
     {{"host", 1'024}, {"leaf", 32}, {"spine", 16}},
     {{{"host-leaf", 400}, 2 * 1'024}}},
    {"dgx-superpod-b300-spectrum-4",
     2,
     {{"host", 2'048}, {"leaf", 64}, {"spine", 32}},
     {{{"host-leaf", 400}, 2 * 2'048}}},
    {"dgx-superpod-b300-spectrum-8",
     2,
     {{"host", 4'096}, {"leaf", 128}, {"spine", 64}},
     {{{"host-leaf", 400}, 2 * 4'096}}},
    {"dgx-superpod-b300-spectrum-16",
     2,
     {{"host", 8'192}, {"leaf", 256}, {"spine", 128}},
     {{{"host-leaf", 400}, 2 * 8'192}}},
    // B300 XDR: switches of 144 ports, half of those of a leaf up.
    {"dgx-superpod-b300-xdr-1",
     1,
     {{"host", 576}, {"leaf", 8}, {"spine", 4}},
     {{{"host-leaf", 800}, 576}, {{"leaf-spine", 800}, 8 * 72}}},
    {"dgx-superpod-b300-xdr-2",
     1,
     {{"host", 1'152}, {"leaf", 16}, {"spine", 8}},
     {{{"host-leaf", 800}, 1'152}, {{"leaf-spine", 800}, 16 * 72}}},
    {"dgx-superpod-b300-xdr-4",
     1,
     {{"host", 2'304}, {"leaf", 32}, {"spine", 18}},
     {{{"host-leaf", 800}, 2'304}, {{"leaf-spine", 800}, 32 * 72}}},
    {"dgx-superpod-b300-xdr-8",
     1,
     {{"host", 4'608}, {"leaf", 64}, {"spine", 36}},
     {{{"host-leaf", 800}, 4'608}, {{"leaf-spine", 800}, 64 * 72}}},
    {"dgx-superpod-b300-xdr-18",
     1,
     {{"host", 10'368}, {"leaf", 144}, {"spine", 72}},
     {{{"host-leaf", 800}, 10'368}, {{"leaf-spine", 800}, 144 * 72}}},
    // HPN: 15 segments of 16 ToRs and 120 aggregation switches of a pod, half of them in a plane;
    // NICs of 2 x 200 Gb/s; 60 uplinks of each ToR.
    {"hpn-7",
     2,
     {{"host", 15'360}, {"leaf", 15 * 16}, {"spine", 120}},
     {{{"host-leaf", 200}, 2 * 15'360}, {{"leaf-spine", 400}, 15 * 16 * 60}}},
    // Two such pods.
    {"hpn-7-pods",
     2,
     {{"host", 2 * 15'360}, {"leaf", 2 * 15 * 16}, {"spine", 2 * 120}},
     {{{"host-leaf", 200}, 2 * 2 * 15'360}, {{"leaf-spine", 400}, 2 * 15 * 16 * 60}}},
    // Araujo et al., arXiv 2605.04333: 131,072 NICs of 8 x 100 Gb/s, switches of 512 ports.
    {"openai-131k",
     8,
     {{"host", 131'072}, {"leaf", 8 * 512}, {"spine", 8 * 256}},
     {{{"host-leaf", 100}, 8 * 131'072}, {{"leaf-spine", 100}, 8 * 131'072}}},
    // Meta, 20 Oct 2025: 18,432 XPUs.
    {"dsf-18k", 1, {{"host", 18'432}}, {}},
    // Meta, 9 Feb 2026: five buildings; 16 to 48 Pb/s between two regions: 20,000 links of 800
    // Gb/s.
    {"meta-bag", 1, {{"host", 2 * 5 * 18'432}}, {{{"border-border", 800}, 20'000}}},
    // Broadcom: HyperPorts of 3.2 Tb/s, here 8 of each of four routers.
    {"jericho-4", 1, {}, {{{"border-border", 3'200}, 4 * 8}}},
    // 6 links of 50 GB/s of a chip.
    {"tpu-v4",
     1,
     {{"host", 4'096}, {"chip", 4'096}},
     {{{"host-chip", 6 * 400}, 4'096}, {{"chip-chip", 400}, 3 * 4'096}}},
    {"tpu-v7",
     1,
     {{"host", 9'216}, {"chip", 9'216}},
     {{{"host-chip", 6 * 800}, 9'216}, {{"chip-chip", 800}, 3 * 9'216}}},
    // 12 switches of 64 ports.
    {"tomahawk-ultra-64", 12, {{"host", 64}, {"switch", 12}}, {{{"host-switch", 800}, 12 * 64}}},
    // 7 switches of a node, 16 second-level switches of a sub-plane.
    {"cloudmatrix-384",
     7,
     {{"host", 384}, {"leaf", 7 * 48}, {"spine", 7 * 16}},
     {{{"host-leaf", 448}, 7 * 384}, {{"leaf-spine", 224}, 7 * 48 * 16}}},
    // 4, 5 and 2 links of 256 Gb/s of a chip.
    {"trn3-144",
     1,
     {{"host", 144}, {"chip", 144}, {"sled", 36}, {"rack", 2}},
     {{{"host-chip", 11 * 256}, 144},
      {{"chip-sled", 4 * 256}, 144},
      {{"chip-rack", 5 * 256}, 144},
      {{"chip-chip", 2 * 256}, 72}}},
    {"ub-mesh-pod", 1, {{"host", 1'024}, {"switch", 1'024}}, {}},
    // A torus of 4x4x4: the rates are below.
    {"trainium2-ultra-server", 1, {{"host", 64}, {"switch", 64}}, {}},
};

/** Assumed numbers, of the same and of other presets. */
const std::vector<Counts> ASSUMED = {
    {"ualink-pod",
     4,
     {{"host", 128}, {"switch", 4}},
     {{{"host-switch", 800}, 4 * 128}},
     {"hosts", "delay", "server"}},
    // 7 + 7 neighbours in a rack with 4 lanes, 3 + 3 in others.
    {"ub-mesh-pod",
     1,
     {},
     {{{"host-switch", 7'200}, 1'024},
      {{"switch-switch", 400}, 1'024 * 14 / 2},
      {{"switch-switch", 267}, 1'024 * 6 / 2}},
     {"rate", "dimensionRates", "delay"}},
    // 28 links to the one core switch of each spine's column, 192 * 400 / 7 Gb/s in all.
    {"llama-3",
     1,
     {{"spine", 128}, {"core", 16}},
     {{{"spine-core", 400}, 128 * 27}},
     {"switchesAbove", "linksPerPair"}},
    // An aggregation switch of 51.2 Tb/s has 8 ports of 400 Gb/s left beside its 120, 15:1; where
    // these go is not published.
    {"hpn-7-pods",
     2,
     {{"core", 2 * 60}},
     {{{"spine-core", 400}, 2 * 2 * 60 * 8}},
     {"servers", "switchesBelow", "switchesAbove", "linksPerPair"}},
    // Published are 18 uplinks for 16 GPUs, at 400 Gb/s; two zones of 256 racks are not.
    {"meta-roce-zones",
     1,
     {{"host", 8'192}, {"leaf", 512}, {"spine", 36}, {"core", 18}},
     {{{"host-leaf", 400}, 8'192}, {{"leaf-spine", 400}, 512 * 18}, {{"spine-core", 400}, 36 * 37}},
     {"servers", "serversPerGroup", "switchesAbove", "linksPerPair"}},
    {"dgx-superpod-b300-spectrum-1",
     2,
     {},
     {{{"leaf-spine", 400}, 2 * 512}},
     {"uplinkRates", "linksPerPair"}},
    {"dgx-superpod-b300-spectrum-2",
     2,
     {},
     {{{"leaf-spine", 400}, 2 * 1'024}},
     {"uplinkRates", "linksPerPair"}},
    {"dgx-superpod-b300-spectrum-4",
     2,
     {},
     {{{"leaf-spine", 400}, 2 * 2'048}},
     {"uplinkRates", "linksPerPair"}},
    {"dgx-superpod-b300-spectrum-8",
     2,
     {},
     {{{"leaf-spine", 400}, 2 * 4'096}},
     {"uplinkRates", "linksPerPair"}},
    {"dgx-superpod-b300-spectrum-16",
     2,
     {},
     {{{"leaf-spine", 400}, 2 * 8'192}},
     {"uplinkRates", "linksPerPair"}},
    {"rail-only",
     1,
     {{"host", 1'024}, {"leaf", 32}, {"spine", 16}},
     {{{"host-leaf", 400}, 1'024}, {{"leaf-spine", 400}, 1'024}},
     {"servers",
      "serversPerGroup",
      "switchesAbove",
      "linksPerPair",
      "uplinkRates",
      "hostRate",
      "server"}},
    // 1,024 and 256 GB/s of a chip, taken as one way: 4 * 2,048 + 2 * 1,024 Gb/s.
    {"trainium2-ultra-server",
     1,
     {},
     {{{"host-switch", 10'240}, 64},
      {{"switch-switch", 1'024}, 64},
      {{"switch-switch", 2'048}, 2 * 64}},
     {"dimensionRates", "rate"}},
    // 36 ports down and 20 up of a leaf; 20 columns of 64 * 8 leaves, each of 8 and 4 switches.
    {"dsf-18k",
     1,
     {{"leaf", 512}, {"spine", 160}, {"core", 80}},
     {{{"host-leaf", 400}, 18'432},
      {{"leaf-spine", 800}, 512 * 20},
      {{"spine-core", 800}, 160 * 64}},
     {"serversPerGroup",
      "switchesBelow",
      "switchesAbove",
      "linksPerPair",
      "uplinkRates",
      "hostRate"}},
    // Ten of these, 28 uplinks of each of 80 switches.
    {"meta-bag",
     1,
     {{"leaf", 5'120}, {"spine", 1'600}, {"core", 800}, {"border", 2 * 80}},
     {{{"host-leaf", 400}, 184'320},
      {{"leaf-spine", 800}, 5'120 * 20},
      {{"spine-core", 800}, 1'600 * 64},
      {{"core-border", 800}, 800 * 28}},
     {"site", "borderSwitches", "planes", "uplinksPerPair"}},
    // Two sites of 16 leaves of 32 GPUs; a spine has 32 * 800 Gb/s, a fourth of it to four routers.
    {"jericho-4",
     1,
     {{"host", 2 * 512}, {"leaf", 2 * 16}, {"spine", 2 * 16}, {"border", 2 * 4}},
     {{{"host-leaf", 800}, 2 * 512},
      {{"leaf-spine", 800}, 2 * 16 * 32},
      {{"spine-border", 800}, 2 * 16 * 4 * 2}},
     {"site", "borderSwitches", "uplinksPerPair", "oversubscription", "regionLinks"}},
    // 64 chips of a leaf, 200 Gb/s each by 16 spines: 800 of a link; 16 leaves by 8 cores: 1,600.
    {"trainium2-efa",
     1,
     {{"host", 4'096}, {"leaf", 64}, {"spine", 64}, {"core", 128}},
     {{{"host-leaf", 200}, 4'096}, {{"leaf-spine", 800}, 64 * 16}, {{"spine-core", 1'600}, 64 * 8}},
     {"type", "servers", "serversPerGroup", "switchesBelow", "switchesAbove"}},
};

FabricTopology
Generate(const std::string& preset)
{
    return BuildObject<TopologyGenerator>(preset, "Topology")->GenerateToCount();
}

} // namespace

TEST(TopologyPresets, EachCountAndRateIsKnown)
{
    // Published and assumed keys of each preset.
    std::map<std::string, Counts> expected;
    for (const auto* list : {&PUBLISHED, &ASSUMED})
    {
        for (const auto& counts : *list)
        {
            auto& all = expected.try_emplace(counts.preset, counts).first->second;
            EXPECT_EQ(all.planes, counts.planes) << counts.preset;
            all.nodes.insert(counts.nodes.begin(), counts.nodes.end());
            all.links.insert(counts.links.begin(), counts.links.end());
        }
    }
    std::set<std::string> tested;
    for (const auto& [name, all] : expected)
    {
        SCOPED_TRACE(name);
        tested.insert(name);
        const auto topology = Generate(name);
        std::map<std::string, uint64_t> nodes;
        for (uint32_t node = 0; node < topology.nodes.size(); ++node)
        {
            const auto kind = GetNodeKind(topology.nodes[node].name);
            nodes[kind] += topology.IsHost(node) ? 1 : all.planes;
        }
        Links links;
        for (const auto& link : topology.links)
        {
            const auto kind = [&](uint32_t node) { return GetNodeKind(topology.nodes[node].name); };
            const auto gbps = std::llround(static_cast<double>(link.ratebps) / 1e9);
            links[{kind(std::min(link.a, link.b)) + "-" + kind(std::max(link.a, link.b)), gbps}] +=
                all.planes;
        }
        EXPECT_EQ(nodes, all.nodes);
        EXPECT_EQ(links, all.links);
        const auto server =
            ScenarioPreset::Read(GetPresetPath("topology", name), "topology").server;
        ASSERT_TRUE(server);
        EXPECT_EQ(BuildObject<GpuServer>(*server, "Server")->GetNicsPerGpu(), all.planes);
    }
    const auto names = GetPresetNames("topology");
    EXPECT_EQ(tested, std::set<std::string>(names.begin(), names.end()));
}

TEST(TopologyPresets, WhatIsAssumedIsMarked)
{
    for (const auto& counts : ASSUMED)
    {
        const auto preset =
            ScenarioPreset::Read(GetPresetPath("topology", counts.preset), "topology");
        EXPECT_FALSE(counts.assumed.empty()) << counts.preset;
        for (const auto& key : counts.assumed)
        {
            const auto* source = preset.source.Find(key);
            ASSERT_NE(source, nullptr) << counts.preset << " " << key;
            EXPECT_TRUE(source->text.find("ssumed") != std::string::npos)
                << counts.preset << " " << key << ": " << source->text;
        }
    }
}

TEST(TopologyPresets, RingsJoinTheInstancesOfAnUltraServer)
{
    // Chips of an instance are numbered in a row, 16 of them: the torus at the full rate is among
    // these, and the rings at half of it among those of equal place.
    const auto topology = Generate("trainium2-ultra-server");
    const uint32_t chips = topology.GetHostCount();
    for (const auto& link : topology.links)
    {
        if (std::min(link.a, link.b) >= chips)
        {
            const uint32_t a = link.a - chips;
            const uint32_t b = link.b - chips;
            EXPECT_EQ(link.ratebps, (a / 16 == b / 16 ? 2'048u : 1'024u) * 1'000'000'000ull);
            EXPECT_TRUE(a / 16 == b / 16 || a % 16 == b % 16) << a << " " << b;
        }
    }
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
    EXPECT_EQ(ports("hpn-7-pods"), (Ports{1, 128 + 60, 120 + 8, 2 * 8}));
}

TEST(TopologyPresets, EightPlanesHaveThreeFifthsOfTheSwitchesOfThreeTiers)
{
    const TopologySummary plane(Generate("openai-131k"));
    for (const auto& nodes : plane.nodes)
    {
        EXPECT_EQ(nodes.maxPorts, nodes.kind == "host" ? 1u : 512u) << nodes.kind;
    }
    EXPECT_DOUBLE_EQ(plane.bisectionbps, plane.halfbps);
    EXPECT_EQ(plane.diameter, 4u); // three switches
    // A leaf has a link to each of 256 spines.
    EXPECT_DOUBLE_EQ(plane.minPaths, 256);
    EXPECT_DOUBLE_EQ(plane.maxPaths, 256);
    // Three tiers of the same switches: 128 ports of 400 Gb/s, two for each NIC. A host has a port
    // below a leaf, two between the tiers and one on top: 5 ports, not 3.
    const auto clos = CreateObject<ClosTopology>();
    const std::pair<const char*, const char*> sizes[] = {{"Servers", "131072"},
                                                         {"GpusPerServer", "1"},
                                                         {"ServersPerGroup", "64"},
                                                         {"SwitchesBelow", "64,0"},
                                                         {"SwitchesAbove", "64,16"},
                                                         {"LinksPerPair", "1,4"},
                                                         {"UplinkRates", "400Gbps,400Gbps"},
                                                         {"HostRate", "400Gbps"}};
    for (const auto& [name, value] : sizes)
    {
        clos->SetAttribute(name, StringValue(value));
    }
    const TopologySummary tree(clos->Generate());
    EXPECT_DOUBLE_EQ(tree.bisectionbps, tree.halfbps);
    for (const auto& nodes : tree.nodes)
    {
        EXPECT_EQ(nodes.maxPorts, nodes.kind == "host" ? 1u : 128u) << nodes.kind;
    }
    EXPECT_EQ(8 * plane.switches, 6'144u);
    EXPECT_EQ(2 * tree.switches, 10'240u);
    EXPECT_EQ(8 * plane.switches * 1'000 / (2 * tree.switches), 600u);
}

TEST(TopologyPresets, Llama3IsOversubscribedOnlyBetweenPods)
{
    const auto topology = Generate("llama-3");
    const TopologySummary summary(topology);
    // Half of the pods against the other half: a seventh of the rate of their GPUs, in whole links.
    EXPECT_NEAR(summary.bisectionbps / summary.halfbps, 27.0 / 192, 1e-6);
    // Half of a pod against the rest of the network: all of it.
    std::vector<bool> half(topology.GetHostCount());
    std::fill(half.begin(), half.begin() + 1'536, true);
    EXPECT_DOUBLE_EQ(MeasureCut(topology, half), 1'536 * 400e9);
    EXPECT_EQ(summary.diameter, 6u);
    // 28 links to the one core switch above each of 16 spines, as many down.
    EXPECT_DOUBLE_EQ(summary.maxPaths, 16.0 * 27 * 27);
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

TEST(TopologyPresets, HpnIsOversubscribedBetweenPods)
{
    // Aggregation switches pass up 1/15 of the rate of the leaves' uplinks, which is 15/16 of the
    // rate of their hosts: one pod has 1/16 to the other.
    const auto topology = Generate("hpn-7-pods");
    const TopologySummary summary(topology);
    EXPECT_DOUBLE_EQ(summary.bisectionbps, 60 * 8 * 400e9);
    EXPECT_DOUBLE_EQ(summary.bisectionbps / summary.halfbps, 1.0 / 16);
    // 7 segments against the rest are bound by the uplinks of their leaves.
    std::vector<bool> segments(topology.GetHostCount());
    std::fill(segments.begin(), segments.begin() + 7 * 1'024, true);
    EXPECT_DOUBLE_EQ(MeasureCut(topology, segments), 7 * 8 * 60 * 400e9);
    EXPECT_EQ(summary.diameter, 6u);
    // Two links to the 127 others of a leaf, four in the pod, six to the other one.
    EXPECT_NEAR(summary.meanHops, (2 * 127 + 4 * (15'360 - 128) + 6 * 15'360.0) / 30'719, 1e-9);
    EXPECT_DOUBLE_EQ(summary.minPaths, 60);
    EXPECT_DOUBLE_EQ(summary.maxPaths, 60.0 * 8 * 8);
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
