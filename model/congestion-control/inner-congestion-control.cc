// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "inner-congestion-control.h"

namespace ns3
{

Ptr<RdmaCongestionControl>
MakeInner(const ObjectFactory& factory)
{
    const TypeId type = factory.GetTypeId();
    return type.IsChildOf(RdmaCongestionControl::GetTypeId()) && type.HasConstructor()
               ? factory.Create<RdmaCongestionControl>()
               : nullptr;
}

bool
FitsInside(const RdmaCongestionControl& inner)
{
    const CongestionNeeds needs = inner.GetNeeds();
    return !needs.demand && !needs.tags && !needs.perServiceLevel;
}

} // namespace ns3
