// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ideal-adapter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IdealAdapter);

TypeId
IdealAdapter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IdealAdapter")
                            .SetParent<FabricAdapter>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<IdealAdapter>();
    return tid;
}

bool
IdealAdapter::DoIsNeeded() const
{
    return false;
}

} // namespace ns3
