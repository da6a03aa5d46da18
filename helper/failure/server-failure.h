// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVER_FAILURE_H
#define AI_FABRIC_SERVER_FAILURE_H

#include "fabric-failure.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * The server of a host is out of service for a while, as without power: the links of all NICs of
 * its GPUs are down (SetLinkDown()), in all networks and NVLink, and its GPUs stop. Without servers
 * each host counts as one.
 *
 * The memory of its GPUs is lost: jobs that restart (RestartOnFailure) begin again. For other jobs
 * its GPUs continue their work at Stop, as if nothing had been lost.
 */
class ServerFailure final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoInstall(const SharedNetwork& network) const override;
    void DoBegin(const FabricNetwork& network) const override;
    void DoEnd(const FabricNetwork& network) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    std::vector<uint32_t> GetHosts(const FabricNetwork& network) const;
    void SetDown(const FabricNetwork& network, bool down) const;

    uint32_t m_host; //!< host index of one of its GPUs
};

} // namespace ns3

#endif // AI_FABRIC_SERVER_FAILURE_H
