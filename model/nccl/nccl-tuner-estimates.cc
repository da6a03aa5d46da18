// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The tuner's estimates of latency and bandwidth for each algorithm and protocol.

#include "nccl-limits.h"
#include "nccl-tuner.h"

#include <algorithm>
#include <boost/integer/integer_log2.hpp>

namespace ns3
{

namespace
{

constexpr double LINE_SHARE = 120.0 / 128.0; // data in a line of LL128
constexpr double TRAFFIC_SHARE = 0.92;       // share of the bandwidth in NCCL's model
constexpr double TREE_LL_DIVISOR = 3.8;      // both directions of a node, half of it flags
constexpr double PAT_SHARE = 0.75;           // of a ring's bandwidth
constexpr double PAT_OVERLAP = 3.5;          // network hops of PAT that overlap
constexpr double PAT_RANK_US = 2.8;          // per rank
constexpr double COLLNET_SHARE = 0.85;       // from Hopper on
constexpr double COLLNET_ARITY_US = 0.4;     // per other rank of the server
constexpr uint64_t RING_PLATEAU_BYTES = 64;  // per rank and channel

/** @return bandwidth of a channel that may take so many times its share of the network, in GB/s */
double
GetChannelGBps(const NcclCommunicator& communicator, double times)
{
    return communicator.servers == 1
               ? communicator.serverGBps
               : std::min(communicator.serverGBps, times * communicator.networkGBps);
}

NcclTriple
Read(const char* attribute, const std::string& text)
{
    return ReadNcclTriple("ns3::NcclTuner", attribute, text);
}

/** How often a chunk of a ring moves on. */
uint32_t
GetRingSteps(const std::string& operation, uint32_t ranks)
{
    return operation == "all-reduce"                                    ? 2 * (ranks - 1)
           : operation == "all-gather" || operation == "reduce-scatter" ? ranks - 1
                                                                        : ranks;
}

} // namespace

NcclLimits
NcclTuner::GetLimits(const NcclCommunicator& communicator) const
{
    auto limits = GetNcclLimits(communicator.computeCapability, communicator.servers, m_amdHost);
    const auto prefer = [](double own, double& ncclValue) {
        if (own > 0)
        {
            ncclValue = own;
        }
    };
    prefer(m_llMaxGBps, limits.llGBps);
    prefer(m_ringLl128ChannelGBps, limits.ringLl128ChannelGBps);
    prefer(m_treeLl128ChannelGBps, limits.treeLl128ChannelGBps);
    prefer(m_treeChannelGBps, limits.treeChannelGBps);
    prefer(m_nvlsTreeChannelGBps, limits.nvlsTreeChannelGBps);
    prefer(m_nvlsEfficiency, limits.nvlsEfficiency);
    return limits;
}

double
NcclTuner::GetRingBusBandwidth(const NcclCommunicator& communicator, NcclProtocol protocol) const
{
    const auto limits = GetLimits(communicator);
    const double all = communicator.channels * GetChannelGBps(communicator, 1);
    switch (protocol)
    {
    case NcclProtocol::LL:
        return std::min(limits.llGBps, all / 2);
    case NcclProtocol::LL128:
        return std::min(all * TRAFFIC_SHARE, communicator.channels * limits.ringLl128ChannelGBps);
    case NcclProtocol::SIMPLE:
        break;
    }
    return all;
}

double
NcclTuner::GetTreeBusBandwidth(const NcclCommunicator& communicator, NcclProtocol protocol) const
{
    const auto limits = GetLimits(communicator);
    // Each of two servers is the root of one tree and the leaf of the other.
    const double channel = GetChannelGBps(communicator, communicator.servers <= 2 ? 2 : 1);
    const double all = std::min(communicator.channels * channel * TRAFFIC_SHARE,
                                communicator.channels * limits.treeChannelGBps);
    switch (protocol)
    {
    case NcclProtocol::LL:
        return std::min(all / TREE_LL_DIVISOR, limits.llGBps);
    case NcclProtocol::LL128:
        return std::min(all * (communicator.servers == 1 ? 7.0 / 9.0 : LINE_SHARE),
                        communicator.channels * limits.treeLl128ChannelGBps);
    case NcclProtocol::SIMPLE:
        break;
    }
    return all;
}

double
NcclTuner::GetNvlsBusBandwidth(const std::string& operation,
                               const NcclCommunicator& communicator) const
{
    const auto limits = GetLimits(communicator);
    const double channels = communicator.channels;
    const double ranks = communicator.ranks;
    const double share = operation == "all-reduce" ? 2 : (ranks - 1) / ranks;
    const double server = communicator.serverGBps * limits.nvlsEfficiency * (channels - 1) * share;
    if (communicator.servers == 1)
    {
        return server;
    }
    const double network = communicator.networkGBps * (communicator.servers <= 2 ? 2 : 1);
    return std::min({server, channels * network, channels * limits.nvlsTreeChannelGBps});
}

double
NcclTuner::GetCollNetBusBandwidth(const NcclCommunicator& communicator) const
{
    return communicator.channels * GetChannelGBps(communicator, 2) *
           (communicator.computeCapability >= 90 ? COLLNET_SHARE : 1);
}

double
NcclTuner::GetRingLatencyUs(const std::string& operation,
                            const NcclCommunicator& communicator,
                            NcclProtocol protocol) const
{
    const auto index = static_cast<size_t>(protocol);
    const bool oneServer = communicator.servers == 1;
    const bool simple = protocol == NcclProtocol::SIMPLE;
    const double base = Read("RingBaseLatency", m_ringBase)[index];
    const uint32_t steps = GetRingSteps(operation, communicator.ranks);
    if (operation == "broadcast" || operation == "reduce")
    {
        // A chain: the first chunk passes every rank, and NCCL takes a tree's latency for Simple.
        const double hop = oneServer ? Read("RingNvlinkLatency", m_ringNvlink)[index]
                                     : Read("RingNetworkLatency", m_ringNetwork)[index];
        const double treeHop = oneServer ? Read("TreeNvlinkLatency", m_treeNvlink)[index]
                                         : Read("TreeNetworkLatency", m_treeNetwork)[index];
        return base + steps * (simple ? treeHop : hop);
    }
    // With a rank per server nothing hides a hop's latency: NCCL takes the tree's.
    const double networkHop = communicator.ranks == communicator.servers
                                  ? Read("TreeNetworkLatency", m_treeNetwork)[index]
                                  : Read("RingNetworkLatency", m_ringNetwork)[index];
    const double postUs = (m_amdHost ? 2 : 1) * (simple ? 3 : 1); // of a message to the network
    const double serverHop =
        std::max(Read("RingNvlinkLatency", m_ringNvlink)[index], oneServer ? 0 : postUs);
    const uint32_t rounds = operation == "all-reduce" ? 2 : 1;
    const uint32_t networkSteps = rounds * (communicator.servers - 1);
    return base + (steps - networkSteps) * serverHop + networkSteps * networkHop;
}

double
NcclTuner::GetTreeLatencyUs(const NcclCommunicator& communicator, NcclProtocol protocol) const
{
    const auto index = static_cast<size_t>(protocol);
    const uint32_t perServer = communicator.ranks / communicator.servers;
    return Read("TreeBaseLatency", m_treeBase)[index] +
           2 * ((perServer - 1) * Read("TreeNvlinkLatency", m_treeNvlink)[index] +
                boost::integer_log2(communicator.servers) *
                    Read("TreeNetworkLatency", m_treeNetwork)[index]);
}

double
NcclTuner::GetCollNetLatencyUs(const NcclCommunicator& communicator) const
{
    const uint32_t others = communicator.ranks / communicator.servers - 1;
    return 2 * (std::min(1u, others) * m_collNetNvlinkUs + others * COLLNET_ARITY_US) +
           m_collNetNetworkUs;
}

double
NcclTuner::GetPatLatencyUs(const NcclCommunicator& communicator) const
{
    const double hop =
        Read("TreeNetworkLatency", m_treeNetwork)[static_cast<size_t>(NcclProtocol::SIMPLE)];
    return m_patBaseUs + boost::integer_log2(communicator.servers) * hop / PAT_OVERLAP +
           communicator.ranks * PAT_RANK_US;
}

/** @return it; its bandwidth is 0 if this way is not open */
NcclChoice
NcclTuner::Estimate(const std::string& algorithm,
                    NcclProtocol protocol,
                    const std::string& operation,
                    uint64_t bytes,
                    const NcclCommunicator& communicator) const
{
    NcclChoice choice;
    choice.algorithm = algorithm;
    choice.protocol = protocol;
    const bool simple = protocol == NcclProtocol::SIMPLE;
    const bool allReduce = operation == "all-reduce";
    const bool scattered = operation == "all-gather" || operation == "reduce-scatter";
    const double ranks = communicator.ranks;
    const double ringRatio = ranks / GetRingSteps(operation, communicator.ranks);
    if (algorithm == "ring")
    {
        choice.bandwidthGBps = GetRingBusBandwidth(communicator, protocol) * ringRatio;
        choice.latencyUs = GetRingLatencyUs(operation, communicator, protocol);
        const uint64_t slots = uint64_t{communicator.ranks} * communicator.channels;
        if (simple && allReduce && communicator.servers > 1 && bytes / slots >= RING_PLATEAU_BYTES)
        {
            choice.latencyUs *= communicator.computeCapability < 80 ? 1.9 : 1.4;
        }
    }
    else if (algorithm == "tree" && allReduce)
    {
        choice.bandwidthGBps = GetTreeBusBandwidth(communicator, protocol) / 2;
        choice.bandwidthGBps *= GetNcclTreeCorrection(protocol, bytes);
        choice.latencyUs = GetTreeLatencyUs(communicator, protocol);
    }
    else if (algorithm == "nvls" && simple && communicator.nvlinkSharp &&
             communicator.servers == 1 && communicator.ranks > 2 && (allReduce || scattered))
    {
        choice.bandwidthGBps =
            GetNvlsBusBandwidth(operation, communicator) * (allReduce ? ringRatio : 1);
        choice.latencyUs = m_nvlsLatencyUs;
    }
    else if (algorithm == "nvls-tree" && simple && communicator.nvlinkSharp &&
             communicator.servers > 1 && communicator.ranks > communicator.servers && allReduce)
    {
        choice.bandwidthGBps = GetNvlsBusBandwidth(operation, communicator) * ringRatio;
        choice.latencyUs =
            m_nvlsLatencyUs + 2 * boost::integer_log2(communicator.servers) * m_nvlsTreeNetworkUs;
    }
    else if (algorithm == "collnet-direct" && simple && communicator.networkSharp &&
             communicator.servers > 1 && allReduce)
    {
        choice.bandwidthGBps = GetCollNetBusBandwidth(communicator) / 2;
        choice.latencyUs = GetCollNetLatencyUs(communicator);
    }
    else if (algorithm == "pat" && simple && scattered &&
             communicator.ranks == communicator.servers)
    {
        choice.bandwidthGBps = GetRingBusBandwidth(communicator, protocol) * PAT_SHARE;
        choice.latencyUs = GetPatLatencyUs(communicator);
    }
    if (choice.bandwidthGBps > 0)
    {
        constexpr double BYTES_PER_US_AND_GBPS = 1000;
        choice.timeUs = choice.latencyUs +
                        static_cast<double>(bytes) / (BYTES_PER_US_AND_GBPS * choice.bandwidthGBps);
    }
    return choice;
}

} // namespace ns3
