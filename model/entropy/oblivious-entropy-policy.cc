// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "oblivious-entropy-policy.h"

#include "ns3/flow-entropy.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ObliviousEntropyPolicy);

static const CopiesAsNew<ObliviousEntropyPolicy> g_copiesObliviousEntropyPolicy;

TypeId
ObliviousEntropyPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ObliviousEntropyPolicy")
            .SetParent<EntropyPolicy>()
            .SetGroupName("AiFabric")
            .AddConstructor<ObliviousEntropyPolicy>()
            .AddAttribute("PathBits",
                          "Exponent: there are 2^PathBits UDP source ports; htsim has 64 of "
                          "them, 6 bits.",
                          UintegerValue(6),
                          MakeUintegerAccessor(&ObliviousEntropyPolicy::m_pathBits),
                          MakeUintegerChecker<uint32_t>(1, 14));
    return tid;
}

uint16_t
ObliviousEntropyPolicy::DoChoosePort(int64_t)
{
    return static_cast<uint16_t>(FIRST_SOURCE_PORT +
                                 m_turn.Take(1U << m_pathBits, [this] { return Draw(); }));
}

} // namespace ns3
