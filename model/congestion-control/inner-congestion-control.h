// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INNER_CONGESTION_CONTROL_H
#define AI_FABRIC_INNER_CONGESTION_CONTROL_H

#include "rdma-congestion-control.h"

#include "ns3/object-factory.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * @param factory what an attribute CongestionControl of a congestion control holds
 * @return a new one; null: the factory is of something else
 */
Ptr<RdmaCongestionControl> MakeInner(const ObjectFactory& factory);

/**
 * @ingroup ai-fabric-congestion-control
 * @param inner one of another, a specimen
 * @return whether it is of one sender, wants no credits, and chooses no paths and no tags
 */
bool FitsInside(const RdmaCongestionControl& inner);

} // namespace ns3

#endif // AI_FABRIC_INNER_CONGESTION_CONTROL_H
