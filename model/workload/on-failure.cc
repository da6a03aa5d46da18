// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "on-failure.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(OnFailure);

TypeId
OnFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::OnFailure").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
OnFailure::Apply(FabricJob& job) const
{
    DoApply(job);
}

} // namespace ns3
