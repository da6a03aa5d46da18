// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-context.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SwitchContext);

uint64_t SwitchContext::s_forwardingEpoch = 0;

TypeId
SwitchContext::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SwitchContext").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

bool
SwitchContext::LeadsToHost(const FabricNetDevice& port)
{
    return !port.GetPeer()->GetNode()->GetObject<SwitchContext>();
}

void
SwitchContext::DoDispose()
{
    m_ports.clear();
    Object::DoDispose();
}

} // namespace ns3
