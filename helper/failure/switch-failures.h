// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_FAILURES_H
#define AI_FABRIC_SWITCH_FAILURES_H

#include "host-failures.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * A switch is out of service for a while, for example during a reboot: all of its links are down
 * (SetLinkDown()), and packets in its memory are lost.
 */
class SwitchFailure final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoFitsLaw() const override
    {
        return true;
    }

    bool DoFits(const FabricTopology& topology) const override;
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoSet(const FabricNetwork& network, bool begins) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    std::string m_switch; //!< name of the node
};

/**
 * @ingroup ai-fabric-failure
 * Switches that disagree about the route to a host, as during convergence: from Start to Stop each
 * of Switches sends packets for Host to the next one, and the last to the first. New routes also
 * end the loop. Only FabricSwitch's TimeToLive takes packets out of a loop.
 *
 * Source: Hu et al., "Deadlocks in Datacenter Networks: Why Do They Form, and How to Avoid Them",
 * HotNets 2016, section 3: n switches whose links have the bandwidth B deadlock under PFC if more
 * n B / TTL arrives for the host.
 */
class RoutingLoop final : public HostFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** Forwarding of one of the switches. */
    struct Turn
    {
        uint32_t place; //!< index of the switch in the network
        uint16_t port;  //!< port to the next switch
    };

    bool DoFits(const FabricTopology& topology) const override;
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoSet(const FabricNetwork& network, bool begins) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    /** @return ids of the nodes @throw InputError if they are not at least two switches */
    std::vector<uint32_t> FindNodes(const FabricTopology& topology) const;
    /** @return forwarding of each switch @throw InputError if two switches have no link */
    std::vector<Turn> FindTurns(const FabricTopology& topology) const;

    std::string m_switches; //!< names, separated by commas
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_FAILURES_H
