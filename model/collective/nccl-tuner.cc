// SPDX-License-Identifier: GPL-2.0-only

#include "nccl-tuner.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NcclTuner");
NS_OBJECT_ENSURE_REGISTERED(NcclTuner);

namespace
{

const std::vector<std::string> ALGORITHMS = {"ring", "tree", "nvls", "pat"};
const std::vector<std::string> PROTOCOL_NAMES = {"LL", "LL128", "Simple"};

constexpr double LINE_SHARE = 120.0 / 128.0; // data in a line of LL128
constexpr double TRAFFIC_SHARE = 0.92;       // what NCCL takes of it in practice
constexpr double TREE_LL_DIVISOR = 3.8;      // both directions of a node, and half of it flags
constexpr double PAT_SHARE = 0.75;           // of a ring's bandwidth
constexpr double PAT_OVERLAP = 3.5;          // network hops of PAT that overlap
constexpr double PAT_RANK_US = 2.8;          // per rank
constexpr uint64_t RING_PLATEAU_BYTES = 64;  // per rank and channel

/** @return the largest power of two that is not above, as its exponent; 0 for 0 */
uint32_t
Log2(uint64_t value)
{
    uint32_t log = 0;
    for (; value > 1; value >>= 1)
    {
        ++log;
    }
    return log;
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

/**
 * What a tree of medium size misses of its bandwidth, in NCCL's measurements.
 *
 * @param protocol which
 * @param bytes of the operation; the table goes by powers of two from 64 B on
 */
double
GetTreeCorrection(NcclProtocol protocol, uint64_t bytes)
{
    // clang-format off
    static const std::vector<std::vector<double>> TENTHS = {
        {10, 10, 10, 10, 9, 8, 7, 7, 7, 7, 6, 5, 4, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10},
        {10, 10, 10, 10, 10, 9, 8, 8, 8, 7, 6, 6, 6, 6, 6, 6, 8, 9, 9, 9, 9, 10, 10},
        {9, 9, 9, 9, 9, 9, 9, 8, 7, 6, 6, 5, 5, 5, 5, 6, 7, 8, 7, 7, 8, 9, 9}};
    // clang-format on
    const auto& row = TENTHS[static_cast<size_t>(protocol)];
    const uint32_t index = Log2(bytes / 64);
    return index < row.size() ? row[index] / 10 : 1;
}

} // namespace

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

struct NcclTuner::Limits
{
    double llGBps;               //!< bus bandwidth of LL
    double ringLl128ChannelGBps; //!< of a channel
    double treeLl128ChannelGBps; //!< of a channel
    double treeChannelGBps;      //!< of a channel
    double nvlsEfficiency;       //!< 0: this generation has none
};

TypeId
NcclTuner::GetTypeId()
{
    const auto addTriple = [](TypeId tid,
                              const char* name,
                              const char* help,
                              const char* value,
                              std::string NcclTuner::*member) {
        tid.AddAttribute(name,
                         help,
                         StringValue(value),
                         MakeStringAccessor(member),
                         MakeStringChecker());
    };
    const auto addLimit =
        [](TypeId tid, const char* name, const char* help, double NcclTuner::*member) {
            tid.AddAttribute(name,
                             help,
                             DoubleValue(0),
                             MakeDoubleAccessor(member),
                             MakeDoubleChecker<double>(0));
        };
    static TypeId tid = [&] {
        auto type =
            TypeId("ns3::NcclTuner")
                .SetParent<Object>()
                .SetGroupName("AiFabric")
                .AddConstructor<NcclTuner>()
                .AddAttribute("Algorithms",
                              "What may be chosen, as NCCL_ALGO: some of ring, tree, nvls, pat.",
                              StringValue("ring,tree,nvls,pat"),
                              MakeStringAccessor(&NcclTuner::m_algorithms),
                              MakeStringChecker())
                .AddAttribute("Protocols",
                              "What may be chosen, as NCCL_PROTO: some of LL, LL128, Simple.",
                              StringValue("LL,LL128,Simple"),
                              MakeStringAccessor(&NcclTuner::m_protocols),
                              MakeStringChecker())
                .AddAttribute("ComputeCapability",
                              "Of the GPUs: 70 Volta, 80 Ampere, 90 Hopper, 100 Blackwell.",
                              UintegerValue(90),
                              MakeUintegerAccessor(&NcclTuner::m_computeCapability),
                              MakeUintegerChecker<uint32_t>(70))
                .AddAttribute("AmdHost",
                              "Whether the hosts' processors are AMD's; else Intel's.",
                              BooleanValue(false),
                              MakeBooleanAccessor(&NcclTuner::m_amdHost),
                              MakeBooleanChecker())
                .AddAttribute("NvlsLatency",
                              "Latency of NVLS within a server, in us.",
                              DoubleValue(25),
                              MakeDoubleAccessor(&NcclTuner::m_nvlsLatencyUs),
                              MakeDoubleChecker<double>(0))
                .AddAttribute("PatBaseLatency",
                              "Latency of PAT besides that of its hops, in us.",
                              DoubleValue(8),
                              MakeDoubleAccessor(&NcclTuner::m_patBaseUs),
                              MakeDoubleChecker<double>(0));
        addTriple(type,
                  "RingBaseLatency",
                  "Latency of a ring besides that of its hops, in us, for LL, LL128 and Simple.",
                  "6.6 14 8.4",
                  &NcclTuner::m_ringBase);
        addTriple(type,
                  "RingNvlinkLatency",
                  "Latency of a ring's hop over NVLink, in us, for LL, LL128 and Simple.",
                  "0.6 1.9 3.4",
                  &NcclTuner::m_ringNvlink);
        addTriple(type,
                  "RingNetworkLatency",
                  "Latency of a ring's hop over the network, in us, for LL, LL128 and Simple.",
                  "2.7 4 14",
                  &NcclTuner::m_ringNetwork);
        addTriple(type,
                  "TreeBaseLatency",
                  "Latency of a tree besides that of its hops, in us, for LL, LL128 and Simple.",
                  "6.8 14 8.4",
                  &NcclTuner::m_treeBase);
        addTriple(type,
                  "TreeNvlinkLatency",
                  "Latency of a tree's hop over NVLink, in us, for LL, LL128 and Simple.",
                  "0.6 1.25 4",
                  &NcclTuner::m_treeNvlink);
        addTriple(type,
                  "TreeNetworkLatency",
                  "Latency of a tree's hop over the network, in us, for LL, LL128 and Simple.",
                  "5 8.5 14",
                  &NcclTuner::m_treeNetwork);
        addLimit(type,
                 "LlMaxBandwidth",
                 "The most bus bandwidth of LL, in GB/s; 0: that of NCCL.",
                 &NcclTuner::m_llMaxGBps);
        addLimit(type,
                 "RingLl128ChannelBandwidth",
                 "The most of a ring's channel with LL128, in GB/s; 0: that of NCCL.",
                 &NcclTuner::m_ringLl128ChannelGBps);
        addLimit(type,
                 "TreeLl128ChannelBandwidth",
                 "The most of a tree's channel with LL128, in GB/s; 0: that of NCCL.",
                 &NcclTuner::m_treeLl128ChannelGBps);
        addLimit(type,
                 "TreeChannelBandwidth",
                 "The most of a tree's channel, in GB/s; 0: that of NCCL.",
                 &NcclTuner::m_treeChannelGBps);
        addLimit(type,
                 "NvlsEfficiency",
                 "What NVLS reaches of NVLink's bandwidth; 0: that of NCCL.",
                 &NcclTuner::m_nvlsEfficiency);
        return type;
    }();
    return tid;
}

const char*
NcclTuner::GetName(NcclProtocol protocol)
{
    return PROTOCOL_NAMES[static_cast<size_t>(protocol)].c_str();
}

/** @return by name, whether it is in a list */
std::vector<bool>
NcclTuner::ReadNames(const char* attribute,
                     const std::string& text,
                     const std::vector<std::string>& names) const
{
    std::vector<bool> found(names.size(), false);
    std::string list = text;
    std::replace(list.begin(), list.end(), ',', ' ');
    std::istringstream in(list);
    for (std::string name; in >> name;)
    {
        const auto place = std::find(names.begin(), names.end(), name);
        if (place == names.end())
        {
            std::string allowed;
            for (const auto& each : names)
            {
                allowed += (allowed.empty() ? "" : ", ") + each;
            }
            throw InputError("ns3::NcclTuner",
                             0,
                             attribute,
                             "knows no \"" + name + "\"; expected some of " + allowed);
        }
        found[place - names.begin()] = true;
    }
    return found;
}

NcclTuner::Limits
NcclTuner::GetLimits(const NcclCommunicator& communicator) const
{
    // By generation (Volta, Ampere, Hopper, Blackwell) and servers (one, two, more).
    // clang-format off
    static const double LL_ONE_SERVER[] = {39, 87.7, 141, 282};
    static const double LL_NETWORK[][2] = {{39, 20.4}, {22.5, 19}}; // hosts of Intel, of AMD
    static const double RING_LL128[] = {20, 20, 36.7, 40};
    static const double TREE_LL128[][3] = {{20, 20, 20}, {20, 20, 20}, {36.7, 36.7, 29}, {55.6, 31.67, 20}};
    static const double TREE[][3] = {{26.5, 18.5, 10}, {24, 23.6, 17.8}, {38.7, 41.4, 36}, {70, 42.8, 24}};
    static const double NVLS[] = {0, 0, 0.85, 0.74};
    // clang-format on
    const size_t generation = m_computeCapability >= 100  ? 3
                              : m_computeCapability >= 90 ? 2
                              : m_computeCapability >= 80 ? 1
                                                          : 0;
    const size_t servers = std::min(communicator.servers, 3u) - 1;
    const auto orOwn = [](double own, double ncclValue) { return own > 0 ? own : ncclValue; };
    Limits limits;
    limits.llGBps = orOwn(m_llMaxGBps,
                          servers == 0 ? LL_ONE_SERVER[generation]
                                       : LL_NETWORK[m_amdHost ? 1 : 0][servers - 1]);
    limits.ringLl128ChannelGBps = orOwn(m_ringLl128ChannelGBps, RING_LL128[generation]);
    limits.treeLl128ChannelGBps = orOwn(m_treeLl128ChannelGBps, TREE_LL128[generation][servers]);
    limits.treeChannelGBps = orOwn(m_treeChannelGBps, TREE[generation][servers]);
    limits.nvlsEfficiency = orOwn(m_nvlsEfficiency, NVLS[generation]);
    return limits;
}

double
NcclTuner::GetRingBusBandwidth(const NcclCommunicator& communicator, NcclProtocol protocol) const
{
    const auto limits = GetLimits(communicator);
    // Up to two servers every channel has a NIC of its own for each direction.
    const double channel =
        communicator.servers <= 2 ? communicator.serverGBps : communicator.networkGBps;
    const double all = communicator.channels * channel;
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
    const double channel =
        communicator.servers <= 2 ? communicator.serverGBps : communicator.networkGBps;
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
    const double channels = communicator.channels;
    const double ranks = communicator.ranks;
    const double share = operation == "all-reduce" ? 2 : (ranks - 1) / ranks;
    return communicator.serverGBps * GetLimits(communicator).nvlsEfficiency * (channels - 1) *
           share;
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
                Log2(communicator.servers) * Read("TreeNetworkLatency", m_treeNetwork)[index]);
}

