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
 * Defaults of costs come from NCCL's own latencies (NcclTuner): a launch takes the base latency of
 * a ring or a tree, a step its hop over NVLink, and the proxies what a hop over the network has
 * more. Of hops the part that the simulated network takes by itself is left out, 0.5 us over NVLink
 * and 2 us between servers; these two are estimates of ours. NVLS is NCCL's 25 us less 0.7 us for
 * two ways through NVSwitches; its hop over the network 20.9 us less 2 us and a step. CollNet is 31
 * us less 2 us, and 3.7 us before and behind; a step takes the 0.4 us that NCCL has for each peer.
 *
 * How many channels are in use and how long messages are says MakeNcclPlan().
 */
class NcclCollective final : public CollectiveAlgorithm
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param layout the ranks
     * @param bytes the operation's size
     * @return what the tuner picks, and what it expects
     * @throw InputError if an attribute makes no sense
     */
    NcclChoice Choose(const RankLayout& layout, uint64_t bytes) const;

  private:
    CommunicationGraph DoBuild(const RankLayout& layout,
                               uint64_t bytes,
                               CollectiveData* data) const override;
    double DoGetBusFactor(uint32_t ranks) const override;

    /** @return what the tuner is to know of these ranks */
    NcclCommunicator Describe(const RankLayout& layout) const;
    /** @return what carries out the choice with our classes, without the costs of kernels */
    Ptr<CollectiveAlgorithm> MakeAlgorithm(const NcclChoice& choice,
                                           const RankLayout& layout,
                                           uint64_t bytes) const;
    /**
     * @param choice of the tuner
     * @param channels in use, at least 1
     * @return what kernels cost with it
     */
    NcclProtocolCost GetCost(const NcclChoice& choice, uint32_t channels) const;

    std::string m_operation;      //!< "all-reduce" and so on
    Ptr<NcclTuner> m_tuner;       //!< picks; null: one with NCCL's constants
    uint32_t m_root;              //!< of broadcast and reduce
    DataRate m_nvlinkRate;        //!< of a GPU, one way; 0: that of the links
    DataRate m_networkRate;       //!< of a GPU, one way; 0: that of the links
    uint32_t m_computeCapability; //!< 0: by the links
    bool m_nvlinkSharp;           //!< NVSwitches may be used
    bool m_networkSharp;          //!< the network's switches reduce
    uint32_t m_channels;          //!< at least 1
    std::string m_launchUs;       //!< us by protocol
    Time m_hostLatency;           //!< before the launch
    double m_nvlsLaunchUs;        //!< us
    double m_nvlsNetworkUs;       //!< us
    double m_nvlsGBps;            //!< GB/s; 0: no limit
    double m_collNetLaunchUs;     //!< us
    double m_collNetStepUs;       //!< us
    std::string m_stepUs;         //!< us by protocol
    std::string m_networkUs;      //!< us by protocol
    std::string m_channelGBps;    //!< GB/s by protocol; 0: no limit
    std::string m_gpuGBps;        //!< GB/s by protocol; 0: no limit
    Time m_proxyTime;             //!< of a message between servers, at either end
    Time m_p2pProxyTime;          //!< as m_proxyTime
    double m_p2pLaunchUs;         //!< us
    double m_p2pNetworkUs;        //!< us
    bool m_pxn;                   //!< an all-to-all uses the rail of the destination
    uint64_t m_p2pChunkBytes;     //!< longest message of an all-to-all, at least 1
    std::string m_treeLaunchUs;   //!< us by protocol
    std::string m_treeStepUs;     //!< us by protocol
    std::string m_treeNetworkUs;  //!< us by protocol
};

} // namespace ns3

#endif // AI_FABRIC_NCCL_COLLECTIVE_H
