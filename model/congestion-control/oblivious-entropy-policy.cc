// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "oblivious-entropy-policy.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ObliviousEntropyPolicy);

TypeId
ObliviousEntropyPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ObliviousEntropyPolicy")
            .SetParent<EntropyPolicy>()
            .SetGroupName("AiFabric")
            .AddConstructor<ObliviousEntropyPolicy>()
            .AddAttribute("PathBits",
                          "There are 2 to the power of this many UDP source ports; htsim has 64 "
                          "of them, 6 bits.",
                          UintegerValue(6),
                          MakeUintegerAccessor(&ObliviousEntropyPolicy::m_pathBits),
                          MakeUintegerChecker<uint32_t>(1, 14));
    return tid;
}

uint16_t
ObliviousEntropyPolicy::DoChoosePort(int64_t)
{
    const uint32_t paths = 1U << m_pathBits;
    if (m_counter == 0)
    {
        m_mask = static_cast<uint32_t>(Draw() >> 40) & (paths - 1);
    }
    const uint32_t path = m_counter ^ m_mask;
    m_counter = (m_counter + 1) & (paths - 1);
    return static_cast<uint16_t>(0xc000 + path);
}

} // namespace ns3
