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
 * @param factory attribute CongestionControl of another congestion control
 * @return new congestion control; null: the factory makes another class
 */
Ptr<RdmaCongestionControl> MakeInner(const ObjectFactory& factory);

/**
 * @ingroup ai-fabric-congestion-control
 * @param inner sample of the inner congestion control
 * @return true if it serves a single sender, grants no credits, and writes no tags
 */
bool FitsInside(const RdmaCongestionControl& inner);

} // namespace ns3

#endif // AI_FABRIC_INNER_CONGESTION_CONTROL_H
