// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NO_FLOW_CONTROL_H
#define AI_FABRIC_NO_FLOW_CONTROL_H

#include "link-flow-control.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * A lossy link: every packet may always be sent.
 */
class NoFlowControl final : public LinkFlowControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoIsLossless(uint8_t lane) const override;
};

} // namespace ns3

#endif // AI_FABRIC_NO_FLOW_CONTROL_H
