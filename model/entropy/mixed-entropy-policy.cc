// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mixed-entropy-policy.h"

#include "ns3/prepared-factory.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MixedEntropyPolicy);

static const CopiesAsNew<MixedEntropyPolicy> g_copiesMixedEntropyPolicy;

TypeId
MixedEntropyPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MixedEntropyPolicy")
                            .SetParent<BitmapEntropyPolicy>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<MixedEntropyPolicy>();
    return tid;
}

uint16_t
MixedEntropyPolicy::DoChoosePort(int64_t nowPs)
{
    if (m_ports.empty())
    {
        return BitmapEntropyPolicy::DoChoosePort(nowPs);
    }
    const uint16_t port = m_ports.front();
    m_ports.pop_front();
    return port;
}

void
MixedEntropyPolicy::DoNotifyAck(const EntropyAck& ack)
{
    BitmapEntropyPolicy::DoNotifyAck(ack);
    if (!ack.congestionMarked)
    {
        m_ports.push_back(ack.port);
    }
}

} // namespace ns3
