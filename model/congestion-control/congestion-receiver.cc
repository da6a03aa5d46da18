// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-receiver.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CongestionReceiver");

NS_OBJECT_ENSURE_REGISTERED(CongestionReceiver);

TypeId
CongestionReceiver::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CongestionReceiver").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
CongestionReceiver::Start(const ReceiverContext& context, Outlet& outlet)
{
    NS_LOG_FUNCTION(this);
    m_context = context;
    m_outlet = &outlet;
    DoStart();
}

void
CongestionReceiver::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_outlet = nullptr;
    Object::DoDispose();
}

void
CongestionReceiver::DoStart()
{
}

void
CongestionReceiver::DoAddFlow(uint32_t /* flow */)
{
}

std::optional<uint64_t>
CongestionReceiver::DoGetField(uint32_t /* flow */)
{
    return std::nullopt;
}

void
CongestionReceiver::DoAdvance(int64_t /* nowPs */)
{
}

} // namespace ns3
