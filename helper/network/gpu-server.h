// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GPU_SERVER_H
#define AI_FABRIC_GPU_SERVER_H

#include "fabric-profile.h"

#include "ns3/data-rate.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/topology-generator.h"
#include "ns3/validated-object.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * A kind of server: its number of GPUs, and the links from them to each other and to their NICs.
 *
 * A host of the topology is one GPU with its NIC. Server s holds the hosts s*G to s*G + G - 1 with
 * G = GpusPerServer; with ServerSizes servers have different numbers of GPUs. With GpusPerNic n a
 * host of the topology is a NIC that n GPUs share: their connections take turns at its port, so one
 * alone has all of its rate. Jobs see GPUs, in the order of their NICs. NVLink is a second network
 * over the same hosts: a switch per server, and from each GPU a link of rate = Nvlinks * usable
 * rate of one * (PacketBytes + 16) / PacketBytes so that long messages move at Nvlinks times the
 * usable rate, whatever the size of a packet. A GPU spreads its addresses over all its links and so
 * over all NVSwitches of the server; here these are one switch, and the links of a GPU are one
 * link.
 *
 * NCCL assumes this usable rate for a copy by the GPU (graph/topo.h), by generation:
 *     generation   signalling   payload, 256/272 of it   usable      in GB/s, link and direction
 *     2 (V100)     25           23.5                     20
 *     3 (A100)     25           23.5                     20
 *     4 (H100)     25           23.5                     20.6
 *     5 (B200)     50           47.1                     40.1
 *
 * Other links, such as a full mesh or unequal links, are a topology of one server (Topology), which
 * each server has once, with its own fabric (Fabric) if it is not NVLink. A server alone has no
 * network between servers: this topology is then the network of a run (SetAlone()).
 *
 * With n NICs per GPU there are n networks between the servers, planes of the same topology, and
 * NIC i of a GPU is on plane i. A message goes in n parts, one over each NIC, as NCCL uses the
 * ports of one adapter as one NIC (NCCL_IB_MERGE_NICS); or each message goes over one NIC. With
 * OneAdapter the n NICs are the ports of one adapter, and its transport decides: MRC and Ultra
 * Ethernet spray each message over all ports, others pin each connection to a port by a hash of
 * both hosts and the channel; queue pairs move to another port when theirs dies (PinnedPorts).
 *
 * PCIe is not a network of its own: it limits the rate of the host's link and adds to its delay.
 * The queue of a NIC that is faster than its PCIe is therefore in the last switch.
 *
 * A kind of server is a subclass that registers these attributes with its own defaults through
 * AddAttributes().
 */
class GpuServer : public ValidatedObject
{
  public:
    /** Defaults of the attributes in which kinds of server differ. */
    struct Defaults
    {
        uint32_t gpus;             //!< GpusPerServer
        uint32_t nvlinkGeneration; //!< NvlinkGeneration
        uint32_t nvlinks;          //!< Nvlinks
        std::string pcieRate;      //!< PcieRate
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return number of GPUs of a server, at least 1; with ServerSizes of the largest one */
    uint32_t GetGpus() const
    {
        return m_gpus;
    }

    /** @return true if servers have different numbers of GPUs */
    bool HasSizes() const
    {
        return !m_serverOfGpu.empty() && !m_isAlone;
    }

    /** @param gpu index of a GPU @return number of its server */
    uint32_t GetServerOf(uint32_t gpu) const
    {
        return HasSizes() ? m_serverOfGpu.at(gpu) : gpu / m_gpus;
    }

    /**
     * @param gpus number of GPUs of all servers
     * @return index of the first GPU of each server
     */
    std::vector<uint32_t> GetFirstGpus(uint32_t gpus) const;

    /** @return number of GPUs that share a NIC, at least 1 */
    uint32_t GetGpusPerNic() const
    {
        return m_isAlone ? 1 : m_gpusPerNic;
    }

    /** @return number of NICs of each GPU, each on a network of its own, at least 1 */
    uint32_t GetNicsPerGpu() const
    {
        return m_isAlone ? 1 : m_nicsPerGpu;
    }

    /**
     * Makes the links inside the server the network of a run, which has no other one: there is one
     * server, and NICs and PCIe do not count.
     */
    void SetAlone()
    {
        m_isAlone = true;
    }

    /** @return true after SetAlone() */
    bool IsAlone() const
    {
        return m_isAlone;
    }

    /** @return true if links join its GPUs: NVLink, or those of Topology */
    bool HasLinks() const
    {
        return m_gpus > 1 && (m_nvlinks > 0 || HasTopology());
    }

    /** @return true if these links are a network beside that between servers */
    bool HasNvlink() const
    {
        return HasLinks() && !m_isAlone;
    }

    /** @return true if its NVSwitches reduce and multicast (NVLink SHARP, NVLS) */
    bool HasNvls() const;

    /** @return true if a law computes collectives of training and inference inside a server */
    bool HasCollectiveLaw() const
    {
        return m_nvlinkModel == "auto" || m_nvlinkModel == "law";
    }

    /** @return share of NVLink's usable rate that NVLS reaches, up to 1; 0: no NVLS */
    double GetNvlsEfficiency() const;

    /** @return generation of NVLink, from 2 (V100) on */
    uint32_t GetNvlinkGeneration() const
    {
        return m_nvlinkGeneration;
    }

