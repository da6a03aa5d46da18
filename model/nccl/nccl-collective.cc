// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nccl-collective.h"

#include "nccl-estimates.h"
#include "nccl-plan.h"
#include "nvls-collectives.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/part-checker.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NcclCollective");
NS_OBJECT_ENSURE_REGISTERED(NcclCollective);

namespace
{

constexpr double PS_PER_US = 1e6;
constexpr double PS_PER_BYTE_AND_GBPS = 1000;
constexpr uint64_t P2P_LL_BYTES = 16384; // for a peer, at most, with LL (NCCL_P2P_LL_THRESHOLD)

/**
 * @return the class that carries out an operation as NCCL's algorithm does; empty: there is none
 */
std::string
FindClass(const std::string& operation, const std::string& algorithm)
{
    static const std::map<std::pair<std::string, std::string>, std::string> CLASSES = {
        {{"all-reduce", "ring"}, "ns3::RingAllReduce"},
        {{"all-reduce", "tree"}, "ns3::DoubleBinaryTreeAllReduce"},
        {{"all-reduce", "nvls"}, "ns3::NvlsAllReduce"},
        {{"all-reduce", "nvls-tree"}, "ns3::NvlsTreeAllReduce"},
        {{"all-reduce", "collnet-direct"}, "ns3::SharpTwoLevelAllReduce"},
        {{"all-gather", "ring"}, "ns3::RingAllGather"},
        {{"all-gather", "pat"}, "ns3::PatAllGather"},
        {{"reduce-scatter", "ring"}, "ns3::RingReduceScatter"},
        {{"reduce-scatter", "pat"}, "ns3::PatReduceScatter"},
        {{"all-to-all", "p2p"}, "ns3::DirectAllToAll"},
        {{"broadcast", "ring"}, "ns3::RingBroadcast"},
        {{"reduce", "ring"}, "ns3::RingReduce"}};
    const auto found = CLASSES.find({operation, algorithm});
    return found == CLASSES.end() ? "" : found->second;
}

/** @return channels of a graph: one of NCCL is on one of two trees, one of ours on both */
uint32_t
GetGraphChannels(const NcclChoice& choice, uint32_t channels)
{
    return choice.algorithm == "tree" ? (channels + 1) / 2 : channels;
}

bool
HasRoot(const std::string& operation)
{
    return operation == "broadcast" || operation == "reduce";
}

int64_t
ToPs(double us)
{
    return std::llround(us * PS_PER_US);
}

} // namespace

