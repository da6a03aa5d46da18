// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_COLLECTIVE_H
#define AI_FABRIC_NCCL_COLLECTIVE_H

#include "nccl-protocol.h"
#include "nccl-tuner.h"

#include "ns3/collective-algorithm.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <array>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-nccl
 * A collective as NCCL carries it out: the tuner picks algorithm and protocol by size, every
 * channel moves slices of its buffer, and kernels cost launches, steps and flags (see
 * ApplyNcclProtocol()).
 *
 * The default costs come from NCCL's own latencies (NcclTuner). The launch is the base latency of a
 * ring or a tree. A step is the latency of a hop over NVLink. The proxies' delay is the additional
 * latency of a hop over the network. From these hop latencies the share of the simulated network is
 * subtracted: 0.5 us over NVLink and 2 us between servers (our estimates). NVLS is NCCL's 25 us
 * less 0.7 us for two passes through NVSwitches; its hop over the network is 20.9 us less 2 us and
 * a step. CollNet is 31 us less 2 us, plus 3.7 us before and 3.7 us behind; a step takes NCCL's 0.4
 * us per peer.
 *
 * MakeNcclPlan() gives the number of channels in use and the length of messages.
 */
class NcclCollective final : public CollectiveAlgorithm
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param layout ranks of the operation
     * @param bytes size of the operation in bytes
     * @return choice of the tuner with its expected time
     * @throw InputError if an attribute has an invalid value
     */
    NcclChoice Choose(const RankLayout& layout, uint64_t bytes) const;

  private:
    CommunicationGraph DoBuild(const RankLayout& layout,
                               uint64_t bytes,
                               CollectiveData* data) const override;
    double DoGetBusFactor(uint32_t ranks) const override;

    /** @return description of these ranks for the tuner */
    NcclCommunicator Describe(const RankLayout& layout) const;
    /** @return algorithm of ours that carries out the choice, without the costs of kernels */
    Ptr<CollectiveAlgorithm> MakeAlgorithm(const NcclChoice& choice,
                                           const RankLayout& layout,
                                           uint64_t bytes) const;
    /**
     * @param choice choice of the tuner
     * @param channels number of channels in use, at least 1
     * @return cost of the kernels for this choice
     */
    NcclProtocolCost GetCost(const NcclChoice& choice, uint32_t channels) const;

    std::string m_operation; //!< "all-reduce" and so on
    Ptr<NcclTuner> m_tuner;  //!< picks algorithm and protocol; null: a tuner with NCCL's constants
    uint32_t m_root;         //!< root rank of broadcast and reduce
    DataRate m_nvlinkRate;   //!< NVLink rate of a GPU, one way; 0: rate of the links
    DataRate m_networkRate;  //!< network rate of a GPU, one way; 0: rate of the links
    uint32_t m_computeCapability; //!< compute capability of the GPUs; 0: derived from the links
    bool m_nvlinkSharp;           //!< the tuner may choose NVLS and NVLSTree
    bool m_networkSharp;          //!< the tuner may choose CollNet
    uint32_t m_channels;          //!< number of channels, at least 1
    std::string m_launchUs;       //!< us by protocol
    Time m_hostLatency;           //!< host time of the call before the launch
    double m_nvlsLaunchUs;        //!< us
    double m_nvlsNetworkUs;       //!< us
    double m_nvlsGBps;            //!< GB/s; 0: no limit
    double m_collNetLaunchUs;     //!< us
    double m_collNetStepUs;       //!< us
    std::string m_stepUs;         //!< us by protocol
    std::string m_networkUs;      //!< us by protocol
    std::string m_channelGBps;    //!< GB/s by protocol; 0: no limit
    std::string m_gpuGBps;        //!< GB/s by protocol; 0: no limit
    Time m_proxyTime;             //!< proxy time per message between servers, at either end
    Time m_p2pProxyTime;          //!< m_proxyTime of an all-to-all
    double m_p2pLaunchUs;         //!< us
    double m_p2pNetworkUs;        //!< us
    bool m_pxn;                   //!< an all-to-all uses the rail of the destination
    bool m_crossNic;              //!< rings change rails between servers
    uint64_t m_p2pChunkBytes;     //!< longest message of an all-to-all, at least 1
    std::string m_treeLaunchUs;   //!< us by protocol
    std::string m_treeStepUs;     //!< us by protocol
    std::string m_treeNetworkUs;  //!< us by protocol
};

} // namespace ns3

#endif // AI_FABRIC_NCCL_COLLECTIVE_H
