// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "infini-band-congestion-control.h"

#include "ns3/boolean.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <tuple>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("InfiniBandCongestionControl");

NS_OBJECT_ENSURE_REGISTERED(InfiniBandCongestionControl);

static const CopiesAsNew<InfiniBandCongestionControl> g_copiesInfiniBandCongestionControl;

TypeId
InfiniBandCongestionControl::GetTypeId()
{
    constexpr int32_t LAST_ENTRY = CongestionControlTable::MAX_ENTRIES - 1;
    static TypeId tid =
        TypeId("ns3::InfiniBandCongestionControl")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<InfiniBandCongestionControl>()
            .AddAttribute("Table",
                          "Congestion control table: linear, mellanox-default, mellanox-llnl, "
                          "simula, simula-llnl, or a list of SHIFT:MULTIPLIER.",
                          StringValue("linear"),
                          ReadOnce(MakeStringAccessor(&InfiniBandCongestionControl::m_tableText)),
                          MakeStringChecker())
            .AddAttribute("Increase",
                          "Increase of the CCTI by a BECN.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&InfiniBandCongestionControl::m_increase),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("Timer",
                          "Time until the CCTI is lowered by one, in units of 1.024 us.",
                          UintegerValue(150),
                          MakeUintegerAccessor(&InfiniBandCongestionControl::m_timer),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("RestartTimer",
                          "Whether a BECN restarts the running timer.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&InfiniBandCongestionControl::m_restartTimer),
                          MakeBooleanChecker())
            .AddAttribute(
                "Limit",
                "The largest CCTI; -1: the last entry of the table.",
                IntegerValue(-1),
                ReadOnce(MakeIntegerAccessor(&InfiniBandCongestionControl::m_limitOrLast)),
                MakeIntegerChecker<int32_t>(-1, LAST_ENTRY))
            .AddAttribute("Minimum",
                          "The least CCTI, also at the start.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&InfiniBandCongestionControl::m_minimum)),
                          MakeUintegerChecker<uint32_t>(0, LAST_ENTRY))
            .AddAttribute("StaticRateIpd",
                          "Static rate control: least delay behind a packet, in packet times; 3 "
                          "is a quarter of the line rate.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&InfiniBandCongestionControl::m_staticRateIpd),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute(
                "PerServiceLevel",
                "Whether the queue pairs of a NIC on the same service level share one CCTI; "
                "false: each has its own.",
                BooleanValue(false),
                ReadOnce(MakeBooleanAccessor(&InfiniBandCongestionControl::m_perServiceLevel)),
                MakeBooleanChecker())
            .AddTraceSource(
                "Ccti",
                "The CCTI changed: when (ps) and to what. A change by the timer is reported when "
                "the rate is next used.",
                MakeTraceSourceAccessor(&InfiniBandCongestionControl::m_cctiTrace),
                "ns3::InfiniBandCongestionControl::CctiTracedCallback");
    return tid;
}

/** @return the table and its last index in use, from attributes that must agree */
std::pair<CongestionControlTable, uint32_t>
InfiniBandCongestionControl::MakeTable() const
{
    const CongestionControlTable table(m_tableText);
    const uint32_t last = table.GetSize() - 1;
    const uint32_t limit = m_limitOrLast < 0 ? last : m_limitOrLast;
    if (limit > last)
    {
        throw InputError("InfiniBandCongestionControl Limit " + std::to_string(limit) +
                         ": expected an entry of the table, at most " + std::to_string(last));
    }
    if (m_minimum > limit)
    {
        throw InputError("InfiniBandCongestionControl Minimum " + std::to_string(m_minimum) +
                         ": must not exceed the limit " + std::to_string(limit));
    }
    return {table, limit};
}

CongestionNeeds
InfiniBandCongestionControl::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.marks = true;
    needs.perServiceLevel = m_perServiceLevel;
    return needs;
}

void
InfiniBandCongestionControl::DoValidate() const
{
    MakeTable();
}

void
InfiniBandCongestionControl::DoStart()
{
    NS_LOG_FUNCTION(this);
    std::tie(m_table, m_limit) = MakeTable();
    m_duePs = NEVER_PS;
    SetCcti(GetContext().nowPs, m_minimum);
}

void
InfiniBandCongestionControl::DoAdvance(int64_t nowPs)
{
    while (m_duePs <= nowPs)
    {
        const int64_t expiredPs = m_duePs;
        m_duePs = m_ccti - 1 > m_minimum ? expiredPs + m_timer * TIMER_UNIT_PS : NEVER_PS;
        SetCcti(expiredPs, m_ccti - 1);
    }
    SetNextUpdate(m_duePs);
}

void
InfiniBandCongestionControl::DoNotifyCnp(int64_t nowPs)
{
    const uint32_t ccti = std::min(m_ccti + m_increase, m_limit);
    if (ccti > m_minimum && (m_duePs == NEVER_PS || m_restartTimer))
    {
        m_duePs = nowPs + m_timer * TIMER_UNIT_PS;
        SetNextUpdate(m_duePs);
    }
    if (ccti != m_ccti)
    {
        SetCcti(nowPs, ccti);
    }
}

void
InfiniBandCongestionControl::SetCcti(int64_t nowPs, uint32_t ccti)
{
    NS_LOG_LOGIC(this << ": CCTI " << m_ccti << " -> " << ccti << " at " << nowPs / 1000 << " ns");
    m_ccti = ccti;
    m_cctiTrace(nowPs, ccti);
    const uint64_t linebps = GetContext().lineRatebps;
    SetRate(nowPs, std::min(m_table[ccti].GetRatebps(linebps), linebps / (1U + m_staticRateIpd)));
}

} // namespace ns3
