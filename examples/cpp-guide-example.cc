// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A function for each section of doc/cpp-guide.rst: a topology node by node, a fabric, verbs, a
// job, traces, TCP beside RDMA, captures, and a class of one's own.

#include "ns3/applications-module.h"
#include "ns3/collective-workload.h"
#include "ns3/core-module.h"
#include "ns3/fabric-helper.h"
#include "ns3/fabric-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/path-selector.h"
#include "ns3/roce-fabric.h"

#include <iostream>
#include <map>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** Two switches with two hosts each, and two links in between, of which one is longer. */
FabricTopology
MakeTopology()
{
    FabricTopology topology;
    const uint32_t left = topology.AddSwitch("left");
    const uint32_t right = topology.AddSwitch("right");
    for (int i = 0; i < 4; ++i)
    {
        const uint32_t host = topology.AddHost("host" + std::to_string(i));
        // Ends, bit/s, picoseconds.
        topology.AddLink({host, i < 2 ? left : right, 100'000'000'000, 500'000});
    }
    topology.AddLink({left, right, 100'000'000'000, 1'000'000});
    topology.AddLink({left, right, 100'000'000'000, 2'000'000});
    topology.Validate();
    return topology;
}

/** Chooses a path by the number of the host, so that packets keep their order. */
class ByDestination : public PathSelector
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::ByDestination")
                                .SetParent<PathSelector>()
                                .AddConstructor<ByDestination>()
                                .AddAttribute("Shift",
                                              "Number added to the number of the host.",
                                              UintegerValue(0),
                                              MakeUintegerAccessor(&ByDestination::m_shift),
                                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override
    {
        return ports[(packet.destHost + m_shift) % ports.size()];
    }

    uint32_t m_shift;
};

NS_OBJECT_ENSURE_REGISTERED(ByDestination);

/** RoCEv2 with DCQCN and the path selector above. */
Ptr<FabricProfile>
MakeFabric()
{
    auto fabric = CreateObject<RoceFabric>();
    fabric->SetAttribute("CongestionControl", StringValue("ns3::Dcqcn[RateAi=40Mbps]"));
    fabric->SetAttribute("PathSelector", StringValue("ns3::ByDestination[Shift=1]"));
    return fabric;
}

/** A write with a request of a host, and a send with the answer of host 2. */
class Call
{
  public:
    /** @param network of the hosts @param client number of the host that asks */
    Call(const FabricNetwork& network, uint32_t client)
    {
        const uint8_t priority = 3; // lossless, as all traffic of jobs
        std::tie(m_client, m_server) =
            RdmaNic::Connect(network.nics[client], network.nics[2], priority);
        m_client->SetCompletionCallback(MakeCallback(&Call::OnCompletion, this));
        m_client->SetArrivalCallback(MakeCallback(&Call::OnAnswer, this));
        m_server->SetArrivalCallback(MakeCallback(&Call::OnRequest, this));
        m_client->PostReceive(); // for the answer, which is a send
        const uint64_t workId = client;
        m_client->PostWriteWithImmediate(1'000'000, 42, workId);
    }

  private:
    void OnRequest(const RdmaArrival& arrival)
    {
        std::cout << "host 2 has " << arrival.bytes << " B, immediate " << arrival.immediate
                  << ", at " << arrival.GetFinished().ToDouble(Time::US) << " us\n";
        m_server->PostSend(64, 0);
    }

    void OnCompletion(const RdmaCompletion& completion)
    {
        const bool succeeded = completion.status == RdmaStatus::SUCCESS;
        std::cout << "write of host " << completion.workId << (succeeded ? " succeeded" : " failed")
                  << " after "
                  << (completion.GetFinished() - completion.GetPosted()).ToDouble(Time::US)
                  << " us\n";
    }

    void OnAnswer(const RdmaArrival& arrival)
    {
        std::cout << "the answer is there at " << arrival.GetFinished().ToDouble(Time::US)
                  << " us\n";
    }

    Ptr<RdmaQueuePair> m_client;
    Ptr<RdmaQueuePair> m_server;
};

/** An all-reduce of all GPUs, when the calls are over. */
Ptr<GraphExecutor>
StartJob(const FabricHelper& helper, const FabricNetwork& network)
{
    auto allReduce = CreateObject<CollectiveWorkload>();
    allReduce->SetAttribute("Algorithm", StringValue("ns3::RingAllReduce"));
    allReduce->SetAttribute("Bytes", UintegerValue(4 << 20));
    allReduce->SetAttribute("Start", TimeValue(MicroSeconds(500)));
    auto job = DynamicCast<GraphExecutor>(helper.Install(network, *allReduce).Get(0));
    job->SetFinishCallback(Callback<void, Ptr<GraphExecutor>>([](auto ended) {
        std::cout << "all-reduce: " << (ended->GetFinishPs() - ended->GetStartPs()) * 1e-6
                  << " us\n";
    }));
    return job;
}

/** Counts the events of the trace sources. */
class Counts
{
  public:
    /** Connects to all ports and adapters. */
    Counts()
    {
        Config::Connect("/NodeList/*/DeviceList/*/$ns3::FabricNetDevice/Transmit",
                        MakeCallback(&Counts::OnTransmit, this));
        Config::ConnectWithoutContext("/NodeList/*/$ns3::FabricSwitch/Mark",
                                      MakeCallback(&Counts::OnMark, this));
        Config::ConnectWithoutContext("/NodeList/*/$ns3::RdmaNic/QueuePair",
                                      MakeCallback(&Counts::OnQueuePair, this));
    }

    /** @param node whose ports to print */
    void Print(Ptr<Node> node) const
    {
        const std::string start = "/NodeList/" + std::to_string(node->GetId()) + "/";
        for (const auto& [path, bytes] : m_bytes)
        {
            if (path.rfind(start, 0) == 0)
            {
                std::cout << path << ": " << bytes << " B\n";
            }
        }
        std::cout << m_marks << " marks, " << m_rates << " changes of a rate\n";
    }

  private:
    void OnTransmit(std::string context, const FabricPacket& packet, int64_t)
    {
        m_bytes[context] += packet.wireBytes;
    }

    void OnMark(const FabricPacket&, uint64_t)
    {
        ++m_marks;
    }

    void OnQueuePair(Ptr<RdmaQueuePair> queuePair)
    {
        queuePair->GetCongestionControl().TraceConnectWithoutContext(
            "Rate",
            MakeCallback(&Counts::OnRate, this));
    }

    void OnRate(int64_t, uint64_t)
    {
        ++m_rates;
    }

    std::map<std::string, uint64_t> m_bytes; //!< by path of the port's trace source
    uint64_t m_marks{0};
    uint64_t m_rates{0};
};

/** ns-3's TCP from host 1 to host 3, in priority 0. @return the receiving application */
Ptr<PacketSink>
StartTcp(const FabricNetwork& network)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(4096 - 40));
    const Ipv4InterfaceContainer hosts = FabricInternetHelper().Install(network);
    const InetSocketAddress address(hosts.GetAddress(3), 9);
    BulkSendHelper sender("ns3::TcpSocketFactory", address);
    sender.SetAttribute("MaxBytes", UintegerValue(1'000'000));
    sender.Install(network.hosts.Get(1));
    PacketSinkHelper sink("ns3::TcpSocketFactory", address);
    return DynamicCast<PacketSink>(sink.Install(network.hosts.Get(3)).Get(0));
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string capture;
    CommandLine cmd(__FILE__);
    cmd.AddValue("capture", "prefix of the names of pcap files; empty: no files", capture);
    cmd.Parse(argc, argv);

    Time::SetResolution(Time::PS);
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
    GlobalValue::Bind("SchedulerType", StringValue("ns3::FabricScheduler"));

    FabricHelper helper(MakeFabric());
    const FabricNetwork network = helper.Install(MakeTopology());
    helper.AssignStreams(network, 1);

    Counts counts;
    if (!capture.empty())
    {
        helper.EnablePcap(capture, network.hosts.Get(0)->GetDevice(0));
    }
    const auto sink = StartTcp(network);
    Call first(network, 0);
    Call second(network, 1);
    StartJob(helper, network);
    Simulator::Run();

    std::cout << "TCP: " << sink->GetTotalRx() << " B\n";
    counts.Print(network.switches.Get(0));
    Simulator::Destroy();
}
