// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "hpcc-pint.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/random-draws.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HpccPint");

NS_OBJECT_ENSURE_REGISTERED(HpccPint);

static const CopiesAsNew<HpccPint> g_copiesHpccPint;

namespace
{

constexpr double INITIAL_BASE = 1.05;

} // namespace

TypeId
HpccPint::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HpccPint")
            .SetParent<HpccWindow>()
            .SetGroupName("AiFabric")
            .AddConstructor<HpccPint>()
            .AddAttribute("CodeBase",
                          "Base of the code in which switches report the load: (1 + e)^2 for an "
                          "error of e. It takes one byte from 1.05 on, two below.",
                          DoubleValue(INITIAL_BASE),
                          ReadOnce(MakeDoubleAccessor(&HpccPint::m_codeBase)),
                          MakeDoubleChecker<double>(DigestCode::LEAST_BASE, 2.0))
            .AddAttribute("SampledShare",
                          "Fraction of acknowledgements that the sender uses.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&HpccPint::m_sampledShare),
                          MakeDoubleChecker<double>(0.0001, 1.0));
    return tid;
}

HpccPint::HpccPint()
    : m_code(INITIAL_BASE)
{
}

void
HpccPint::DoStart()
{
    NS_LOG_FUNCTION(this);
    HpccWindow::DoStart();
    m_code = DigestCode(m_codeBase);
    m_utilization = 0;
    m_ackedBytes = 0;
}

void
HpccPint::DoNotifyAck(const AckEvent& event)
{
    m_ackedBytes += event.ackedBytes;
    if (!event.digest || !IsSampled())
    {
        return;
    }
    AckEvent sampled = event;
    sampled.ackedBytes = std::exchange(m_ackedBytes, 0);
    const bool roundEnds = UpdateRound(sampled);
    const bool first = m_utilization == 0;
    m_utilization = m_code.Decode(event.digest->code);
    if (!first && IsWanted(roundEnds))
    {
        Move(event.nowPs, m_utilization, roundEnds);
    }
}

bool
HpccPint::IsSampled()
{
    return m_sampledShare >= 1 || UnitDraw(HashDraw(m_seed, m_draws++)) < m_sampledShare;
}

int64_t
HpccPint::DoAssignStreams(int64_t stream)
{
    m_seed = HashDraw(RandomDraws::GetSeed(DrawKind::QUEUE_PAIRS), static_cast<uint64_t>(stream));
    return 1;
}

CongestionNeeds
HpccPint::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.digest = DigestSettings{m_codeBase, GetSetRttPs()};
    needs.acknowledgements = true;
    return needs;
}

} // namespace ns3
