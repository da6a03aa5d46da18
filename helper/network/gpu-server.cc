// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "gpu-server.h"

#include "nvlink-fabric.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/ideal-transport.h"
#include "ns3/input-error.h"
#include "ns3/nvlink-framing.h"
#include "ns3/parse-number.h"
#include "ns3/part-checker.h"
#include "ns3/size-list.h"
#include "ns3/star-topology.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GpuServer);

namespace
{

/** Rates of one link and direction, of one generation of NVLink. */
struct NvlinkRates
{
    uint64_t signallingbps; //!< rate of the wire in bit/s
    uint64_t usablebps;     //!< payload rate as NCCL counts it, in bit/s
    double nvlsEfficiency;  //!< share of usablebps as NCCL counts it (src/tuning, NVLS); 0: no NVLS
};

constexpr uint32_t FIRST_GENERATION = 2;

/** By generation, from the first: 25 and 20 GB/s, and so on. */
constexpr std::array<NvlinkRates, 4> GENERATIONS = {{{200'000'000'000, 160'000'000'000, 0},
                                                     {200'000'000'000, 160'000'000'000, 0},
                                                     {200'000'000'000, 164'800'000'000, 0.85},
                                                     {400'000'000'000, 320'800'000'000, 0.74}}};

/** @return factory of a part that is not set */
ObjectFactory
AsUnset(TypeId family)
{
    ObjectFactory factory;
    factory.SetTypeId(family);
    return factory;
}

/**
 * Adds the links and routes of a server.
 *
 * @param one topology of the server
 * @param firstHost index of its first GPU
 * @param firstSwitch node id of its first switch
 * @param all topology of all servers, with the hosts and switches
 */
void
AddServer(const FabricTopology& one, uint32_t firstHost, uint32_t firstSwitch, FabricTopology& all)
{
    std::vector<uint32_t> place; // node ids among all, by node id of the server
    for (uint32_t node = 0; node < one.nodes.size(); ++node)
    {
        place.push_back(one.IsHost(node) ? firstHost + one.hostIndex[node] : firstSwitch++);
    }
    const auto firstLink = static_cast<uint32_t>(all.links.size());
    for (TopologyLink link : one.links)
    {
        link.a = place[link.a];
        link.b = place[link.b];
        all.AddLink(link);
    }
    for (TopologyRoute route : one.routes)
    {
        route.node = place[route.node];
        for (uint32_t& host : route.hosts)
        {
            host += firstHost;
        }
        for (uint32_t& link : route.links)
        {
            link += firstLink;
        }
        all.routes.push_back(std::move(route));
    }
}

/** NVSwitches as aggregation switches: no limit of trees is known. */
constexpr uint32_t NVLS_TREES = 1 << 20;

} // namespace

TypeId
GpuServer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GpuServer").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

