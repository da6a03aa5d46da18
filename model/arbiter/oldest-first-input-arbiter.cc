// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "oldest-first-input-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(OldestFirstInputArbiter);

TypeId
OldestFirstInputArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::OldestFirstInputArbiter")
                            .SetParent<InputArbiter>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<OldestFirstInputArbiter>();
    return tid;
}

InputArbiter::Contenders::Iterator
OldestFirstInputArbiter::DoSelect(const Contenders& contenders)
{
    auto oldest = contenders.begin();
    for (auto input = contenders.begin(); input != contenders.end(); ++input)
    {
        if (input->sentPs < oldest->sentPs)
        {
            oldest = input;
        }
    }
    return oldest;
}

} // namespace ns3
