// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Do flows end at the same times when several processes simulate a network by ns-3's own
// DistributedSimulatorImpl? To the picosecond: with ns3::PlacedScheduler the lines of
//
//     mpirun -np 2 build/ns3-mpi-example
//
// are those of build/ns3-mpi-example --engine=ns3::FabricSimulatorImpl, in another order, since
// each process prints the flows of its own hosts. Five hosts on two leaves write to a sixth at
// once.

#include "ns3/core-module.h"
#include "ns3/fabric-helper.h"
#include "ns3/mpi-interface.h"
#include "ns3/rank-link.h"
#include "ns3/rdma-nic.h"

#include <cstdio>
#include <string>

using namespace ns3;

namespace
{

/** Two leaves with three hosts each and two spines, dealt out to ranks. */
struct Network
{
    /** @param ranks processes that share it @param errorRate of packets on each link */
    Network(uint32_t ranks, double errorRate)
    {
        constexpr uint64_t RATEBPS = 100'000'000'000;
        const uint32_t leaves[] = {AddSwitch("leaf0", 0), AddSwitch("leaf1", 1 % ranks)};
        for (const uint32_t leaf : {0, 1})
        {
            for (int i = 0; i < 3; ++i)
            {
                const uint32_t host = topology.AddHost("host" + std::to_string(hosts.GetN()));
                hosts.Add(CreateObject<Node>(leaf % ranks));                         // its SystemId
                topology.AddLink({host, leaves[leaf], RATEBPS, 500'000, errorRate}); // picoseconds
            }
        }
        for (const uint32_t spine : {0, 1})
        {
            const uint32_t node = AddSwitch("spine" + std::to_string(spine), (2 + spine) % ranks);
            for (const uint32_t leaf : leaves)
            {
                topology.AddLink({leaf, node, RATEBPS, 1'000'000, errorRate});
            }
        }
        topology.Validate();
    }

    /** @return its node in the topology */
    uint32_t AddSwitch(const std::string& name, uint32_t rank)
    {
        switches.Add(CreateObject<Node>(rank));
        return topology.AddSwitch(name);
    }

    FabricTopology topology;
    NodeContainer hosts;
    NodeContainer switches;
};

void
PrintEnd(uint32_t host, const RdmaCompletion& completion)
{
    std::printf("host %u: %.6f us\n",
                host,
                (completion.GetFinished() - completion.GetPosted()).ToDouble(Time::US));
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string fabric = "ns3::RoceFabric";
    std::string engine = "ns3::DistributedSimulatorImpl";
    CommandLine cmd(__FILE__);
    cmd.AddValue("fabric", "ns3::RoceFabric or ns3::InfiniBandFabric", fabric);
    double errorRate = 0;
    cmd.AddValue("errorRate", "probability of packet loss on all links", errorRate);
    cmd.AddValue("engine", "ns3::DistributedSimulatorImpl, or an engine of one process", engine);
    cmd.Parse(argc, argv);

    Time::SetResolution(Time::PS);
    GlobalValue::Bind("SimulatorImplementationType", StringValue(engine));
    GlobalValue::Bind("SchedulerType", StringValue("ns3::PlacedScheduler"));
    uint32_t ranks = 1;
    const bool isParallel = engine == "ns3::DistributedSimulatorImpl";
    if (isParallel)
    {
        MpiInterface::Enable(&argc, &argv);
        ranks = MpiInterface::GetSize();
    }

    // Each process builds the whole network, in the same order, and posts the work of its own
    // hosts.
    const Network network(ranks, errorRate);
    ObjectFactory factory(fabric);
    FabricHelper helper(factory.Create<FabricProfile>());
    const FabricNetwork built = helper.Install(network.topology, network.hosts, network.switches);
    helper.AssignStreams(built, 1);
    const uint8_t level = fabric == "ns3::RoceFabric" ? 3 : 0; // a lossless priority
    for (uint32_t host = 1; host < built.hosts.GetN(); ++host)
    {
        const auto queuePair = RdmaNic::Connect(built.nics[host], built.nics[0], level).first;
        if (IsOfThisRank(*built.hosts.Get(host)))
        {
            queuePair->SetCompletionCallback(MakeBoundCallback(&PrintEnd, host));
            queuePair->PostWrite(1'000'000, host);
        }
    }
    Simulator::Run();
    Simulator::Destroy();
    if (isParallel)
    {
        MpiInterface::Disable();
    }
}