double
NcclTuner::GetPatLatencyUs(const NcclCommunicator& communicator) const
{
    const double hop =
        Read("TreeNetworkLatency", m_treeNetwork)[static_cast<size_t>(NcclProtocol::SIMPLE)];
    return m_patBaseUs + Log2(communicator.servers) * hop / PAT_OVERLAP +
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
            choice.latencyUs *= m_computeCapability < 80 ? 1.9 : 1.4;
        }
    }
    else if (algorithm == "tree" && allReduce)
    {
        choice.bandwidthGBps = GetTreeBusBandwidth(communicator, protocol) / 2;
        choice.bandwidthGBps *= GetTreeCorrection(protocol, bytes);
        choice.latencyUs = GetTreeLatencyUs(communicator, protocol);
    }
    else if (algorithm == "nvls" && simple && communicator.nvlinkSharp &&
             communicator.servers == 1 && (allReduce || scattered))
    {
        choice.bandwidthGBps =
            GetNvlsBusBandwidth(operation, communicator) * (allReduce ? ringRatio : 1);
        choice.latencyUs = m_nvlsLatencyUs;
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

std::vector<NcclChoice>
NcclTuner::Rank(const std::string& operation,
                uint64_t bytes,
                const NcclCommunicator& communicator) const
{
    const std::vector<std::string> operations = {"all-reduce",
                                                 "all-gather",
                                                 "reduce-scatter",
                                                 "broadcast",
                                                 "reduce"};
    if (std::find(operations.begin(), operations.end(), operation) == operations.end())
    {
        throw InputError("ns3::NcclTuner: knows no operation \"" + operation +
                         "\"; expected one of all-reduce, all-gather, reduce-scatter, broadcast, "
                         "reduce");
    }
    if (communicator.ranks < 2 || communicator.channels == 0 || communicator.servers == 0 ||
        communicator.ranks % communicator.servers != 0)
    {
        throw InputError("ns3::NcclTuner: " + std::to_string(communicator.ranks) + " ranks on " +
                         std::to_string(communicator.servers) + " servers with " +
                         std::to_string(communicator.channels) +
                         " channels; expected at least 2 ranks, as many on each server, and a "
                         "channel");
    }
    const auto algorithms = ReadNames("Algorithms", m_algorithms, ALGORITHMS);
    const auto protocols = ReadNames("Protocols", m_protocols, PROTOCOL_NAMES);
    std::vector<NcclChoice> choices;
    for (size_t a = 0; a < ALGORITHMS.size(); ++a)
    {
        for (size_t p = 0; p < PROTOCOL_NAMES.size() && algorithms[a]; ++p)
        {
            const auto choice = Estimate(ALGORITHMS[a],
                                         static_cast<NcclProtocol>(p),
                                         operation,
                                         bytes,
                                         communicator);
            if (protocols[p] && choice.bandwidthGBps > 0)
            {
                choices.push_back(choice);
            }
        }
    }
    if (choices.empty())
    {
        throw InputError("ns3::NcclTuner: no way to carry out " + operation + " with Algorithms " +
                         m_algorithms + " and Protocols " + m_protocols);
    }
    std::stable_sort(choices.begin(), choices.end(), [](const auto& one, const auto& other) {
        return one.timeUs < other.timeUs;
    });
    return choices;
}

} // namespace ns3
