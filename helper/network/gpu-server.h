// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GPU_SERVER_H
#define AI_FABRIC_GPU_SERVER_H

#include "fabric-profile.h"

#include "ns3/data-rate.h"
#include "ns3/fabric-topology.h"
#include "ns3/input-object.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * A kind of server: how many GPUs it holds, and what joins them to each other and to their NICs.
 *
 * A host of the topology is one GPU with its NIC. Server s holds the hosts s*G to s*G + G - 1 with
 * G = GpusPerServer. NVLink is a second network over the same hosts: a switch per server, and from
 * each GPU a link of
 *     rate = Nvlinks * usable rate of one * (PacketBytes + 16) / PacketBytes
 * so that long messages move Nvlinks times the usable rate, whatever the size of a packet. A GPU
 * spreads its addresses over all its links and so over all NVSwitches of the server; these are
 * one switch here, and the links of a GPU one link.
 *
 * The usable rate is what NCCL counts on for a copy by the GPU (graph/topo.h), by generation:
 *     generation   signalling   of it payload, 256/272   usable      in GB/s, link and direction
 *     2 (V100)     25           23.5                     20
 *     3 (A100)     25           23.5                     20
 *     4 (H100)     25           23.5                     20.6
 *     5 (B200)     50           47.1                     40.1
 *
 * With n NICs per GPU there are n networks between the servers, planes of the same topology, and
 * NIC i of a GPU is on plane i. A message goes in n parts, one over each, as NCCL sends it over the
 * ports of an adapter, which it takes for one (NCCL_IB_MERGE_NICS); or over one NIC.
 *
 * PCIe is no network of its own: it caps the rate of the host's link and adds to its delay. The
 * queue that a NIC faster than its PCIe would have is then that of the last switch.
 *
 * A kind of server is a subclass that registers these attributes with its own defaults through
 * AddAttributes().
 */
class GpuServer : public InputObject
{
  public:
    /** The attributes that kinds of server differ in. */
    struct Defaults
    {
        uint32_t gpus;             //!< GpusPerServer
        uint32_t nvlinkGeneration; //!< NvlinkGeneration
        uint32_t nvlinks;          //!< Nvlinks
        std::string pcieRate;      //!< PcieRate
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return how many GPUs a server holds, at least 1 */
    uint32_t GetGpus() const
    {
        return m_gpus;
    }

    /** @return NICs of each GPU, each on a network of its own, at least 1 */
    uint32_t GetNicsPerGpu() const
    {
        return m_nicsPerGpu;
    }

    /** @return whether its GPUs are joined by NVLink */
    bool HasNvlink() const
    {
        return m_gpus > 1 && m_nvlinks > 0;
    }

    /** @return whether its NVSwitches reduce and multicast (NVLink SHARP, NVLS) */
    bool HasNvls() const;

    /** @return share of NVLink's usable rate that NVLS reaches, up to 1; 0: there is none */
    double GetNvlsEfficiency() const;

    /** @return generation of NVLink, from 2 (V100) on */
    uint32_t GetNvlinkGeneration() const
    {
        return m_nvlinkGeneration;
    }

    /**
     * @return whether each message between servers goes in parts over all NICs of its GPUs; if not,
     *         messages of channel c take NIC c mod GetNicsPerGpu()
     */
    bool SplitsOverNics() const
    {
        return m_splitOverNics && m_nicsPerGpu > 1;
    }

    /**
     * An attribute that was set though it means nothing for such a server, as a rate of NVLink
     * does for one without.
     */
    struct Idle
    {
        std::string attribute; //!< its name; empty: there is none
        std::string problem;   //!< why, and what is expected
    };

    /**
     * @return the first such attribute; those with the value that the kind of server gives them do
     *         not count
     */
    Idle FindIdle() const;

    /** @param linkbps rate of a NIC's link @return what PCIe leaves of it, in bit/s */
    uint64_t GetNicRatebps(uint64_t linkbps) const;

    /**
     * @return payload that NVLink moves out of a GPU, in bit/s; as much comes in at the same time
     */
    uint64_t GetNvlinkRatebps() const;

    /**
     * @param topology between servers, with a host per GPU
     * @return the same topology with the rates and delays that PCIe leaves the links of hosts
     * @throw InputError if its hosts are no whole number of servers
     */
    FabricTopology LimitHosts(FabricTopology topology) const;

    /**
     * @param topology between servers, with a host per GPU
     * @return NVLink of all the servers: the same hosts, an island per server
     */
    FabricTopology MakeScaleUp(const FabricTopology& topology) const;

    /** @return what MakeScaleUp() is to be built of */
    Ptr<FabricProfile> MakeProfile() const;

  protected:
    /**
     * @param tid of a subclass
     * @param defaults of it
     * @return the TypeId with the attributes
     */
    static TypeId AddAttributes(TypeId tid, const Defaults& defaults);

  private:
    uint32_t m_gpus{1};             //!< of a server
    uint32_t m_nicsPerGpu{1};       //!< and so planes
    bool m_splitOverNics{true};     //!< each message over all NICs
    uint32_t m_nvlinkGeneration{4}; //!< 2 to 5
    uint32_t m_nvlinks{0};          //!< of each GPU
    DataRate m_nvlinkRate;          //!< payload of one link and direction; 0: of the generation
    Time m_nvlinkDelay;             //!< of each link, one way
    Time m_nvSwitchLatency;
    bool m_nvls{true};             //!< of generations that have it
    double m_nvlsEfficiency{0};    //!< share of the usable rate; 0: of the generation
    uint32_t m_packetBytes{16384}; //!< payload of a packet on NVLink
    DataRate m_pcieRate;           //!< of each NIC and direction; 0: no limit
    Time m_pcieDelay;              //!< between a NIC and its GPU, one way
};

} // namespace ns3

#endif // AI_FABRIC_GPU_SERVER_H
