// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "abort-on-failure.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbortOnFailure);

TypeId
AbortOnFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AbortOnFailure")
                            .SetParent<OnFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<AbortOnFailure>();
    return tid;
}

void
AbortOnFailure::DoApply(FabricJob&) const
{
    // This is the default behaviour of a job.
}

} // namespace ns3
