// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "local-ack-timer.h"

#include "ns3/boolean.h"
#include "ns3/prepared-factory.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LocalAckTimer);

static const CopiesAsNew<LocalAckTimer> g_copiesLocalAckTimer;

TypeId
LocalAckTimer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LocalAckTimer")
                            .SetParent<RetransmissionTimer>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<LocalAckTimer>()
                            .AddAttribute("VerbsUnits",
                                          "Whether AckTimeout is rounded up to 4.096 us * 2^n.",
                                          BooleanValue(false),
                                          MakeBooleanAccessor(&LocalAckTimer::m_verbsUnits),
                                          MakeBooleanChecker());
    return tid;
}

int64_t
LocalAckTimer::DoGetTimeoutPs(const Situation& situation)
{
    if (!m_verbsUnits)
    {
        return situation.ackTimeoutPs;
    }
    constexpr int64_t UNIT_PS = 4'096'000;
    constexpr uint32_t MAX_EXPONENT = 31;
    uint32_t exponent = 1;
    while (exponent < MAX_EXPONENT && UNIT_PS << exponent < situation.ackTimeoutPs)
    {
        ++exponent;
    }
    return UNIT_PS << exponent;
}

} // namespace ns3
