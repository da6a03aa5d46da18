// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "request-arrivals.h"

#include "ns3/input-error.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RequestArrivals);

TypeId
RequestArrivals::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RequestArrivals").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

std::vector<InferenceRequest>
RequestArrivals::Build() const
{
    return DoBuild();
}

int64_t
RequestArrivals::DoAssignStreams(int64_t)
{
    return 0;
}

} // namespace ns3
