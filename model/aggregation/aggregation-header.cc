// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "aggregation-header.h"

namespace ns3
{

PacketKind
AggregationHeader::GetKind()
{
    static const PacketKind kind = RegisterHopByHop("aggregation");
    return kind;
}

} // namespace ns3
