// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fifo-input-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FifoInputArbiter);

TypeId
FifoInputArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FifoInputArbiter")
                            .SetParent<InputArbiter>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<FifoInputArbiter>();
    return tid;
}

bool
FifoInputArbiter::DoIsNeeded() const
{
    return false;
}

InputArbiter::Contenders::Iterator
FifoInputArbiter::DoSelect(const Contenders& contenders)
{
    return contenders.begin();
}

} // namespace ns3
