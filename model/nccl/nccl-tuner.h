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
 * @param type whose attribute it is
 * @param attribute its name
 * @param text such as "2.7 4 14", for LL, LL128 and Simple
 * @return it
 * @throw InputError if it is anything else than three times
 */
NcclTriple ReadNcclTriple(const char* type, const char* attribute, const std::string& text);

/**
 * @ingroup ai-fabric-nccl
 * What the tuner knows of a communicator.
 */
struct NcclCommunicator
{
    uint32_t ranks{2};              //!< at least 2
    uint32_t servers{1};            //!< that they are spread over evenly, at least 1
    uint32_t channels{1};           //!< rings or trees side by side, at least 1
    double serverGBps{20.6};        //!< of a channel within a server, one way
    double networkGBps{12.5};       //!< of a channel between servers, one way
    uint32_t computeCapability{90}; //!< of the GPUs: 70 Volta, 80 Ampere, 90 Hopper, 100 Blackwell
    bool nvlinkSharp{false};        //!< the servers' NVSwitches reduce and multicast
    bool networkSharp{false};       //!< the switches of the network reduce and multicast
};

/**
 * @ingroup ai-fabric-nccl
 * A way to carry out an operation, and what it should take.
 */
struct NcclChoice
{
    std::string algorithm;                       //!< "ring" and so on, see NcclTuner
    NcclProtocol protocol{NcclProtocol::SIMPLE}; //!< how its kernels hand over data
    double latencyUs{0};                         //!< of an operation of no bytes
    double bandwidthGBps{0};                     //!< algorithm bandwidth of a long one
    double timeUs{0};                            //!< of the operation that was asked for
};

/**
 * @ingroup ai-fabric-nccl
 * NCCL's model of its own collectives, by which it picks algorithm and protocol.
 *
 *     time = latency + bytes / bandwidth
 *
 * with constants and refinements of NCCL (commit 5067397c, src/graph/tuning.cc): latency is the
 * base latency plus that of every hop in NVLink and network, bandwidth the channels' with the cost
 * of the protocol's flags and the most that the GPU's threads move. It is a model of real clusters:
 * what a simulated fabric takes is found by running the graph. Constants are attributes; where NCCL
 * has one per generation of GPUs and number of servers, 0 stands for NCCL's.
 *
 *     ring, tree       everywhere; tree only all-reduce
 *     nvls             one server whose NVSwitches reduce, three ranks or more (two H100 and two
 *                      B200 measure at a ring's rate)
 *     nvls-tree        several such servers, all-reduce
 *     collnet-direct   several servers on a network that reduces, all-reduce
 *     pat              a rank per server, all-gather and reduce-scatter
 *
 * Not in it: CollNetChain, NVLS with CollNet, PCIe between GPUs, more than one operation in a
 * launch.
 */
class NcclTuner : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param operation "all-reduce", "all-gather", "reduce-scatter", "broadcast" or "reduce"
     * @param bytes its size as nccl-tests counts it
     * @param communicator whose
     * @return every way that is open to it, the fastest first; of equals the one named first above
     * @throw InputError if an attribute or the communicator makes no sense, or no way is open
     */
    std::vector<NcclChoice> Rank(const std::string& operation,
                                 uint64_t bytes,
                                 const NcclCommunicator& communicator) const;

    /** @param protocol which @return what NCCL calls it: LL, LL128 or Simple */
    static const char* GetName(NcclProtocol protocol);

  private:
    std::vector<bool> ReadNames(const char* attribute,
                                const std::string& text,
                                const std::vector<std::string>& names) const;
    /** @return NCCL's, but for those that attributes give */
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

    std::string m_algorithms;      //!< names that may be chosen
    std::string m_protocols;       //!< names that may be chosen
    bool m_amdHost;                //!< the hosts' processors are AMD's
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
    double m_llMaxGBps;            //!< bus bandwidth of LL; 0: NCCL's
    double m_ringLl128ChannelGBps; //!< 0: NCCL's
    double m_treeLl128ChannelGBps; //!< 0: NCCL's
    double m_treeChannelGBps;      //!< 0: NCCL's
    double m_nvlsTreeChannelGBps;  //!< 0: NCCL's
    double m_nvlsEfficiency;       //!< 0: NCCL's
};

} // namespace ns3

#endif // AI_FABRIC_NCCL_TUNER_H
