// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_ESTIMATES_H
#define AI_FABRIC_NCCL_ESTIMATES_H

#include "nccl-choice.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

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
 * NCCL's limits of its algorithms besides the links, in GB/s (commit 5067397c,
 * src/graph/tuning.cc).
 */
struct NcclLimits
{
    double llGBps;               //!< bus bandwidth of LL
    double ringLl128ChannelGBps; //!< rate of a channel, ring with LL128
    double treeLl128ChannelGBps; //!< rate of a channel, tree with LL128
    double treeChannelGBps;      //!< rate of a channel, tree
    double nvlsTreeChannelGBps;  //!< rate of a channel, NVLSTree; 0: this generation has no NVLS
    double nvlsEfficiency;       //!< fraction of NVLink's bandwidth; 0: this generation has no NVLS
};

/**
 * @ingroup ai-fabric-nccl
 * @param computeCapability compute capability of the GPUs, for example 90
 * @param servers number of servers, at least 1
 * @param amdHost true if the hosts have AMD processors
 * @return NCCL's limits
 */
NcclLimits GetNcclLimits(uint32_t computeCapability, uint32_t servers, bool amdHost);

/**
 * @ingroup ai-fabric-nccl
 * @param protocol protocol of the tree
 * @param bytes size of the all-reduce in bytes
 * @return fraction of the bandwidth that a tree reaches, in NCCL's measurements; above 0, at most 1
 */
double GetNcclTreeCorrection(NcclProtocol protocol, uint64_t bytes);

/**
 * @ingroup ai-fabric-nccl
 * Constants of NCCL's model, see NcclTuner for its attributes.
 */
struct NcclConstants
{
    bool amdHost{false};            //!< the hosts have AMD processors
    std::string ringBase;           //!< us by protocol
    std::string ringNvlink;         //!< us by protocol
    std::string ringNetwork;        //!< us by protocol
    std::string treeBase;           //!< us by protocol
    std::string treeNvlink;         //!< us by protocol
    std::string treeNetwork;        //!< us by protocol
    double nvlsLatencyUs{0};        //!< us
    double nvlsTreeNetworkUs{0};    //!< us
    double collNetNvlinkUs{0};      //!< us
    double collNetNetworkUs{0};     //!< us
    double patBaseUs{0};            //!< us
    double llMaxGBps{0};            //!< bus bandwidth of LL; 0: NCCL's value
    double ringLl128ChannelGBps{0}; //!< 0: NCCL's value
    double treeLl128ChannelGBps{0}; //!< 0: NCCL's value
    double treeChannelGBps{0};      //!< 0: NCCL's value
    double nvlsTreeChannelGBps{0};  //!< 0: NCCL's value
    double nvlsEfficiency{0};       //!< 0: NCCL's value
};

/**
 * @ingroup ai-fabric-nccl
 * Estimates of latency and bandwidth of a communicator, for each algorithm and protocol.
 */
class NcclEstimates
{
  public:
    /**
     * @param constants constants of the model; must outlive this
     * @param communicator communicator that runs the operations; must outlive this
     */
    NcclEstimates(const NcclConstants& constants, const NcclCommunicator& communicator)
        : m_constants(constants),
          m_communicator(communicator)
    {
    }

    /**
     * @param algorithm name of the algorithm, see NcclTuner
     * @param protocol protocol
     * @param operation name of the operation: "all-reduce" and so on
     * @param bytes size of the operation in bytes
     * @return choice with its times; its bandwidth is 0 if the choice is not possible
     * @throw InputError if a latency is invalid
     */
    NcclChoice Estimate(const std::string& algorithm,
                        NcclProtocol protocol,
                        const std::string& operation,
                        uint64_t bytes) const;

  private:
    /** @return NCCL's limits, except those that attributes override */
    NcclLimits GetLimits() const;

    /** @return GB/s */
    double GetRingBusBandwidth(NcclProtocol protocol) const;
    /** @return GB/s */
    double GetTreeBusBandwidth(NcclProtocol protocol) const;
    /** @return GB/s */
    double GetNvlsBusBandwidth(const std::string& operation) const;
    /** @return GB/s */
    double GetCollNetBusBandwidth() const;
    double GetRingLatencyUs(const std::string& operation, NcclProtocol protocol) const;
    double GetTreeLatencyUs(NcclProtocol protocol) const;
    double GetCollNetLatencyUs() const;
    double GetPatLatencyUs() const;

    const NcclConstants& m_constants;
    const NcclCommunicator& m_communicator;
};

} // namespace ns3

#endif // AI_FABRIC_NCCL_ESTIMATES_H
