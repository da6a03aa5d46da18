// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fixed-rate.h"

#include "ns3/log.h"
#include "ns3/prepared-factory.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FixedRate");

NS_OBJECT_ENSURE_REGISTERED(FixedRate);

static const CopiesAsNew<FixedRate> g_copiesFixedRate;

TypeId
FixedRate::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FixedRate")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<FixedRate>()
            .AddAttribute("Rate",
                          "Rate on the wire, headers included; 0bps: the line rate.",
                          DataRateValue(DataRate(0)),
                          ReadOnce(MakeDataRateAccessor(&FixedRate::m_rate)),
                          MakeDataRateChecker());
    return tid;
}

void
FixedRate::DoStart()
{
    NS_LOG_FUNCTION(this);
    if (m_rate.GetBitRate() > 0)
    {
        SetRate(GetContext().nowPs, m_rate.GetBitRate());
    }
}

} // namespace ns3