    /**
     * @return true if each message between servers goes in parts over all NICs of its GPUs; if
     *         false, messages of channel c take NIC c mod GetNicsPerGpu()
     */
    bool SplitsOverNics() const
    {
        return m_splitOverNics && GetNicsPerGpu() > 1 && !m_oneAdapter;
    }

    /**
     * @return true if the NICs of a GPU are the ports of one adapter: a transport that is a
     *         PortSpanner uses all of them for each message, others use one of them per connection
     */
    bool HasOneAdapter() const
    {
        return m_oneAdapter && GetNicsPerGpu() > 1;
    }

    /**
     * An attribute that was set although it has no effect for such a server, for example a rate of
     * NVLink for a server without NVLink.
     */
    struct Idle
    {
        std::string attribute; //!< name of the attribute; empty: none
        std::string problem;   //!< reason, and the allowed setting
    };

    /**
     * @return the first such attribute; attributes with the default of the kind of server do not
     *         count
     */
    Idle FindIdle() const;

    /** @param linkbps rate of a NIC's link in bit/s @return the rate limited by PCIe, in bit/s */
    uint64_t GetNicRatebps(uint64_t linkbps) const;

    /**
     * @return rate of payload that NVLink moves out of a GPU, in bit/s; the same rate comes in.
     *         With Topology: rate of the slowest GPU's link to its switch, headers included
     */
    uint64_t GetNvlinkRatebps() const;

    /**
     * @param topology topology between servers, with a host per NIC
     * @return the same topology with the number of GPUs of each host, with rates and delays of host
     * links limited by PCIe
     * @throw InputError if its hosts do not fill whole servers, or are not those of ServerSizes
     */
    FabricTopology LimitHosts(FabricTopology topology) const;

    /**
     * @param topology topology of LimitHosts()
     * @return NVLink of all servers: a host per GPU, an island per server
     */
    FabricTopology MakeScaleUp(const FabricTopology& topology) const;

    /** @return generator of the links inside one server; needs HasLinks() */
    Ptr<TopologyGenerator> MakeGenerator() const;

    /** @return parts of the network of MakeScaleUp() */
    Ptr<FabricProfile> MakeProfile() const;

  protected:
    /**
     * @param tid TypeId of a subclass
     * @param defaults defaults of the subclass
     * @return the TypeId with the attributes
     */
    static TypeId AddAttributes(TypeId tid, const Defaults& defaults);

  private:
    /** @return true if Topology is set */
    bool HasTopology() const
    {
        return m_topology.GetTypeId().HasConstructor();
    }

    /** @return true if Fabric is set */
    bool HasFabric() const
    {
        return m_fabric.GetTypeId().HasConstructor();
    }

    /** @param gpus number of GPUs @return valid topology of one server, made by Topology */
    FabricTopology GenerateOne(uint32_t gpus) const;
    /** @param gpus number of GPUs @return generator of NVLinks to one switch */
    Ptr<TopologyGenerator> MakeStar(uint32_t gpus) const;
    /** @param sizes value of ServerSizes */
    void SetSizes(std::string sizes);
    /** @return value of ServerSizes */
    std::string GetSizes() const;
    /** Throws if sizes or shared NICs do not fit the other attributes. */
    void CheckShape() const;
    /** @return rate of a link between a GPU and its NVSwitch with headers, in bit/s */
    uint64_t GetNvlinkWirebps() const;
    /** Sets the sizes of NVLink's packets and credits. @param profile parts of NVLink */
    void SetPackets(FabricProfile& profile) const;
    /** @return attributes that have no effect for such a server, with the reason */
    std::vector<Idle> GetIdle() const;

    uint32_t m_gpus{1};                  //!< GPUs of a server
    uint32_t m_gpusPerNic{1};            //!< GPUs that share a NIC
    std::string m_sizes;                 //!< see ServerSizes
    std::string m_sizesProblem;          //!< what is wrong with m_sizes; empty: nothing
    std::vector<uint32_t> m_serverOfGpu; //!< by GPU, from m_sizes; empty: all have m_gpus
    ObjectFactory m_topology;            //!< links of one server; no constructor: NVSwitches
    ObjectFactory m_fabric;              //!< parts of that network; no constructor: NVLink
    bool m_isAlone{false};               //!< see SetAlone()
    uint32_t m_nicsPerGpu{1};            //!< NICs of a GPU, equal to the number of planes
    bool m_oneAdapter{false};            //!< true: the NICs are the ports of one adapter
    bool m_splitOverNics{true};          //!< true: each message goes over all NICs
    uint32_t m_nvlinkGeneration{4};      //!< 2 to 5
    uint32_t m_nvlinks{0};               //!< NVLinks of each GPU
    DataRate m_nvlinkRate; //!< payload rate of one link and direction; 0: that of the generation
    Time m_nvlinkDelay;    //!< delay of each link, one way
    Time m_nvSwitchLatency;
    bool m_nvls{true};             //!< true: use NVLS if the generation has it
    double m_nvlsEfficiency{0};    //!< share of the usable rate; 0: that of the generation
    std::string m_nvlinkModel;     //!< see NvlinkModel
    uint32_t m_packetBytes{16384}; //!< payload of a packet on NVLink in bytes
    DataRate m_pcieRate;           //!< rate of each NIC and direction; 0: no limit
    Time m_pcieDelay;              //!< delay between a NIC and its GPU, one way
};

} // namespace ns3

#endif // AI_FABRIC_GPU_SERVER_H
