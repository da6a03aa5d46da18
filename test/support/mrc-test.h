// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_TEST_H
#define AI_FABRIC_MRC_TEST_H

#include "uet-test.h"

#include "ns3/gpu-server.h"

#include <cstdint>
#include <string>

namespace ns3
{

/** Networks of MRC and messages on them. */
class MrcTest : public UetTest
{
  protected:
    /** @param parts of the fabric beyond MRC on lossy switches @return all of them */
    static Attributes MakeParts(const Attributes& parts)
    {
        Attributes all = {{"Transport", "ns3::MrcTransport"},
                          {"Framing", "ns3::MrcFraming"},
                          {"FlowControl", "ns3::NoFlowControl"},
                          {"CongestionControl", "ns3::Nscc"},
                          {"EntropyPolicy", "ns3::MrcEntropyPolicy"},
                          {"PathSelector", "ns3::EntropyFieldPathSelector"},
                          {"RetransmissionTimer", "ns3::LinearExponentialTimer"},
                          {"Nic", NIC}};
        all.insert(all.end(), parts.begin(), parts.end()); // the last one of a name counts
        return all;
    }

    /** @param parts as for MakeParts() */
    void BuildMrc(const Attributes& parts, const FabricTopology& topology)
    {
        BuildUet(MakeParts(parts), topology);
    }

    /**
     * The same, with several ports of each host, each on a network of the topology.
     *
     * @param parts as for MakeParts()
     * @param topology of each plane
     * @param ports of a host
     */
    void BuildPorts(const Attributes& parts, const FabricTopology& topology, uint32_t ports)
    {
        BuildPortsOf("RoceFabric", MakeParts(parts), topology, ports);
    }

    /**
     * The same, without MRC.
     *
     * @param profile class of the fabric
     * @param parts its attributes
     * @param topology of each plane
     * @param ports of a host
     */
    void BuildPortsOf(const std::string& profile,
                      const Attributes& parts,
                      const FabricTopology& topology,
                      uint32_t ports)
    {
        const auto server = Make<GpuServer>("CustomServer",
                                            {{"GpusPerServer", "1"},
                                             {"NicsPerGpu", std::to_string(ports)},
                                             {"OneAdapter", "true"}});
        const FabricHelper helper(Make<FabricProfile>(profile, parts));
        m_network = helper.Install(topology, server);
        helper.AssignStreams(m_network, 1);
        m_channels.clear();
        m_client = {};
    }

    /** Two leaves and four spines. @param hosts per leaf @param rate of all links */
    static FabricTopology Leaves(uint32_t hosts, const std::string& rate = "100Gbps")
    {
        return Topology("LeafSpineTopology",
                        {{"Leaves", "2"},
                         {"Spines", "4"},
                         {"HostsPerLeaf", std::to_string(hosts)},
                         {"HostRate", rate},
                         {"UplinkRate", rate}});
    }

    static constexpr const char* NIC =
        "ns3::RdmaNic[AckPriority=6|AckTimeout=131072ns|RetryCount=21]";
};

/** @return length on the wire of a packet with SRv6 and time stamp */
inline int64_t
MrcWireBytes(uint64_t payload, bool last)
{
    // Ethernet 14, IPv6 twice, UDP 8, BTH 12, METH 4, TSETH 4, RETH 16, ImmDt 4, ICRC 4, FCS 4.
    return static_cast<int64_t>(14 + 80 + 8 + 36 + (last ? 4 : 0) + (payload + 3) / 4 * 4 + 8 + 20);
}

} // namespace ns3

#endif // AI_FABRIC_MRC_TEST_H
