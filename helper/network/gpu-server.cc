// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "gpu-server.h"

#include "nvlink-fabric.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/nvlink-framing.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>

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
                      "GPUs of a server; it holds as many consecutive hosts of the topology.",
                      UintegerValue(defaults.gpus),
                      MakeUintegerAccessor(&GpuServer::m_gpus),
                      MakeUintegerChecker<uint32_t>(1, 4096))
        .AddAttribute("NicsPerGpu",
                      "NICs of each GPU, each on a network of its own with the same topology.",
                      UintegerValue(1),
                      MakeUintegerAccessor(&GpuServer::m_nicsPerGpu),
                      MakeUintegerChecker<uint32_t>(1, 64))
        .AddAttribute("SplitOverNics",
                      "Whether each message between servers goes in parts over all NICs of a GPU, "
                      "as NCCL does with the ports of an adapter; otherwise messages of channel c "
                      "take NIC c modulo NicsPerGpu.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&GpuServer::m_splitOverNics),
                      MakeBooleanChecker())
        .AddAttribute("NvlinkGeneration",
                      "Generation of NVLink: 2 of V100, 3 of A100, 4 of H100, 5 of B200.",
                      UintegerValue(defaults.nvlinkGeneration),
                      MakeUintegerAccessor(&GpuServer::m_nvlinkGeneration),
                      MakeUintegerChecker<uint32_t>(FIRST_GENERATION,
                                                    FIRST_GENERATION + GENERATIONS.size() - 1))
        .AddAttribute("Nvlinks",
                      "Links of each GPU; 0: there is no NVLink, messages inside a server go "
                      "over the NICs.",
                      UintegerValue(defaults.nvlinks),
                      MakeUintegerAccessor(&GpuServer::m_nvlinks),
                      MakeUintegerChecker<uint32_t>(0, 1024))
        .AddAttribute("NvlinkRate",
                      "Payload rate of one link in each direction as copies by a GPU reach it; 0: "
                      "what NCCL counts on for the generation.",
                      DataRateValue(DataRate(0)),
                      MakeDataRateAccessor(&GpuServer::m_nvlinkRate),
                      MakeDataRateChecker())
        .AddAttribute("NvlinkDelay",
                      "Delay between a GPU and an NVSwitch, one way.",
                      TimeValue(NanoSeconds(100)),
                      MakeTimeAccessor(&GpuServer::m_nvlinkDelay),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("NvSwitchLatency",
                      "From a packet's first bit into an NVSwitch to its first bit out of it.",
                      TimeValue(NanoSeconds(150)),
                      MakeTimeAccessor(&GpuServer::m_nvSwitchLatency),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("Nvls",
                      "Whether NVSwitches reduce and multicast for groups of GPUs of a server "
                      "(NVLink SHARP); those of generations before 4 cannot.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&GpuServer::m_nvls),
                      MakeBooleanChecker())
        .AddAttribute("NvlsEfficiency",
                      "Share of the usable rate that such operations reach; 0: what NCCL counts "
                      "on for the generation, 0.85 for 4 and 0.74 for 5.",
                      DoubleValue(0),
                      MakeDoubleAccessor(&GpuServer::m_nvlsEfficiency),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute("PacketBytes",
                      "Payload of a packet on NVLink, which stands for many of the hardware's 256 "
                      "B; more make fewer events.",
                      UintegerValue(16384),
                      MakeUintegerAccessor(&GpuServer::m_packetBytes),
                      MakeUintegerChecker<uint32_t>(NvlinkFraming::HARDWARE_PAYLOAD_BYTES, 65280))
        .AddAttribute("PcieRate",
                      "Payload rate between a NIC and its GPU in each direction, which caps that "
                      "of the host's link; 0: no limit.",
                      DataRateValue(DataRate(defaults.pcieRate)),
                      MakeDataRateAccessor(&GpuServer::m_pcieRate),
                      MakeDataRateChecker())
        .AddAttribute("PcieDelay",
                      "Between a NIC and its GPU, one way; adds to the delay of the host's link.",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&GpuServer::m_pcieDelay),
                      MakeTimeChecker(Time(0), Seconds(1)));
}

bool
GpuServer::HasNvls() const
{
    return m_nvls && HasNvlink() &&
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
    if (m_nicsPerGpu == 1 && isChanged("SplitOverNics"))
    {
        return {"SplitOverNics", "has no effect with one NIC; expected nicsPerGpu above 1"};
    }
    if (!HasNvlink())
    {
        for (const char* name : {"NvlinkGeneration",
                                 "NvlinkRate",
                                 "NvlinkDelay",
                                 "NvSwitchLatency",
                                 "Nvls",
                                 "NvlsEfficiency",
                                 "PacketBytes"})
        {
            if (isChanged(name))
            {
                return {name,
                        m_gpus > 1 ? "has no effect without NVLink; expected nvlinks above 0"
                                   : "has no effect in servers of one GPU; expected gpusPerServer "
                                     "above 1"};
            }
        }
        if (m_nvlinks > 0 && isChanged("Nvlinks"))
        {
            return {"Nvlinks",
                    "has no effect in servers of one GPU; expected gpusPerServer above 1"};
        }
    }
    else if (!HasNvls() && isChanged("NvlsEfficiency"))
    {
        return {"NvlsEfficiency",
                "has no effect where NVSwitches do not reduce; expected nvls and an "
                "nvlinkGeneration from 4 on"};
    }
    return {};
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

FabricTopology
GpuServer::LimitHosts(FabricTopology topology) const
{
    if (topology.GetHostCount() % m_gpus != 0)
    {
        Fail("GpusPerServer",
             std::to_string(m_gpus) + " do not divide the " +
                 std::to_string(topology.GetHostCount()) +
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
    const uint64_t ratebps = GetNvlinkRatebps();
    const uint64_t headersbps = ratebps / m_packetBytes * NvlinkFraming::FLIT_BYTES;
    FabricTopology scaleUp;
    scaleUp.origin = GetInstanceTypeId().GetName();
    scaleUp.islands = true;
    for (const uint32_t host : topology.hosts)
    {
        scaleUp.AddHost(topology.nodes[host].name);
    }
    const uint32_t hosts = topology.GetHostCount();
    for (uint32_t server = 0; server < hosts / m_gpus; ++server)
    {
        scaleUp.AddSwitch("nvswitch" + std::to_string(server));
    }
    for (uint32_t host = 0; host < hosts; ++host)
    {
        scaleUp.AddLink(
            {host, hosts + host / m_gpus, ratebps + headersbps, m_nvlinkDelay.GetPicoSeconds()});
    }
    return scaleUp;
}

Ptr<FabricProfile>
GpuServer::MakeProfile() const
{
    // A whole number of blocks of about 1 KiB, or one block: the credits of a link stand for
    // frames.
    constexpr uint32_t BLOCK_BYTES = 1024;
    const uint32_t frameBytes = m_packetBytes + NvlinkFraming::FLIT_BYTES;
    const uint32_t blocks = (frameBytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
    const auto profile = CreateObject<NvlinkFabric>();
    profile->flowControl.Set("BlockBytes", UintegerValue((frameBytes + blocks - 1) / blocks));
    profile->nic.Set("MtuBytes", UintegerValue(m_packetBytes));
    profile->fabricSwitch.Set("Latency", TimeValue(m_nvSwitchLatency));
    if (HasNvls())
    {
        auto& aggregation = profile->aggregation;
        aggregation.Set("MaxLowLatencyTrees", UintegerValue(NVLS_TREES));
        aggregation.Set("MaxStreamingTrees", UintegerValue(NVLS_TREES));
        aggregation.Set("MaxStreamingTreesPerPort", UintegerValue(0));
        aggregation.Set("HeaderBytes", UintegerValue(0)); // the header flit is enough
        aggregation.Set("Latency", TimeValue(Time(0)));   // none is known beside the switch's
        aggregation.Set("Efficiency", DoubleValue(GetNvlsEfficiency()));
        aggregation.Set("BroadcastToRoot", BooleanValue(true));
    }
    return profile;
}

} // namespace ns3
