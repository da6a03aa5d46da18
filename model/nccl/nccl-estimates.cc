// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nccl-estimates.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <boost/integer/integer_log2.hpp>
#include <sstream>
#include <vector>

namespace ns3
{

NcclTriple
ReadNcclTriple(const char* type, const char* attribute, const std::string& text)
{
    std::istringstream in(text);
    NcclTriple triple{};
    std::string rest;
    if (!(in >> triple[0] >> triple[1] >> triple[2]) || in >> rest ||
        *std::min_element(triple.begin(), triple.end()) < 0)
    {
        throw InputError(type,
                         0,
                         attribute,
                         "is \"" + text + "\"; expected three times in us such as \"2.7 4 14\"");
    }
    return triple;
}

NcclLimits
GetNcclLimits(uint32_t computeCapability, uint32_t servers, bool amdHost)
{
    // By generation (Volta, Ampere, Hopper, Blackwell) and servers (one, two, more).
    // clang-format off
    static const double LL_ONE_SERVER[] = {39, 87.7, 141, 282};
    static const double LL_NETWORK[][2] = {{39, 20.4}, {22.5, 19}}; // hosts of Intel, of AMD
    static const double RING_LL128[] = {20, 20, 36.7, 40};
    static const double TREE_LL128[][3] = {{20, 20, 20}, {20, 20, 20}, {36.7, 36.7, 29}, {55.6, 31.67, 20}};
    static const double TREE[][3] = {{26.5, 18.5, 10}, {24, 23.6, 17.8}, {38.7, 41.4, 36}, {70, 42.8, 24}};
    static const double NVLS_TREE[][3] = {{0, 0, 0}, {0, 0, 0}, {0, 57.7, 45.5}, {0, 96, 80}};
    static const double NVLS[] = {0, 0, 0.85, 0.74};
    // clang-format on
    const size_t generation = computeCapability >= 100  ? 3
                              : computeCapability >= 90 ? 2
                              : computeCapability >= 80 ? 1
                                                        : 0;
    const size_t spread = std::min(servers, 3u) - 1;
    NcclLimits limits;
    limits.llGBps =
        spread == 0 ? LL_ONE_SERVER[generation] : LL_NETWORK[amdHost ? 1 : 0][spread - 1];
    limits.ringLl128ChannelGBps = RING_LL128[generation];
    limits.treeLl128ChannelGBps = TREE_LL128[generation][spread];
    limits.treeChannelGBps = TREE[generation][spread];
    limits.nvlsTreeChannelGBps = NVLS_TREE[generation][spread];
    limits.nvlsEfficiency = NVLS[generation];
    return limits;
}

double
GetNcclTreeCorrection(NcclProtocol protocol, uint64_t bytes)
{
    // By powers of two from 64 B on.
    // clang-format off
    static const std::vector<std::vector<double>> TENTHS = {
        {10, 10, 10, 10, 9, 8, 7, 7, 7, 7, 6, 5, 4, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10},
        {10, 10, 10, 10, 10, 9, 8, 8, 8, 7, 6, 6, 6, 6, 6, 6, 8, 9, 9, 9, 9, 10, 10},
        {9, 9, 9, 9, 9, 9, 9, 8, 7, 6, 6, 5, 5, 5, 5, 6, 7, 8, 7, 7, 8, 9, 9}};
    // clang-format on
    const auto& row = TENTHS[static_cast<size_t>(protocol)];
    const auto index = boost::integer_log2(std::max<uint64_t>(bytes / 64, 1));
    return static_cast<size_t>(index) < row.size() ? row[index] / 10 : 1;
}

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
NcclEstimates::GetLimits() const
{
    auto limits = GetNcclLimits(m_communicator.computeCapability,
                                m_communicator.servers,
                                m_constants.amdHost);
    const auto prefer = [](double own, double& ncclValue) {
        if (own > 0)
        {
            ncclValue = own;
        }
    };
    prefer(m_constants.llMaxGBps, limits.llGBps);
    prefer(m_constants.ringLl128ChannelGBps, limits.ringLl128ChannelGBps);
    prefer(m_constants.treeLl128ChannelGBps, limits.treeLl128ChannelGBps);
    prefer(m_constants.treeChannelGBps, limits.treeChannelGBps);
    prefer(m_constants.nvlsTreeChannelGBps, limits.nvlsTreeChannelGBps);
    prefer(m_constants.nvlsEfficiency, limits.nvlsEfficiency);
    return limits;
}

double
NcclEstimates::GetRingBusBandwidth(NcclProtocol protocol) const
{
    const auto limits = GetLimits();
    const double all = m_communicator.channels * GetChannelGBps(m_communicator, 1);
    switch (protocol)
    {
    case NcclProtocol::LL:
        return std::min(limits.llGBps, all / 2);
    case NcclProtocol::LL128:
        return std::min(all * TRAFFIC_SHARE, m_communicator.channels * limits.ringLl128ChannelGBps);
    case NcclProtocol::SIMPLE:
        break;
    }
    return all;
}

double
NcclEstimates::GetTreeBusBandwidth(NcclProtocol protocol) const
{
    const auto limits = GetLimits();
    // Each of two servers is the root of one tree and the leaf of the other.
    const double channel = GetChannelGBps(m_communicator, m_communicator.servers <= 2 ? 2 : 1);
    const double all = std::min(m_communicator.channels * channel * TRAFFIC_SHARE,
                                m_communicator.channels * limits.treeChannelGBps);
    switch (protocol)
    {
    case NcclProtocol::LL:
        return std::min(all / TREE_LL_DIVISOR, limits.llGBps);
    case NcclProtocol::LL128:
        return std::min(all * (m_communicator.servers == 1 ? 7.0 / 9.0 : LINE_SHARE),
                        m_communicator.channels * limits.treeLl128ChannelGBps);
    case NcclProtocol::SIMPLE:
        break;
    }
    return all;
}

double
NcclEstimates::GetNvlsBusBandwidth(const std::string& operation) const
{
    const auto limits = GetLimits();
    const double channels = m_communicator.channels;
    const double ranks = m_communicator.ranks;
    const double share = operation == "all-reduce" ? 2 : (ranks - 1) / ranks;
    const double server =
        m_communicator.serverGBps * limits.nvlsEfficiency * (channels - 1) * share;
    if (m_communicator.servers == 1)
    {
        return server;
    }
    const double network = m_communicator.networkGBps * (m_communicator.servers <= 2 ? 2 : 1);
    return std::min({server, channels * network, channels * limits.nvlsTreeChannelGBps});
}

double
NcclEstimates::GetCollNetBusBandwidth() const
{
    return m_communicator.channels * GetChannelGBps(m_communicator, 2) *
           (m_communicator.computeCapability >= 90 ? COLLNET_SHARE : 1);
}

double
NcclEstimates::GetRingLatencyUs(const std::string& operation, NcclProtocol protocol) const
{
    const auto index = static_cast<size_t>(protocol);
    const bool oneServer = m_communicator.servers == 1;
    const bool simple = protocol == NcclProtocol::SIMPLE;
    const double base = Read("RingBaseLatency", m_constants.ringBase)[index];
    const uint32_t steps = GetRingSteps(operation, m_communicator.ranks);
    if (operation == "broadcast" || operation == "reduce")
    {
        // A chain: the first chunk passes every rank, and NCCL takes a tree's latency for Simple.
        const double hop = oneServer ? Read("RingNvlinkLatency", m_constants.ringNvlink)[index]
                                     : Read("RingNetworkLatency", m_constants.ringNetwork)[index];
        const double treeHop = oneServer
                                   ? Read("TreeNvlinkLatency", m_constants.treeNvlink)[index]
                                   : Read("TreeNetworkLatency", m_constants.treeNetwork)[index];
        return base + steps * (simple ? treeHop : hop);
    }
    // With a rank per server nothing hides a hop's latency: NCCL takes the tree's.
    const double networkHop = m_communicator.ranks == m_communicator.servers
                                  ? Read("TreeNetworkLatency", m_constants.treeNetwork)[index]
                                  : Read("RingNetworkLatency", m_constants.ringNetwork)[index];
    const double postUs =
        (m_constants.amdHost ? 2 : 1) * (simple ? 3 : 1); // of a message to the network
    const double serverHop =
        std::max(Read("RingNvlinkLatency", m_constants.ringNvlink)[index], oneServer ? 0 : postUs);
    const uint32_t rounds = operation == "all-reduce" ? 2 : 1;
    const uint32_t networkSteps = rounds * (m_communicator.servers - 1);
    return base + (steps - networkSteps) * serverHop + networkSteps * networkHop;
}

double
NcclEstimates::GetTreeLatencyUs(NcclProtocol protocol) const
{
    const auto index = static_cast<size_t>(protocol);
    const uint32_t perServer = m_communicator.ranks / m_communicator.servers;
    return Read("TreeBaseLatency", m_constants.treeBase)[index] +
           2 * ((perServer - 1) * Read("TreeNvlinkLatency", m_constants.treeNvlink)[index] +
                boost::integer_log2(m_communicator.servers) *
                    Read("TreeNetworkLatency", m_constants.treeNetwork)[index]);
}

double
NcclEstimates::GetCollNetLatencyUs() const
{
    const uint32_t others = m_communicator.ranks / m_communicator.servers - 1;
    return 2 * (std::min(1u, others) * m_constants.collNetNvlinkUs + others * COLLNET_ARITY_US) +
           m_constants.collNetNetworkUs;
}

double
NcclEstimates::GetPatLatencyUs() const
{
    const double hop = Read("TreeNetworkLatency",
                            m_constants.treeNetwork)[static_cast<size_t>(NcclProtocol::SIMPLE)];
    return m_constants.patBaseUs + boost::integer_log2(m_communicator.servers) * hop / PAT_OVERLAP +
           m_communicator.ranks * PAT_RANK_US;
}

NcclChoice
NcclEstimates::Estimate(const std::string& algorithm,
                        NcclProtocol protocol,
                        const std::string& operation,
                        uint64_t bytes) const
{
    NcclChoice choice;
    choice.algorithm = algorithm;
    choice.protocol = protocol;
    const bool simple = protocol == NcclProtocol::SIMPLE;
    const bool allReduce = operation == "all-reduce";
    const bool scattered = operation == "all-gather" || operation == "reduce-scatter";
    const double ranks = m_communicator.ranks;
    const double ringRatio = ranks / GetRingSteps(operation, m_communicator.ranks);
    if (algorithm == "ring")
    {
        choice.bandwidthGBps = GetRingBusBandwidth(protocol) * ringRatio;
        choice.latencyUs = GetRingLatencyUs(operation, protocol);
        const uint64_t slots = uint64_t{m_communicator.ranks} * m_communicator.channels;
        if (simple && allReduce && m_communicator.servers > 1 &&
            bytes / slots >= RING_PLATEAU_BYTES)
        {
            choice.latencyUs *= m_communicator.computeCapability < 80 ? 1.9 : 1.4;
        }
    }
    else if (algorithm == "tree" && allReduce)
    {
        choice.bandwidthGBps = GetTreeBusBandwidth(protocol) / 2;
        choice.bandwidthGBps *= GetNcclTreeCorrection(protocol, bytes);
        choice.latencyUs = GetTreeLatencyUs(protocol);
    }
    else if (algorithm == "nvls" && simple && m_communicator.nvlinkSharp &&
             m_communicator.servers == 1 && m_communicator.ranks > 2 && (allReduce || scattered))
    {
        choice.bandwidthGBps = GetNvlsBusBandwidth(operation) * (allReduce ? ringRatio : 1);
        choice.latencyUs = m_constants.nvlsLatencyUs;
    }
    else if (algorithm == "nvls-tree" && simple && m_communicator.nvlinkSharp &&
             m_communicator.servers > 1 && m_communicator.ranks > m_communicator.servers &&
             allReduce)
    {
        choice.bandwidthGBps = GetNvlsBusBandwidth(operation) * ringRatio;
        choice.latencyUs =
            m_constants.nvlsLatencyUs +
            2 * boost::integer_log2(m_communicator.servers) * m_constants.nvlsTreeNetworkUs;
    }
    else if (algorithm == "collnet-direct" && simple && m_communicator.networkSharp &&
             m_communicator.servers > 1 && allReduce)
    {
        choice.bandwidthGBps = GetCollNetBusBandwidth() / 2;
        choice.latencyUs = GetCollNetLatencyUs();
    }
    else if (algorithm == "pat" && simple && scattered &&
             m_communicator.ranks == m_communicator.servers)
    {
        choice.bandwidthGBps = GetRingBusBandwidth(protocol) * PAT_SHARE;
        choice.latencyUs = GetPatLatencyUs();
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
