// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "no-marker.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NoMarker);

TypeId
NoMarker::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NoMarker")
                            .SetParent<EcnMarker>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<NoMarker>();
    return tid;
}

bool
NoMarker::DoShouldMark(const MarkingEvent& /* event */)
{
    return false;
}

bool
NoMarker::DoCanMark() const
{
    return false;
}

} // namespace ns3
