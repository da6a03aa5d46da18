// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nccl-tuner.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/string.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NcclTuner);

namespace
{

const std::vector<std::string> ALGORITHMS =
    {"ring", "tree", "nvls", "nvls-tree", "collnet-direct", "pat"};
const std::vector<std::string> PROTOCOL_NAMES = {"LL", "LL128", "Simple"};

} // namespace

TypeId
NcclTuner::GetTypeId()
{
    struct Triple
    {
        const char* name;
        const char* what;
        const char* value;
        std::string NcclTuner::*member;
    };

    struct Number
    {
        const char* name;
        const char* what;
        double value;
        double NcclTuner::*member;
    };

    static const Triple TRIPLES[] = {
        {"RingBaseLatency", "a ring without its hops", "6.6 14 8.4", &NcclTuner::ringBase},
        {"RingNvlinkLatency", "a ring's hop over NVLink", "0.6 1.9 3.4", &NcclTuner::ringNvlink},
        {"RingNetworkLatency",
         "a ring's hop over the network",
         "2.7 4 14",
         &NcclTuner::ringNetwork},
        {"TreeBaseLatency", "a tree without its hops", "6.8 14 8.4", &NcclTuner::treeBase},
        {"TreeNvlinkLatency", "a tree's hop over NVLink", "0.6 1.25 4", &NcclTuner::treeNvlink},
        {"TreeNetworkLatency",
         "a tree's hop over the network",
         "5 8.5 14",
         &NcclTuner::treeNetwork}};
    static const Number LATENCIES[] = {
        {"NvlsLatency", "NVLS within a server", 25, &NcclTuner::nvlsLatencyUs},
        {"NvlsTreeNetworkLatency",
         "NVLSTree's hop over the network",
         20.9,
         &NcclTuner::nvlsTreeNetworkUs},
        {"CollNetNvlinkLatency",
         "CollNet's steps within a server",
         3.7,
         &NcclTuner::collNetNvlinkUs},
        {"CollNetNetworkLatency",
         "CollNet's step over the network",
         31,
         &NcclTuner::collNetNetworkUs},
        {"PatBaseLatency", "PAT without its hops", 8, &NcclTuner::patBaseUs}};
    static const Number LIMITS[] = {
        {"LlMaxBandwidth", "Largest bus bandwidth of LL, in GB/s", 0, &NcclTuner::llMaxGBps},
        {"RingLl128ChannelBandwidth",
         "Largest bandwidth of a ring's channel with LL128, in GB/s",
         0,
         &NcclTuner::ringLl128ChannelGBps},
        {"TreeLl128ChannelBandwidth",
         "Largest bandwidth of a tree's channel with LL128, in GB/s",
         0,
         &NcclTuner::treeLl128ChannelGBps},
        {"TreeChannelBandwidth",
         "Largest bandwidth of a tree's channel, in GB/s",
         0,
         &NcclTuner::treeChannelGBps},
        {"NvlsTreeChannelBandwidth",
         "Largest bandwidth of a channel of NVLSTree, in GB/s",
         0,
         &NcclTuner::nvlsTreeChannelGBps},
        {"NvlsEfficiency",
         "Share of NVLink's bandwidth that NVLS reaches",
         0,
         &NcclTuner::nvlsEfficiency}};

    static TypeId tid = [] {
        auto type =
            TypeId("ns3::NcclTuner")
                .SetParent<Object>()
                .SetGroupName("AiFabric")
                .AddConstructor<NcclTuner>()
                .AddAttribute("Algorithms",
                              "Algorithms that may be chosen, as NCCL_ALGO: some of ring, tree, "
                              "nvls, nvls-tree, collnet-direct, pat.",
                              StringValue("ring,tree,nvls,nvls-tree,collnet-direct,pat"),
                              MakeStringAccessor(&NcclTuner::m_algorithms),
                              MakeStringChecker())
                .AddAttribute(
                    "Protocols",
                    "Protocols that may be chosen, as NCCL_PROTO: some of LL, LL128, Simple.",
                    StringValue("LL,LL128,Simple"),
                    MakeStringAccessor(&NcclTuner::m_protocols),
                    MakeStringChecker())
                .AddAttribute(
                    "AmdHost",
                    "The processors of the hosts are AMD's; false: Intel's.",
                    BooleanValue(false),
                    MakeBooleanAccessor(static_cast<bool NcclTuner::*>(&NcclTuner::amdHost)),
                    MakeBooleanChecker());
        for (const auto& [name, what, value, member] : TRIPLES)
        {
            type.AddAttribute(name,
                              std::string("Latency of ") + what +
                                  ", in us, for LL, LL128 and Simple.",
                              StringValue(value),
                              MakeStringAccessor(member),
                              MakeStringChecker());
        }
        for (const auto& [name, what, value, member] : LATENCIES)
        {
            type.AddAttribute(name,
                              std::string("Latency of ") + what + ", in us.",
                              DoubleValue(value),
                              MakeDoubleAccessor(member),
                              MakeDoubleChecker<double>(0));
        }
        for (const auto& [name, what, value, member] : LIMITS)
        {
            type.AddAttribute(name,
                              std::string(what) + "; 0: NCCL's value.",
                              DoubleValue(value),
                              MakeDoubleAccessor(member),
                              MakeDoubleChecker<double>(0));
        }
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
                             "has no \"" + name + "\"; expected some of " + allowed);
        }
        found[place - names.begin()] = true;
    }
    return found;
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
        throw InputError("ns3::NcclTuner: does not support the operation \"" + operation +
                         "\"; expected one of all-reduce, all-gather, reduce-scatter, broadcast, "
                         "reduce");
    }
    if (communicator.ranks < 2 || communicator.channels == 0 || communicator.servers == 0 ||
        communicator.ranks % communicator.servers != 0)
    {
        throw InputError("ns3::NcclTuner: " + std::to_string(communicator.ranks) + " ranks on " +
                         std::to_string(communicator.servers) + " servers with " +
                         std::to_string(communicator.channels) +
                         " channels; expected at least 2 ranks, the same number on each server, "
                         "and at least one channel");
    }
    const auto algorithms = ReadNames("Algorithms", m_algorithms, ALGORITHMS);
    const auto protocols = ReadNames("Protocols", m_protocols, PROTOCOL_NAMES);
    const NcclEstimates estimates(*this, communicator);
    std::vector<NcclChoice> choices;
    for (size_t a = 0; a < ALGORITHMS.size(); ++a)
    {
        for (size_t p = 0; p < PROTOCOL_NAMES.size() && algorithms[a]; ++p)
        {
            const auto choice =
                estimates.Estimate(ALGORITHMS[a], static_cast<NcclProtocol>(p), operation, bytes);
            if (protocols[p] && choice.bandwidthGBps > 0)
            {
                choices.push_back(choice);
            }
        }
    }
    if (choices.empty())
    {
        throw InputError("ns3::NcclTuner: no algorithm for " + operation + " with Algorithms " +
                         m_algorithms + " and Protocols " + m_protocols);
    }
    std::stable_sort(choices.begin(), choices.end(), [](const auto& one, const auto& other) {
        return one.timeUs < other.timeUs;
    });
    return choices;
}

} // namespace ns3
