// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_FAILURE_H
#define AI_FABRIC_SWITCH_FAILURE_H

#include "fabric-failure.h"

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
    bool DoFits(const FabricTopology& topology) const override;
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoBegin(const FabricNetwork& network) const override;
    void DoEnd(const FabricNetwork& network) const override;

    FabricFault DoDescribe(const FabricNetwork& network) const override;

    std::string m_switch; //!< name of the node
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_FAILURE_H