TypeId
GpuServer::AddAttributes(TypeId tid, const Defaults& defaults)
{
    return tid
        .AddAttribute("GpusPerServer",
                      "GPUs of a server; each is one of as many consecutive hosts of the topology.",
                      UintegerValue(defaults.gpus),
                      MakeUintegerAccessor(&GpuServer::m_gpus),
                      MakeUintegerChecker<uint32_t>(1, 4096))
        .AddAttribute(
            "ServerSizes",
            "Servers with different numbers of GPUs, in the order of the hosts: GPUs and, "
            "behind x, the number of such servers if it is not 1, such as 72x3, 68. "
            "Empty: all servers have GpusPerServer.",
            StringValue(""),
            MakeStringAccessor(&GpuServer::SetSizes, &GpuServer::GetSizes),
            MakeStringChecker())
        .AddAttribute("GpusPerNic",
                      "GPUs that share each NIC and its rate. The hosts of the topology are the "
                      "NICs; GPU g has NIC g / GpusPerNic.",
                      UintegerValue(1),
                      MakeUintegerAccessor(&GpuServer::m_gpusPerNic),
                      MakeUintegerChecker<uint32_t>(1, 64))
        .AddAttribute("Topology",
                      "Topology of the links inside one server, with as many hosts as GPUs; unset: "
                      "NVLinks of Nvlinks to a switch.",
                      ObjectFactoryValue(AsUnset(TopologyGenerator::GetTypeId())),
                      MakeObjectFactoryAccessor(&GpuServer::m_topology),
                      MakePartChecker(TopologyGenerator::GetTypeId()))
        .AddAttribute("Fabric",
                      "Parts of the network inside the servers; unset: NVLink.",
                      ObjectFactoryValue(AsUnset(FabricProfile::GetTypeId())),
                      MakeObjectFactoryAccessor(&GpuServer::m_fabric),
                      MakePartChecker(FabricProfile::GetTypeId()))
        .AddAttribute("NicsPerGpu",
                      "NICs of each GPU; each NIC is on its own network, with the same topology.",
                      UintegerValue(1),
                      MakeUintegerAccessor(&GpuServer::m_nicsPerGpu),
                      MakeUintegerChecker<uint32_t>(1, 64))
        .AddAttribute(
            "SplitOverNics",
            "true: each message between servers is split over all NICs of a GPU, as NCCL does with "
            "the ports of an adapter. false: messages of channel c take NIC c modulo NicsPerGpu.",
            BooleanValue(true),
            MakeBooleanAccessor(&GpuServer::m_splitOverNics),
            MakeBooleanChecker())
        .AddAttribute(
            "OneAdapter",
            "The NICs of a GPU are the ports of one adapter: MRC and Ultra Ethernet spray "
            "each message over all ports, other transports pin each connection to a port "
            "by a hash; queue pairs leave it when it dies.",
            BooleanValue(false),
            MakeBooleanAccessor(&GpuServer::m_oneAdapter),
            MakeBooleanChecker())
        .AddAttribute("NvlinkGeneration",
                      "Generation of NVLink: 2 for V100, 3 for A100, 4 for H100, 5 for B200.",
                      UintegerValue(defaults.nvlinkGeneration),
                      MakeUintegerAccessor(&GpuServer::m_nvlinkGeneration),
                      MakeUintegerChecker<uint32_t>(FIRST_GENERATION,
                                                    FIRST_GENERATION + GENERATIONS.size() - 1))
        .AddAttribute(
            "Nvlinks",
            "NVLink links of each GPU; 0: no NVLink, so messages inside a server use the NICs.",
            UintegerValue(defaults.nvlinks),
            MakeUintegerAccessor(&GpuServer::m_nvlinks),
            MakeUintegerChecker<uint32_t>(0, 1024))
        .AddAttribute("NvlinkRate",
                      "Payload rate of one NVLink in each direction, as reached by copies of a "
                      "GPU; 0: NCCL's value for the generation.",
                      DataRateValue(DataRate(0)),
                      MakeDataRateAccessor(&GpuServer::m_nvlinkRate),
                      MakeDataRateChecker())
        .AddAttribute("NvlinkDelay",
                      "Delay between a GPU and an NVSwitch, one way.",
                      TimeValue(NanoSeconds(100)),
                      MakeTimeAccessor(&GpuServer::m_nvlinkDelay),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            "NvSwitchLatency",
            "Latency of an NVSwitch, from the first bit of a packet in to its first bit out.",
            TimeValue(NanoSeconds(150)),
            MakeTimeAccessor(&GpuServer::m_nvSwitchLatency),
            MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("Nvls",
                      "Whether NVSwitches reduce and multicast for groups of GPUs of a server "
                      "(NVLink SHARP). Needs NvlinkGeneration 4 or later.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&GpuServer::m_nvls),
                      MakeBooleanChecker())
        .AddAttribute("NvlsEfficiency",
                      "Share of the usable rate that NVLS operations reach; 0: NCCL's value for "
                      "the generation, 0.85 for 4 and 0.74 for 5.",
                      DoubleValue(0),
                      MakeDoubleAccessor(&GpuServer::m_nvlsEfficiency),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute("NvlinkModel",
                      "Model of NVLink. packets: packets, switches and credits. flows: messages "
                      "share the links of their server at max-min fair rates, without packets; not "
                      "with reductions in NVSwitches. law: collectives of training, inference and "
                      "traces that stay inside a server take the time of a law, and other messages "
                      "are flows. auto: the same, but other messages are packets.",
                      StringValue("auto"),
                      MakeStringAccessor(&GpuServer::m_nvlinkModel),
                      MakeStringChecker())
        .AddAttribute("PacketBytes",
                      "Payload of a simulated packet on NVLink, which stands for many packets of "
                      "256 B. Larger packets need fewer events.",
                      UintegerValue(16384),
                      MakeUintegerAccessor(&GpuServer::m_packetBytes),
                      MakeUintegerChecker<uint32_t>(NvlinkFraming::HARDWARE_PAYLOAD_BYTES, 65280))
        .AddAttribute("PcieRate",
                      "Payload rate between a NIC and its GPU in each direction; limits the rate "
                      "of the host's link. 0: no limit.",
                      DataRateValue(DataRate(defaults.pcieRate)),
                      MakeDataRateAccessor(&GpuServer::m_pcieRate),
                      MakeDataRateChecker())
        .AddAttribute(
            "PcieDelay",
            "Delay between a NIC and its GPU, one way; added to the delay of the host's link.",
            TimeValue(Time(0)),
            MakeTimeAccessor(&GpuServer::m_pcieDelay),
            MakeTimeChecker(Time(0), Seconds(1)));
}

bool
GpuServer::HasNvls() const
{
    return m_nvls && HasLinks() && !HasTopology() && !HasFabric() &&
           GENERATIONS.at(m_nvlinkGeneration - FIRST_GENERATION).nvlsEfficiency > 0;
}

GpuServer::Idle
GpuServer::FindIdle() const
{
    const auto isChanged = [this](const char* name) {
        TypeId::AttributeInformation info;
        GetInstanceTypeId().LookupAttributeByName(name, &info);
        const auto value = info.checker->Create();
        GetAttribute(name, *value);
        return value->SerializeToString(info.checker) !=
               info.initialValue->SerializeToString(info.checker);
    };
    if (HasSizes() && isChanged("GpusPerServer"))
    {
        return {"GpusPerServer", "has no effect with serverSizes, which have the GPUs of each"};
    }
    if (m_isAlone && !m_sizes.empty())
    {
        return {"ServerSizes", "has no effect for a server alone, which is one server"};
    }
    if (m_nicsPerGpu == 1 && isChanged("SplitOverNics"))
    {
        return {"SplitOverNics", "has no effect with one NIC; expected nicsPerGpu above 1"};
    }
    if (m_nicsPerGpu == 1 && m_oneAdapter)
    {
        return {"OneAdapter", "has no effect with one NIC; expected nicsPerGpu above 1"};
    }
    if (m_oneAdapter && isChanged("SplitOverNics"))
    {
        return {"SplitOverNics", "has no effect with oneAdapter, whose transport decides"};
    }
    for (const auto& idle : GetIdle())
    {
        if (isChanged(idle.attribute.c_str()))
        {
            return idle;
        }
    }
    return {};
}

std::vector<GpuServer::Idle>
GpuServer::GetIdle() const
{
    std::vector<Idle> idle;
    const auto add = [&idle](const std::vector<const char*>& names, const std::string& problem) {
        for (const char* name : names)
        {
            idle.push_back({name, problem});
        }
    };
    const std::vector<const char*> links = {"NvlinkGeneration", "NvlinkRate", "NvlinkDelay"};
    const std::vector<const char*> parts = {"NvSwitchLatency",
                                            "Nvls",
                                            "NvlsEfficiency",
                                            "PacketBytes"};
    if (!HasLinks())
    {
        const std::string problem =
            m_gpus > 1 ? "has no effect without NVLink; expected nvlinks above 0"
                       : "has no effect in servers of one GPU; expected gpusPerServer above 1";
        add(links, problem);
        add(parts, problem);
        add({"NvlinkModel", "Fabric"}, problem);
        if (m_gpus == 1)
        {
            add({"Nvlinks", "Topology"}, problem);
        }
        return idle;
    }
    if (HasTopology())
    {
        const std::string problem = "has no effect with a topology, which has its own links";
        add(links, problem);
        add({"Nvlinks", "Nvls", "NvlsEfficiency"}, problem);
    }
    if (HasFabric())
    {
        add(parts, "has no effect with a fabric, which has its own parts");
    }
    if (!HasNvls())
    {
        add({"NvlsEfficiency"},
            "has no effect if NVSwitches do not reduce; expected nvls and an nvlinkGeneration of 4 "
            "or later");
    }
    return idle;
}

double
GpuServer::GetNvlsEfficiency() const
{
    return m_nvlsEfficiency > 0
               ? m_nvlsEfficiency
               : GENERATIONS.at(m_nvlinkGeneration - FIRST_GENERATION).nvlsEfficiency;
}

uint64_t
GpuServer::GetNicRatebps(uint64_t linkbps) const
{
    return m_pcieRate.GetBitRate() > 0 ? std::min(linkbps, m_pcieRate.GetBitRate()) : linkbps;
}

uint64_t
GpuServer::GetNvlinkRatebps() const
{
    if (HasTopology())
    {
        const auto one = GenerateOne(m_gpus);
        uint64_t slowestbps = FabricTopology::MAX_RATE_BPS;
        for (const auto& link : one.links)
        {
            if (one.IsHost(link.a) || one.IsHost(link.b))
            {
                slowestbps = std::min(slowestbps, link.ratebps);
            }
        }
        return slowestbps;
    }
    constexpr uint64_t PAYLOAD = NvlinkFraming::HARDWARE_PAYLOAD_BYTES;
    const auto& generation = GENERATIONS.at(m_nvlinkGeneration - FIRST_GENERATION);
    const uint64_t limitbps =
        generation.signallingbps / (PAYLOAD + NvlinkFraming::FLIT_BYTES) * PAYLOAD;
    const uint64_t ratebps =
        m_nvlinkRate.GetBitRate() > 0 ? m_nvlinkRate.GetBitRate() : generation.usablebps;
    if (ratebps > limitbps)
    {
        Fail("NvlinkRate",
             std::to_string(ratebps) + " bit/s is more than a link of generation " +
                 std::to_string(m_nvlinkGeneration) + " carries, which is 256/272 of " +
                 std::to_string(generation.signallingbps) + "; expected at most " +
                 std::to_string(limitbps));
    }
    return m_nvlinks * ratebps;
}

uint64_t
GpuServer::GetNvlinkWirebps() const
{
    const uint64_t ratebps = GetNvlinkRatebps();
    return ratebps + ratebps / m_packetBytes * NvlinkFraming::FLIT_BYTES;
}

Ptr<TopologyGenerator>
GpuServer::MakeGenerator() const
{
    return HasTopology() ? m_topology.Create<TopologyGenerator>() : MakeStar(m_gpus);
}

Ptr<TopologyGenerator>
GpuServer::MakeStar(uint32_t gpus) const
{
    const auto star = CreateObject<StarTopology>();
    star->SetAttribute("Hosts", UintegerValue(gpus));
    star->SetAttribute("Rate", DataRateValue(DataRate(GetNvlinkWirebps())));
    star->SetAttribute("Delay", TimeValue(m_nvlinkDelay));
    return star;
}

FabricTopology
GpuServer::GenerateOne(uint32_t gpus) const
{
    if (!HasTopology())
    {
        return MakeStar(gpus)->Generate();
    }
    auto one = MakeGenerator()->Generate();
    if (one.GetHostCount() != m_gpus || one.ports != 1)
    {
        Fail("Topology",
             "has " + std::to_string(one.GetMachineCount()) + " hosts with " +
                 std::to_string(one.ports) + " link each; expected " + std::to_string(m_gpus) +
                 " with 1, one for each of gpusPerServer");
    }
    return one;
}

void
GpuServer::SetSizes(std::string sizes)
{
    constexpr uint32_t MOST = 1 << 20; // GPUs
    m_sizes = std::move(sizes);
    m_sizesProblem.clear();
    m_serverOfGpu.clear();
    uint32_t server = 0;
    for (std::string item : SplitList(m_sizes))
    {
        item.erase(std::remove(item.begin(), item.end(), ' '), item.end());
        const auto cross = item.find('x');
        const auto gpus = ParseNumber<uint32_t>(item.substr(0, cross), 1, 4096);
        const auto servers = cross == std::string::npos
                                 ? std::optional<uint32_t>(1)
                                 : ParseNumber<uint32_t>(item.substr(cross + 1), 1, MOST);
        if (!gpus || !servers || m_serverOfGpu.size() + uint64_t{*gpus} * *servers > MOST)
        {
            m_sizesProblem = "has '" + item +
                             "'; expected GPUs of a server, 1 to 4096, and behind x "
                             "the number of such servers, such as 72x3, 68";
            m_serverOfGpu.clear();
            return;
        }
        for (const uint32_t end = server + *servers; server < end; ++server)
        {
            m_serverOfGpu.insert(m_serverOfGpu.end(), *gpus, server);
        }
    }
}

std::string
GpuServer::GetSizes() const
{
    return m_sizes;
}

std::vector<uint32_t>
GpuServer::GetFirstGpus(uint32_t gpus) const
{
    std::vector<uint32_t> first;
    for (uint32_t gpu = 0; gpu < gpus; ++gpu)
    {
        if (GetServerOf(gpu) == first.size())
        {
            first.push_back(gpu);
        }
    }
    return first;
}

void
GpuServer::CheckShape() const
{
    if (!m_sizesProblem.empty())
    {
        Fail("ServerSizes", m_sizesProblem);
    }
    if (HasSizes() && HasTopology())
    {
        Fail("ServerSizes",
             "is " + m_sizes +
                 ", but the topology of a server has one number of GPUs; expected "
                 "servers with nvlinks, or without links");
    }
    if (m_gpusPerNic == 1)
    {
        return;
    }
    if (!HasNvlink())
    {
        Fail("GpusPerNic",
             "is " + std::to_string(m_gpusPerNic) +
                 ", but GPUs of one NIC have no path to each other; expected a server with "
                 "nvlinks or a topology");
    }
    const auto gpus = static_cast<uint32_t>(m_serverOfGpu.size());
    const auto first = HasSizes() ? GetFirstGpus(gpus) : std::vector<uint32_t>{m_gpus};
    for (const uint32_t gpu : first)
    {
        if (gpu % m_gpusPerNic != 0)
        {
            Fail("GpusPerNic",
                 "is " + std::to_string(m_gpusPerNic) +
                     ", which does not divide the GPUs of each server; expected a whole number of "
                     "NICs in each");
        }
    }
}

FabricTopology
GpuServer::LimitHosts(FabricTopology topology) const
{
    if (m_isAlone)
    {
        return topology;
    }
    CheckShape();
    topology.gpusPerHost = m_gpusPerNic;
    const uint32_t gpus = topology.GetGpuCount();
    if (HasSizes() && m_serverOfGpu.size() != gpus)
    {
        Fail("ServerSizes",
             "has " + std::to_string(m_serverOfGpu.size()) + " GPUs in all; expected " +
                 std::to_string(gpus) + ", those of the " +
                 std::to_string(topology.GetMachineCount()) + " hosts of the topology");
    }
    if (!HasSizes() && gpus % m_gpus != 0)
    {
        const std::string behind =
            m_gpusPerNic > 1 ? std::to_string(gpus) + " GPUs behind the " : std::string();
        Fail("GpusPerServer",
             std::to_string(m_gpus) + " do not divide the " + behind +
                 std::to_string(topology.GetMachineCount()) +
                 " hosts of the topology; expected a whole number of servers");
    }
    for (auto& link : topology.links)
    {
        if (topology.IsHost(link.a) || topology.IsHost(link.b))
        {
            link.delayPs += m_pcieDelay.GetPicoSeconds();
            link.ratebps = GetNicRatebps(link.ratebps);
        }
    }
    topology.Validate();
    return topology;
}

FabricTopology
GpuServer::MakeScaleUp(const FabricTopology& topology) const
{
    FabricTopology scaleUp;
    scaleUp.origin = GetInstanceTypeId().GetName();
    scaleUp.islands = true;
    const uint32_t gpus = topology.GetGpuCount();
    for (uint32_t gpu = 0; gpu < gpus; ++gpu)
    {
        const uint32_t place = gpu % topology.gpusPerHost;
        scaleUp.AddHost(topology.nodes[topology.hosts[gpu / topology.gpusPerHost]].name +
                        (place > 0 ? "-gpu" + std::to_string(place) : ""));
    }
    const auto first = GetFirstGpus(gpus);
    const auto getSize = [&](size_t server) {
        return (server + 1 < first.size() ? first[server + 1] : gpus) - first[server];
    };
    // By number of GPUs: a server is generated once.
    std::map<uint32_t, FabricTopology> one;
    std::vector<uint32_t> firstSwitch;
    for (uint32_t server = 0; server < first.size(); ++server)
    {
        const uint32_t size = getSize(server);
        if (one.count(size) == 0)
        {
            one.emplace(size, GenerateOne(size));
        }
        firstSwitch.push_back(static_cast<uint32_t>(scaleUp.nodes.size()));
        for (const auto& node : one[size].nodes)
        {
            if (node.kind == TopologyNode::Kind::SWITCH)
            {
                scaleUp.AddSwitch(HasTopology() ? node.name + "-server" + std::to_string(server)
                                                : "nvswitch" + std::to_string(server));
            }
        }
    }
    for (uint32_t server = 0; server < first.size(); ++server)
    {
        AddServer(one[getSize(server)], first[server], firstSwitch[server], scaleUp);
    }
    return scaleUp;
}

Ptr<FabricProfile>
GpuServer::MakeProfile() const
{
    Ptr<FabricProfile> profile;
    if (HasFabric())
    {
        profile = m_fabric.Create<FabricProfile>();
    }
    else
    {
        profile = CreateObject<NvlinkFabric>();
        profile->nic.Set("MtuBytes", UintegerValue(m_packetBytes));
        profile->fabricSwitch.Set("Latency", TimeValue(m_nvSwitchLatency));
    }
    if (m_nvlinkModel == "flows" || m_nvlinkModel == "law")
    {
        profile->transport.SetTypeId(IdealTransport::GetTypeId());
        return profile;
    }
    if (m_nvlinkModel != "auto" && m_nvlinkModel != "packets")
    {
        Fail("NvlinkModel", "is '" + m_nvlinkModel + "'; expected auto, packets, flows or law");
    }
    if (!HasFabric())
    {
        SetPackets(*profile);
    }
    return profile;
}

void
GpuServer::SetPackets(FabricProfile& profile) const
{
    // A whole number of blocks of about 1 KiB, or one block: the credits of a link stand for
    // frames.
    constexpr uint32_t BLOCK_BYTES = 1024;
    const uint32_t frameBytes = m_packetBytes + NvlinkFraming::FLIT_BYTES;
    const uint32_t blocks = (frameBytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
    profile.flowControl.Set("BlockBytes", UintegerValue((frameBytes + blocks - 1) / blocks));
    profile.nic.Set("AckInterval", UintegerValue(1 << 20)); // one of each message
    if (HasNvls())
    {
        auto& aggregation = profile.aggregation;
        aggregation.Set("MaxLowLatencyTrees", UintegerValue(NVLS_TREES));
        aggregation.Set("MaxStreamingTrees", UintegerValue(NVLS_TREES));
        aggregation.Set("MaxStreamingTreesPerPort", UintegerValue(0));
        aggregation.Set("HeaderBytes", UintegerValue(0)); // the header flit is enough
        aggregation.Set("Latency", TimeValue(Time(0)));   // none is known beside the switch's
        aggregation.Set("Efficiency", DoubleValue(GetNvlsEfficiency()));
        aggregation.Set("BroadcastToRoot", BooleanValue(true));
    }
}

} // namespace ns3
