// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "make-object.h"
#include "separate-hosts.h"
#include "temporary-file.h"

#include "ns3/fabric-units.h"
#include "ns3/flow-size-distribution.h"
#include "ns3/input-error.h"
#include "ns3/on-off-workload.h"
#include "ns3/periodic-incast-workload.h"
#include "ns3/poisson-workload.h"
#include "ns3/storage-workload.h"
#include "ns3/string.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;
using GraphNode = CommunicationGraph::Node;

/** A job on given hosts; the one stream is the one chance. */
template <typename T>
FabricJob
Build(const HostMap& hosts, const Attributes& attributes, int64_t stream = 7)
{
    const auto workload = CreateObject<T>();
    for (const auto& [name, value] : attributes)
    {
        workload->SetAttribute(name, StringValue(value));
    }
    workload->AssignStreams(stream);
    return workload->Build(hosts);
}

/** Error message of building, without the name of the type. */
template <typename T>
std::string
ErrorOf(const HostMap& hosts, const Attributes& attributes)
{
    return MessageBehind<InputError>(T::GetTypeId().GetName() + ": ",
                                     [&] { Build<T>(hosts, attributes); });
}

/** Hosts at 100 Gb/s, so many behind each leaf. */
HostMap
Racks(uint32_t racks, uint32_t hostsPerRack)
{
    HostMap hosts = SeparateHosts(racks * hostsPerRack);
    for (uint32_t host = 0; host < hosts.GetCount(); ++host)
    {
        // Leaves in no order, and mixed: neighbours are behind different ones.
        hosts.leaf[host] = 1'000 - host % racks;
    }
    return hosts;
}

std::vector<GraphNode>
Sends(const FabricJob& job)
{
    std::vector<GraphNode> sends;
    for (const auto& node : job.graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            sends.push_back(node);
        }
    }
    return sends;
}

double
SumBytes(const std::vector<GraphNode>& sends)
{
    double bytes = 0;
    for (const auto& send : sends)
    {
        bytes += static_cast<double>(send.bytes);
    }
    return bytes;
}

/** Random streams are part of the state that the fixture resets. */
class FlowGeneratorsTest : public FabricTest
{
};

} // namespace

TEST_F(FlowGeneratorsTest, PoissonOffersTheLoadItIsAskedFor)
{
    // 200,000 flows of a distribution whose deviation is 2.5 means: 0.6 % of chance.
    constexpr uint32_t FLOWS = 200'000;
    constexpr uint32_t HOSTS = 64;
    const FabricJob job = Build<PoissonWorkload>(
        SeparateHosts(HOSTS),
        {{"Sizes", "WebSearch"}, {"Load", "0.4"}, {"Duration", "0s"}, {"Flows", "200000"}});
    const auto sends = Sends(job);
    ASSERT_EQ(sends.size(), FLOWS);
    const double seconds = static_cast<double>(sends.back().timePs) / PS_PER_SECOND;
    EXPECT_NEAR(8 * SumBytes(sends) / seconds / (HOSTS * 100e9), 0.4, 0.4 * 0.015);

    std::vector<uint32_t> sent(HOSTS);
    std::vector<uint32_t> received(HOSTS);
    uint32_t small = 0;
    uint32_t below = 0;
    const double meanGapPs = static_cast<double>(sends.back().timePs) / FLOWS;
    for (uint32_t i = 0; i < FLOWS; ++i)
    {
        ASSERT_NE(sends[i].rank, sends[i].peer);
        EXPECT_EQ(sends[i].channel, i);
        ++sent[sends[i].rank];
        ++received[sends[i].peer];
        small += sends[i].bytes <= 80'000;
        if (i > 0)
        {
            ASSERT_GE(sends[i].timePs, sends[i - 1].timePs);
            below += static_cast<double>(sends[i].timePs - sends[i - 1].timePs) <
                     meanGapPs * std::log(2.0);
        }
    }
    // F(80000) = 0.53, and half of exponential gaps are below ln 2 of the mean; deviation 0.0011.
    EXPECT_NEAR(static_cast<double>(small) / FLOWS, 0.53, 0.005);
    EXPECT_NEAR(static_cast<double>(below) / FLOWS, 0.5, 0.005);
    // 3125 of each host, deviation 56.
    for (uint32_t host = 0; host < HOSTS; ++host)
    {
        EXPECT_NEAR(sent[host], 3125, 5 * 56);
        EXPECT_NEAR(received[host], 3125, 5 * 56);
    }
}