TypeId
NcclCollective::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::NcclCollective")
            .SetParent<CollectiveAlgorithm>()
            .SetGroupName("AiFabric")
            .AddConstructor<NcclCollective>()
            .AddAttribute("Operation",
                          "all-reduce, all-gather, reduce-scatter, all-to-all, broadcast or "
                          "reduce. An all-to-all is a send and a receive for each peer.",
                          StringValue("all-reduce"),
                          MakeStringAccessor(&NcclCollective::m_operation),
                          MakeStringChecker())
            .AddAttribute("Tuner",
                          "Tuner that selects algorithm and protocol; none: a tuner with NCCL's "
                          "own constants.",
                          PointerValue(),
                          MakePointerAccessor(&NcclCollective::m_tuner),
                          MakePartPointerChecker<NcclTuner>())
            .AddAttribute("Root",
                          "Source rank of a broadcast, destination rank of a reduce.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&NcclCollective::m_root),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Channels",
                          "Number of parallel rings or trees, as NCCL_MAX_NCHANNELS; each channel "
                          "is one thread block on each GPU.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&NcclCollective::m_channels),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("NvlinkRate",
                          "Rate of a GPU within its server, one way, as assumed by the tuner; 0: "
                          "the rate of its NVLink.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&NcclCollective::m_nvlinkRate),
                          MakeDataRateChecker())
            .AddAttribute("NetworkRate",
                          "Rate of a GPU's NICs, one way, as assumed by the tuner; 0: the rate of "
                          "their links, or of PCIe if it is lower.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&NcclCollective::m_networkRate),
                          MakeDataRateChecker())
            .AddAttribute("ComputeCapability",
                          "Compute capability of the GPUs: 70 Volta, 80 Ampere, 90 Hopper, 100 "
                          "Blackwell; 0: the GPU generation of the server's NVLink.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&NcclCollective::m_computeCapability),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "NvlinkSharp",
                "The tuner may choose NVLS and NVLSTree if NVSwitches reduce (NCCL_NVLS_ENABLE).",
                BooleanValue(true),
                MakeBooleanAccessor(&NcclCollective::m_nvlinkSharp),
                MakeBooleanChecker())
            .AddAttribute("NetworkSharp",
                          "The tuner may choose CollNet, which needs switches between servers that "
                          "reduce (NCCL_COLLNET_ENABLE).",
                          BooleanValue(false),
                          MakeBooleanAccessor(&NcclCollective::m_networkSharp),
                          MakeBooleanChecker())
            .AddAttribute(
                "LaunchLatency",
                "Time from the call to the start of the kernel, in us, for LL, LL128 and Simple.",
                StringValue("6.6 14 8.4"),
                MakeStringAccessor(&NcclCollective::m_launchUs),
                MakeStringChecker())
            .AddAttribute(
                "HostLatency",
                "Time on the host before LaunchLatency, for the call and the kernel launch by the "
                "driver; not among NCCL's constants, and different for each host.",
                TimeValue(Time(0)),
                MakeTimeAccessor(&NcclCollective::m_hostLatency),
                MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("NvlsLaunchLatency",
                          "LaunchLatency of NVLS and NVLSTree, in us.",
                          DoubleValue(24.3),
                          MakeDoubleAccessor(&NcclCollective::m_nvlsLaunchUs),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("NvlsNetworkLatency",
                          "NetworkLatency of NVLSTree, in us.",
                          DoubleValue(16),
                          MakeDoubleAccessor(&NcclCollective::m_nvlsNetworkUs),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("NvlsRate",
                          "Rate at which a GPU's kernels copy to the buffers of NVSwitches, and at "
                          "the same time from them, in GB/s of the operation's bytes; 0: no limit.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&NcclCollective::m_nvlsGBps),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("CollNetLaunchLatency",
                          "LaunchLatency of CollNet, in us.",
                          DoubleValue(36.4),
                          MakeDoubleAccessor(&NcclCollective::m_collNetLaunchUs),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("CollNetStepLatency",
                          "StepLatency of CollNet, whose steps serve all ranks of a server, in us.",
                          DoubleValue(0.4),
                          MakeDoubleAccessor(&NcclCollective::m_collNetStepUs),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("StepLatency",
                          "Delay until a kernel sees a received message, in us, for LL, LL128 and "
                          "Simple; later messages are not delayed by it.",
                          StringValue("0.1 1.4 2.9"),
                          MakeStringAccessor(&NcclCollective::m_stepUs),
                          MakeStringChecker())
            .AddAttribute("NetworkLatency",
                          "Delay of a message from another server in the proxy threads of the "
                          "hosts, in us, for LL, LL128 and Simple.",
                          StringValue("0.6 0.6 9.1"),
                          MakeStringAccessor(&NcclCollective::m_networkUs),
                          MakeStringChecker())
            .AddAttribute(
                "ChannelRate",
                "Rate at which the thread block of a channel moves data, in GB/s, for LL, LL128 "
                "and Simple; the times of links and memory are added. 0: no limit.",
                StringValue("0 0 0"),
                MakeStringAccessor(&NcclCollective::m_channelGBps),
                MakeStringChecker())
            .AddAttribute("GpuRate",
                          "ChannelRate of all channels of a GPU together, which share it equally.",
                          StringValue("0 0 0"),
                          MakeStringAccessor(&NcclCollective::m_gpuGBps),
                          MakeStringChecker())
            .AddAttribute("ProxyTime",
                          "Time that the proxy thread of a rank needs for each message to or from "
                          "another server, one message at a time: it posts, polls and counts.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&NcclCollective::m_proxyTime),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("P2pLaunchLatency",
                          "LaunchLatency of an all-to-all, in us.",
                          DoubleValue(8.4),
                          MakeDoubleAccessor(&NcclCollective::m_p2pLaunchUs),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("P2pNetworkLatency",
                          "NetworkLatency of an all-to-all, in us.",
                          DoubleValue(9.1),
                          MakeDoubleAccessor(&NcclCollective::m_p2pNetworkUs),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("P2pProxyTime",
                          "ProxyTime of an all-to-all, whose messages pass buffers that peers and "
                          "GPUs share.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&NcclCollective::m_p2pProxyTime),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("P2pChunkBytes",
                          "Longest message of an all-to-all (NCCL_P2P_NET_CHUNKSIZE).",
                          UintegerValue(131072),
                          MakeUintegerAccessor(&NcclCollective::m_p2pChunkBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("Pxn",
                          "In an all-to-all of equal servers, data for another server pass through "
                          "the GPU on the destination's rail (NCCL_P2P_PXN_LEVEL).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&NcclCollective::m_pxn),
                          MakeBooleanChecker())
            .AddAttribute("CrossNic",
                          "Rings leave a server on another NIC than that on which they enter the "
                          "next one (NCCL_CROSS_NIC=1); false: on the same rail (0).",
                          BooleanValue(false),
                          MakeBooleanAccessor(&NcclCollective::m_crossNic),
                          MakeBooleanChecker())
            .AddAttribute("TreeLaunchLatency",
                          "LaunchLatency of trees.",
                          StringValue("6.8 14 8.4"),
                          MakeStringAccessor(&NcclCollective::m_treeLaunchUs),
                          MakeStringChecker())
            .AddAttribute("TreeStepLatency",
                          "StepLatency of trees.",
                          StringValue("0.1 0.75 3.5"),
                          MakeStringAccessor(&NcclCollective::m_treeStepUs),
                          MakeStringChecker())
            .AddAttribute("TreeNetworkLatency",
                          "NetworkLatency of trees.",
                          StringValue("2.9 5.75 8.5"),
                          MakeStringAccessor(&NcclCollective::m_treeNetworkUs),
                          MakeStringChecker());
    return tid;
}

NcclCommunicator
NcclCollective::Describe(const RankLayout& layout) const
{
    NcclCommunicator communicator;
    communicator.ranks = layout.GetRanks();
    communicator.servers = layout.GetServers();
    communicator.channels = m_channels;
    const double perServer = static_cast<double>(RequireEqualServers(layout));
    const auto& links = GetLinks();
    const auto perChannelGBps = [this](DataRate given, uint64_t ofLinks) {
        constexpr double BPS_PER_GBPS = 8e9;
        const uint64_t bps = given.GetBitRate() > 0 ? given.GetBitRate() : ofLinks;
        return static_cast<double>(bps) / BPS_PER_GBPS / m_channels;
    };
    communicator.serverGBps = perChannelGBps(m_nvlinkRate, links.serverbps);
    communicator.networkGBps = perServer * perChannelGBps(m_networkRate, links.networkbps);
    if (perServer == 1)
    {
        communicator.serverGBps = communicator.networkGBps; // there is no other link
    }
    // Volta came with NVLink 2, and every generation with the next one.
    constexpr uint32_t BEFORE_VOLTA = 50;
    communicator.computeCapability =
        m_computeCapability > 0 ? m_computeCapability : BEFORE_VOLTA + 10 * links.nvlinkGeneration;
    communicator.nvlinkSharp = m_nvlinkSharp && links.nvlinkSharp;
    communicator.networkSharp = m_networkSharp;
    return communicator;
}

NcclChoice
NcclCollective::Choose(const RankLayout& layout, uint64_t bytes) const
{
    if (m_operation == "all-to-all")
    {
        NcclChoice choice; // nothing to choose but the protocol
        choice.algorithm = "p2p";
        choice.protocol =
            bytes / layout.GetRanks() <= P2P_LL_BYTES ? NcclProtocol::LL : NcclProtocol::SIMPLE;
        return choice;
    }
    const auto tuner = m_tuner ? m_tuner : CreateObject<NcclTuner>();
    for (const auto& choice : tuner->Rank(m_operation, bytes, Describe(layout)))
    {
        if (!FindClass(m_operation, choice.algorithm).empty())
        {
            return choice;
        }
    }
    Fail("none of the tuner's algorithms can be simulated");
}

Ptr<CollectiveAlgorithm>
NcclCollective::MakeAlgorithm(const NcclChoice& choice,
                              const RankLayout& layout,
                              uint64_t bytes) const
{
    ObjectFactory factory(FindClass(m_operation, choice.algorithm));
    if (choice.algorithm == "p2p")
    {
        if (m_pxn && layout.GetServers() > 1 && layout.GetRanksPerServer() > 1)
        {
            factory.SetTypeId("ns3::TwoLevelAllToAll");
            factory.Set("Aggregate", BooleanValue(false));
        }
        factory.Set("SliceBytes", UintegerValue(m_p2pChunkBytes));
        return factory.Create<CollectiveAlgorithm>();
    }
    const auto plan = MakeNcclPlan(choice, m_operation, bytes, Describe(layout));
    factory.Set("Channels", UintegerValue(GetGraphChannels(choice, plan.channels)));
    factory.Set("SliceBytes", UintegerValue(plan.messageBytes));
    if (factory.GetTypeId().IsChildOf(NvlsCollective::GetTypeId()))
    {
        factory.Set("StepBytes", UintegerValue(plan.messageBytes));
    }
    if (choice.algorithm == "pat" || choice.algorithm == "tree")
    {
        factory.Set("TurnBytes", UintegerValue(UINT64_MAX)); // its receivers give room ahead
    }
    if (HasRoot(m_operation))
    {
        factory.Set("Root", UintegerValue(m_root));
    }
    return factory.Create<CollectiveAlgorithm>();
}

NcclProtocolCost
NcclCollective::GetCost(const NcclChoice& choice, uint32_t channels) const
{
    const auto at = [&](const char* attribute, const std::string& text) {
        const auto protocol = static_cast<size_t>(choice.protocol);
        return ToPs(ReadNcclTriple("ns3::NcclCollective", attribute, text)[protocol]);
    };
    const auto psPerByte = [&](const char* attribute, const std::string& text, double share) {
        const auto protocol = static_cast<size_t>(choice.protocol);
        const double rate = ReadNcclTriple("ns3::NcclCollective", attribute, text)[protocol];
        return rate > 0 ? share * PS_PER_BYTE_AND_GBPS / rate : 0;
    };
    NcclProtocolCost cost;
    const double blocks = GetGraphChannels(choice, channels); // each as good as some of NCCL's
    cost.psPerByte = std::max(psPerByte("ChannelRate", m_channelGBps, blocks / channels),
                              psPerByte("GpuRate", m_gpuGBps, blocks));
    cost.proxyPs = m_proxyTime.GetPicoSeconds();
    switch (choice.protocol)
    {
    case NcclProtocol::LL:
        cost.dataBytes = 4;
        cost.lineBytes = 8;
        cost.roundBytes = 512 * 8; // threads, data of each
        break;
    case NcclProtocol::LL128:
        cost.dataBytes = 120;
        cost.lineBytes = 128;
        cost.roundBytes = 640 * 60;
        break;
    case NcclProtocol::SIMPLE:
        break;
    }
    cost.launchPs = at("LaunchLatency", m_launchUs);
    cost.stepPs = at("StepLatency", m_stepUs);
    cost.networkDelayPs = at("NetworkLatency", m_networkUs);
    if (choice.algorithm == "tree")
    {
        cost.launchPs = at("TreeLaunchLatency", m_treeLaunchUs);
        cost.stepPs = at("TreeStepLatency", m_treeStepUs);
        cost.networkDelayPs = at("TreeNetworkLatency", m_treeNetworkUs);
    }
    else if (choice.algorithm == "nvls" || choice.algorithm == "nvls-tree")
    {
        cost.launchPs = ToPs(m_nvlsLaunchUs);
        cost.networkDelayPs = ToPs(m_nvlsNetworkUs);
        cost.nvlsPsPerByte = m_nvlsGBps > 0 ? channels * PS_PER_BYTE_AND_GBPS / m_nvlsGBps : 0;
    }
    else if (choice.algorithm == "collnet-direct")
    {
        cost.launchPs = ToPs(m_collNetLaunchUs);
        cost.stepPs = ToPs(m_collNetStepUs);
    }
    else if (choice.algorithm == "p2p")
    {
        cost.launchPs = ToPs(m_p2pLaunchUs);
        cost.networkDelayPs = ToPs(m_p2pNetworkUs);
        cost.proxyPs = m_p2pProxyTime.GetPicoSeconds();
        cost.blocks = m_channels;
    }
    cost.launchPs += m_hostLatency.GetPicoSeconds();
    return cost;
}

CommunicationGraph
NcclCollective::DoBuild(const RankLayout& layout, uint64_t bytes, CollectiveData* data) const
{
    const auto choice = Choose(layout, bytes);
    NS_LOG_INFO(m_operation << " of " << bytes << " B: " << choice.algorithm << ", "
                            << NcclTuner::GetName(choice.protocol) << ", expects " << choice.timeUs
                            << " us");
    if (data)
    {
        Fail("cannot check its data; only the algorithms that it selects can");
    }
    const bool isP2p = choice.algorithm == "p2p";
    const uint32_t channels =
        isP2p ? m_channels : MakeNcclPlan(choice, m_operation, bytes, Describe(layout)).channels;
    if (m_crossNic && GetLinks().railsApart)
    {
        Fail("CrossNic is true, but rails have no path to each other; expected false");
    }
    RankLayout rings = layout;
    rings.SetRingsChangeRail(m_crossNic);
    return ApplyNcclProtocol(MakeAlgorithm(choice, layout, bytes)->Build(rings, bytes),
                             layout,
                             GetCost(choice, channels));
}

double
NcclCollective::DoGetBusFactor(uint32_t ranks) const
{
    const std::string name = FindClass(m_operation, m_operation == "all-to-all" ? "p2p" : "ring");
    if (name.empty())
    {
        Fail("Operation is \"" + m_operation +
             "\"; expected one of all-reduce, all-gather, reduce-scatter, all-to-all, broadcast, "
             "reduce");
    }
    return ObjectFactory(name).Create<CollectiveAlgorithm>()->GetBusFactor(ranks);
}

} // namespace ns3
