// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_TUNER_H
#define AI_FABRIC_NCCL_TUNER_H

#include "ns3/object.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

struct NcclLimits;

/**
 * @ingroup ai-fabric-nccl
 * How NCCL tells a receiver that data has arrived: by a flag beside every 4 bytes (LL), by one of 8
 * bytes in every line of 128 (LL128), or by a counter behind a whole chunk (Simple).
 */
enum class NcclProtocol : uint8_t
{
    LL,
    LL128,
    SIMPLE
};

/**
 * @ingroup ai-fabric-nccl
 * Times in us, by protocol.
 */
using NcclTriple = std::array<double, 3>;

/**
 * @ingroup ai-fabric-nccl
 * @param type name of the type that has the attribute
 * @param attribute name of the attribute
 * @param text three times, for LL, LL128 and Simple, such as "2.7 4 14"
 * @return the three times in us
 * @throw InputError if the text is not three times
 */
NcclTriple ReadNcclTriple(const char* type, const char* attribute, const std::string& text);

/**
 * @ingroup ai-fabric-nccl
 * Description of a communicator, input of the tuner.
 */
struct NcclCommunicator
{
    uint32_t ranks{2};              //!< number of ranks, at least 2
    uint32_t servers{1};            //!< number of servers, at least 1; the ranks are spread evenly
    uint32_t channels{1};           //!< rings or trees side by side, at least 1
    double serverGBps{20.6};        //!< rate of a channel within a server, one way
    double networkGBps{12.5};       //!< rate of a channel between servers, one way
    uint32_t computeCapability{90}; //!< of the GPUs: 70 Volta, 80 Ampere, 90 Hopper, 100 Blackwell
    bool nvlinkSharp{false};        //!< the servers' NVSwitches can reduce and multicast
    bool networkSharp{false};       //!< the switches of the network can reduce and multicast
};

/**
 * @ingroup ai-fabric-nccl
 * Algorithm and protocol for an operation, with the tuner's estimate of the time.
 */
struct NcclChoice
{
    std::string algorithm;                       //!< "ring" and so on, see NcclTuner
    NcclProtocol protocol{NcclProtocol::SIMPLE}; //!< how its kernels hand over data
    double latencyUs{0};                         //!< time of an operation of 0 bytes
    double bandwidthGBps{0};                     //!< algorithm bandwidth of a long operation
    double timeUs{0};                            //!< time of the requested operation
};

/**
 * @ingroup ai-fabric-nccl
 * NCCL's model of its own collectives, by which NCCL picks algorithm and protocol.
 *
 *     time = latency + bytes / bandwidth
 *
 * with NCCL's constants and refinements (commit 5067397c, src/graph/tuning.cc). The latency is the
 * base latency plus the latency of every hop in NVLink and network. The bandwidth is the sum over
 * the channels, reduced by the protocol's flags and limited by the GPU's threads. This is a model
 * of real clusters; the time on a simulated fabric is found by running the graph. The constants are
 * attributes. Where NCCL has one constant per GPU generation and number of servers, 0 stands for
 * NCCL's value.
 *
 *     ring, tree       everywhere; tree only all-reduce
 *     nvls             one server whose NVSwitches reduce, three ranks or more (two H100 and two
 *                      B200 measure at a ring's rate)
 *     nvls-tree        several such servers, all-reduce
 *     collnet-direct   several servers on a network that reduces, all-reduce
 *     pat              a rank per server, all-gather and reduce-scatter
 *
 * Not modelled: CollNetChain, NVLS with CollNet, PCIe between GPUs, more than one operation in a
 * launch.
 */
class NcclTuner : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param operation "all-reduce", "all-gather", "reduce-scatter", "broadcast" or "reduce"
     * @param bytes size of the operation in bytes, as nccl-tests counts it
     * @param communicator communicator that runs the operation
     * @return all possible choices, the fastest first; equally fast choices in the order of the
     * list above
     * @throw InputError if an attribute or the communicator is invalid, or no choice is possible
     */
    std::vector<NcclChoice> Rank(const std::string& operation,
                                 uint64_t bytes,
                                 const NcclCommunicator& communicator) const;

    /** @param protocol protocol @return NCCL's name of the protocol: LL, LL128 or Simple */
    static const char* GetName(NcclProtocol protocol);

  private:
    std::vector<bool> ReadNames(const char* attribute,
                                const std::string& text,
                                const std::vector<std::string>& names) const;
    /** @return NCCL's limits, except those that attributes override */
    NcclLimits GetLimits(const NcclCommunicator& communicator) const;

    /** @return GB/s */
    double GetRingBusBandwidth(const NcclCommunicator& communicator, NcclProtocol protocol) const;
    /** @return GB/s */
    double GetTreeBusBandwidth(const NcclCommunicator& communicator, NcclProtocol protocol) const;
    /** @return GB/s */
    double GetNvlsBusBandwidth(const std::string& operation,
                               const NcclCommunicator& communicator) const;
    /** @return GB/s */
    double GetCollNetBusBandwidth(const NcclCommunicator& communicator) const;
    double GetRingLatencyUs(const std::string& operation,
                            const NcclCommunicator& communicator,
                            NcclProtocol protocol) const;
    double GetTreeLatencyUs(const NcclCommunicator& communicator, NcclProtocol protocol) const;
    double GetCollNetLatencyUs(const NcclCommunicator& communicator) const;
    double GetPatLatencyUs(const NcclCommunicator& communicator) const;
    NcclChoice Estimate(const std::string& algorithm,
                        NcclProtocol protocol,
                        const std::string& operation,
                        uint64_t bytes,
                        const NcclCommunicator& communicator) const;

    std::string m_algorithms;      //!< names of the allowed algorithms
    std::string m_protocols;       //!< names of the allowed protocols
    bool m_amdHost;                //!< the hosts have AMD processors
    std::string m_ringBase;        //!< us by protocol
    std::string m_ringNvlink;      //!< us by protocol
    std::string m_ringNetwork;     //!< us by protocol
    std::string m_treeBase;        //!< us by protocol
    std::string m_treeNvlink;      //!< us by protocol
    std::string m_treeNetwork;     //!< us by protocol
    double m_nvlsLatencyUs;        //!< us
    double m_nvlsTreeNetworkUs;    //!< us
    double m_collNetNvlinkUs;      //!< us
    double m_collNetNetworkUs;     //!< us
    double m_patBaseUs;            //!< us
    double m_llMaxGBps;            //!< bus bandwidth of LL; 0: NCCL's value
    double m_ringLl128ChannelGBps; //!< 0: NCCL's value
    double m_treeLl128ChannelGBps; //!< 0: NCCL's value
    double m_treeChannelGBps;      //!< 0: NCCL's value
    double m_nvlsTreeChannelGBps;  //!< 0: NCCL's value
    double m_nvlsEfficiency;       //!< 0: NCCL's value
};

} // namespace ns3

#endif // AI_FABRIC_NCCL_TUNER_H
