// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "round-robin-input-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoundRobinInputArbiter);

TypeId
RoundRobinInputArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RoundRobinInputArbiter")
                            .SetParent<InputArbiter>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RoundRobinInputArbiter>();
    return tid;
}

InputArbiter::Contenders::Iterator
RoundRobinInputArbiter::DoSelect(const Contenders& contenders)
{
    auto first = contenders.begin();
    if (GetInput(*first) == contenders.GetServed())
    {
        ++first;
    }
    return first;
}

} // namespace ns3
