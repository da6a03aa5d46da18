// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fixed-entropy-policy.h"

#include "ns3/prepared-factory.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FixedEntropyPolicy);

static const CopiesAsNew<FixedEntropyPolicy> g_copiesFixedEntropyPolicy;

TypeId
FixedEntropyPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FixedEntropyPolicy")
                            .SetParent<EntropyPolicy>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<FixedEntropyPolicy>();
    return tid;
}

uint16_t
FixedEntropyPolicy::DoChoosePort(int64_t)
{
    return GetContext().port;
}

bool
FixedEntropyPolicy::DoIsNeeded() const
{
    return false;
}

bool
FixedEntropyPolicy::DoKeepsOrder() const
{
    return true;
}

bool
FixedEntropyPolicy::DoKeepsFlows() const
{
    return true;
}

} // namespace ns3