TEST_F(FlowGeneratorsTest, PoissonIsTheSameForTheSameStreams)
{
    const Attributes attributes = {{"Sizes", "FbHdp"}, {"Duration", "500us"}};
    const auto first = Sends(Build<PoissonWorkload>(SeparateHosts(16), attributes));
    const auto again = Sends(Build<PoissonWorkload>(SeparateHosts(16), attributes));
    const auto other = Sends(Build<PoissonWorkload>(SeparateHosts(16), attributes, 8));
    ASSERT_EQ(first.size(), again.size());
    for (size_t i = 0; i < first.size(); ++i)
    {
        EXPECT_EQ(first[i].timePs, again[i].timePs);
        EXPECT_EQ(first[i].bytes, again[i].bytes);
        EXPECT_EQ(first[i].rank, again[i].rank);
        EXPECT_EQ(first[i].peer, again[i].peer);
        EXPECT_LT(first[i].timePs, 500'000'000);
    }
    EXPECT_NE(first[0].timePs, other[0].timePs);
    // 0.3 * 16 * 100 Gb/s * 500 us / (8 * 120421 B) = 249 flows, deviation 16.
    EXPECT_NEAR(static_cast<double>(first.size()), 249, 5 * 16);
}

TEST_F(FlowGeneratorsTest, PoissonSourcesAreAsFrequentAsTheyAreFast)
{
    HostMap hosts = SeparateHosts(4);
    hosts.ratebps[2] = 400'000'000'000; // 4 of 7 parts
    const auto sends = Sends(
        Build<PoissonWorkload>(hosts, {{"Sizes", "1000"}, {"Duration", "0s"}, {"Flows", "20000"}}));
    const auto fast = std::count_if(sends.begin(), sends.end(), [](const GraphNode& send) {
        return send.rank == 2;
    });
    EXPECT_NEAR(static_cast<double>(fast) / 20'000, 4.0 / 7, 0.015); // deviation 0.0035
    // 20000 flows of 8000 bit at 0.3 * 700 Gb/s: 762 us, deviation 0.7 %.
    EXPECT_NEAR(static_cast<double>(sends.back().timePs) / 1e6, 762, 0.03 * 762);
}

TEST_F(FlowGeneratorsTest, PoissonBetweenRacks)
{
    const HostMap hosts = Racks(4, 8);
    for (const std::string share : {"0", "0.25", "1"})
    {
        SCOPED_TRACE(share);
        const FabricJob job = Build<PoissonWorkload>(
            hosts,
            {{"Sizes", "1000"}, {"Flows", "100000"}, {"Duration", "0s"}, {"InterRack", share}});
        uint32_t between = 0;
        std::set<std::pair<uint32_t, uint32_t>> pairs;
        for (const auto& send : Sends(job))
        {
            ASSERT_NE(send.rank, send.peer);
            between +=
                hosts.leaf[job.hostOfRank[send.rank]] != hosts.leaf[job.hostOfRank[send.peer]];
            pairs.emplace(send.rank, send.peer);
        }
        const double expected = std::stod(share);
        EXPECT_NEAR(between / 100'000.0, expected, expected * (1 - expected) * 0.04);
        // Each of the 32 hosts has 7 peers behind its leaf and 24 elsewhere, 32 flows to each.
        EXPECT_EQ(pairs.size(), 32u * ((expected < 1 ? 7 : 0) + (expected > 0 ? 24 : 0)));
    }
}

TEST_F(FlowGeneratorsTest, PoissonErrors)
{
    const auto error = [](const HostMap& hosts, const Attributes& attributes) {
        return ErrorOf<PoissonWorkload>(hosts, attributes);
    };
    const HostMap four = SeparateHosts(4);
    EXPECT_EQ(error(four, {}), "no error");
    EXPECT_EQ(error(four, {{"Load", "0"}}),
              "Load: is 0; expected a share of the rate of the hosts, such as 0.5");
    EXPECT_EQ(error(four, {{"Duration", "0s"}}),
              "Duration: and Flows are both 0; set one of them, which ends the workload");
    EXPECT_EQ(error(four, {{"Hosts", "1"}}), "Hosts: selects 1; expected at least 2");
    EXPECT_EQ(error(four, {{"Sizes", "Search"}}).substr(0, 46),
              "Sizes: 'Search' is not a distribution of sizes");
    EXPECT_EQ(error(four, {{"InterRack", "0.5"}}),
              "InterRack: is above 0, but all hosts are behind one leaf; expected 0 or -1");
    EXPECT_EQ(error(Racks(4, 1), {{"InterRack", "0.5"}}),
              "InterRack: is below 1, but a host is alone behind its leaf; expected 1 or -1");
    EXPECT_EQ(error(four, {{"Duration", "0s"}, {"Flows", "1000"}, {"Load", "1e-12"}}),
              "Flows: last for more than 1000000 s; use fewer flows or a greater load");
}

TEST_F(FlowGeneratorsTest, PeriodicIncast)
{
    // 8 * 4 * 100 kB / (0.1 * 8 * 100 Gb/s) = 40 us: 24 events before 1 ms.
    const auto sends = Sends(Build<PeriodicIncastWorkload>(
        SeparateHosts(8),
        {{"Sources", "4"}, {"Bytes", "100000"}, {"Load", "0.1"}, {"Duration", "1ms"}}));
    ASSERT_EQ(sends.size(), 24u * 4);
    std::set<uint32_t> receivers;
    std::set<uint32_t> senders;
    for (size_t event = 0; event < 24; ++event)
    {
        std::set<uint32_t> ofEvent;
        for (size_t i = 4 * event; i < 4 * event + 4; ++i)
        {
            EXPECT_NEAR(static_cast<double>(sends[i].timePs), (event + 1) * 40e6, 1);
            EXPECT_EQ(sends[i].peer, sends[4 * event].peer);
            EXPECT_NE(sends[i].rank, sends[i].peer);
            EXPECT_EQ(sends[i].bytes, 100'000u);
            EXPECT_EQ(sends[i].channel, i);
            ofEvent.insert(sends[i].rank);
        }
        EXPECT_EQ(ofEvent.size(), 4u);
        receivers.insert(sends[4 * event].peer);
        senders.insert(ofEvent.begin(), ofEvent.end());
    }
    EXPECT_GE(receivers.size(), 6u); // of 8 in 24 draws; one is missed with 4 %
    EXPECT_EQ(senders.size(), 8u);

    // Given an interval, the load does not matter; exponential ones have it as their mean.
    const auto random = Sends(Build<PeriodicIncastWorkload>(SeparateHosts(8),
                                                            {{"Sources", "1"},
                                                             {"Interval", "10us"},
                                                             {"Exponential", "true"},
                                                             {"Duration", "0s"},
                                                             {"Flows", "10000"}}));
    ASSERT_EQ(random.size(), 10'000u);
    EXPECT_NEAR(static_cast<double>(random.back().timePs) / 1e12, 0.1, 0.003); // deviation 1 %

    EXPECT_EQ(ErrorOf<PeriodicIncastWorkload>(SeparateHosts(8), {}),
              "Hosts: selects 8; expected at least 61");
    EXPECT_EQ(ErrorOf<PeriodicIncastWorkload>(SeparateHosts(8), {{"Sources", "7"}, {"Bytes", "0"}}),
              "Bytes: is 0; expected at least 1");
}

TEST_F(FlowGeneratorsTest, BurstsOfAllHostsTogether)
{
    // A message every 8 * 100 kB / (0.8 * 100 Gb/s) = 10 us. Bursts at 0 and at 150 us; the third
    // begins at 300 us. A burst of 95 us has room for 9.5: 10 messages, then 9.
    const auto sends = Sends(Build<OnOffWorkload>(SeparateHosts(3),
                                                  {{"Bytes", "100000"},
                                                   {"OnLoad", "0.8"},
                                                   {"OnTime", "95us"},
                                                   {"OffTime", "55us"},
                                                   {"Exponential", "false"},
                                                   {"Duration", "300us"}}));
    ASSERT_EQ(sends.size(), 3u * 19);
    std::map<uint32_t, std::vector<GraphNode>> byRank;
    for (const auto& send : sends)
    {
        byRank[send.rank].push_back(send);
    }
    for (const auto& [rank, own] : byRank)
    {
        ASSERT_EQ(own.size(), 19u);
        for (size_t i = 0; i < 19; ++i)
        {
            const double expectedUs = i < 10 ? 10.0 * i : 155 + 10.0 * (i - 10);
            EXPECT_NEAR(static_cast<double>(own[i].timePs) / 1e6, expectedUs, 1e-6);
            EXPECT_EQ(own[i].peer, own[i < 10 ? 0 : 10].peer);
            EXPECT_NE(own[i].peer, rank);
            EXPECT_EQ(own[i].channel, 0u);
        }
    }
}

TEST_F(FlowGeneratorsTest, BurstsHaveTheirMeanLoad)
{
    // 0.5 * 100 us / 400 us; 16 hosts with 1000 bursts each: 0.9 % of chance.
    const auto sends = Sends(Build<OnOffWorkload>(
        SeparateHosts(16),
        {{"OnLoad", "0.5"}, {"OnTime", "100us"}, {"OffTime", "300us"}, {"Duration", "400ms"}}));
    EXPECT_NEAR(8 * SumBytes(sends) / 0.4 / (16 * 100e9), 0.125, 0.125 * 0.02);

    const auto aimed = Sends(Build<OnOffWorkload>(SeparateHosts(4), {{"Target", "0"}}));
    ASSERT_FALSE(aimed.empty());
    for (const auto& send : aimed)
    {
        EXPECT_EQ(send.peer, 0u);
        EXPECT_NE(send.rank, 0u);
    }
    EXPECT_EQ(ErrorOf<OnOffWorkload>(SeparateHosts(4), {{"Target", "0"}, {"Hosts", "1-3"}}),
              "Target: host 0 is not one of Hosts");
    EXPECT_EQ(ErrorOf<OnOffWorkload>(SeparateHosts(4), {{"OnTime", "0s"}}),
              "OnTime: is 0; expected more");
}

TEST_F(FlowGeneratorsTest, AMessageOfManyBurstsIsNotDrawnBurstByBurstForEver)
{
    // At 0.9 * 100 Gb/s the next message would be due after 1.6e9 s, far behind the end.
    const Attributes endless = {{"Bytes", "18446744073709551615"}, {"Flows", "20"}};
    Attributes ending = endless;
    ending.emplace_back("Duration", "50us");
    EXPECT_LE(Sends(Build<OnOffWorkload>(SeparateHosts(8), ending)).size(), 8u);
    Attributes open = endless;
    open.emplace_back("Duration", "0s");
    EXPECT_EQ(ErrorOf<OnOffWorkload>(SeparateHosts(8), open),
              "OnTime: and OffTime are so short that there are more than 100000000 bursts; use "
              "longer times or fewer Flows");
}

TEST_F(FlowGeneratorsTest, StorageIsReadAndWritten)
{
    const Attributes targets = {{"Targets", "6-7"}, {"Load", "0.2"}, {"ReadShare", "0.25"}};
    Attributes attributes = targets;
    attributes.insert(attributes.end(), {{"Duration", "0s"}, {"Flows", "40000"}});
    const FabricJob job = Build<StorageWorkload>(SeparateHosts(8), attributes);
    EXPECT_EQ(job.hostOfRank, (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
    uint32_t requests = 0;
    uint32_t reads = 0;
    uint32_t writes = 0;
    int64_t lastPs = 0;
    for (const auto& send : Sends(job))
    {
        EXPECT_NE(send.rank < 6, send.peer < 6); // between a client and a target
        requests += send.bytes == 64;
        reads += send.rank >= 6;
        writes += send.rank < 6 && send.bytes == 1'000'000;
        lastPs = std::max(lastPs, send.timePs);
    }
    EXPECT_EQ(requests, reads);
    EXPECT_EQ(reads + writes, 40'000u);
    EXPECT_NEAR(reads / 40'000.0, 0.25, 0.01); // deviation 0.0022
    // 0.2 * 6 * 100 Gb/s in operations of 8 Mbit: 2.667 s, deviation 0.5 %.
    EXPECT_NEAR(static_cast<double>(lastPs) / 1e12, 40'000 * 8e6 / 120e9, 0.02 * 2.667);
    // Data that are read wait for the request.
    ASSERT_EQ(job.graph.GetDependencies().size(), reads);
    for (const auto& [before, after] : job.graph.GetDependencies())
    {
        const auto& nodes = job.graph.GetNodes();
        EXPECT_EQ(nodes[before].kind, Kind::RECV);
        EXPECT_EQ(nodes[after].kind, Kind::SEND);
        EXPECT_EQ(nodes[before].rank, nodes[after].rank);
        EXPECT_EQ(nodes[before].peer, nodes[after].peer);
    }

    EXPECT_EQ(ErrorOf<StorageWorkload>(SeparateHosts(8), {}),
              "Targets: is empty; expected hosts such as 60-63");
    EXPECT_EQ(ErrorOf<StorageWorkload>(SeparateHosts(8), {{"Targets", "8"}}),
              "Targets: host 8 does not exist; the topology has 8 hosts, counted from 0");
}

TEST_F(FlowGeneratorsTest, CheckpointsOfAllClients)
{
    const auto sends = Sends(Build<StorageWorkload>(
        SeparateHosts(5),
        {{"Targets", "4"}, {"Interval", "100us"}, {"ReadShare", "0"}, {"Duration", "250us"}}));
    ASSERT_EQ(sends.size(), 3u * 4); // at 0, 100 and 200 us
    for (size_t i = 0; i < sends.size(); ++i)
    {
        EXPECT_EQ(sends[i].rank, i % 4);
        EXPECT_EQ(sends[i].peer, 4u);
        EXPECT_EQ(sends[i].timePs, static_cast<int64_t>(i / 4) * 100'000'000);
    }
}
