// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "entropy-policy.h"

#include "ns3/random-draws.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EntropyPolicy);

TypeId
EntropyPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EntropyPolicy").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

uint64_t
EntropyPolicy::Draw()
{
    return HashDraw(m_context.draw, ++m_draws);
}

void
EntropyPolicy::DoStart()
{
}

void
EntropyPolicy::DoNotifyAck(const EntropyAck&)
{
}

void
EntropyPolicy::DoNotifyLoss(const LossEvent&)
{
}

bool
EntropyPolicy::DoIsNeeded() const
{
    return true;
}

bool
EntropyPolicy::DoKeepsOrder() const
{
    return false;
}

bool
EntropyPolicy::DoKeepsFlows() const
{
    return false;
}

bool
EntropyPolicy::DoNeedsMarks() const
{
    return false;
}

} // namespace ns3
