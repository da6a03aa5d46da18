// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bitmap-entropy-policy.h"

#include "ns3/flow-entropy.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BitmapEntropyPolicy);

static const CopiesAsNew<BitmapEntropyPolicy> g_copiesBitmapEntropyPolicy;

TypeId
BitmapEntropyPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BitmapEntropyPolicy")
            .SetParent<EntropyPolicy>()
            .SetGroupName("AiFabric")
            .AddConstructor<BitmapEntropyPolicy>()
            .AddAttribute("PathBits",
                          "Exponent: there are 2^PathBits UDP source ports.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&BitmapEntropyPolicy::m_pathBits),
                          MakeUintegerChecker<uint32_t>(1, 14))
            .AddAttribute("MaxSkips",
                          "Largest number of turns that a port is skipped for its marks and NACKs.",
                          UintegerValue(15),
                          MakeUintegerAccessor(&BitmapEntropyPolicy::m_maxSkips),
                          MakeUintegerChecker<uint32_t>(0, 255));
    return tid;
}

void
BitmapEntropyPolicy::DoStart()
{
    m_paths.Start(m_pathBits, m_maxSkips);
}

uint16_t
BitmapEntropyPolicy::DoChoosePort(int64_t)
{
    return static_cast<uint16_t>(FIRST_SOURCE_PORT + m_paths.Take([this] { return Draw(); }));
}

void
BitmapEntropyPolicy::DoNotifyAck(const EntropyAck& ack)
{
    constexpr uint32_t NACK_SKIPS = 4;
    if (ack.congestionMarked)
    {
        m_paths.Skip(static_cast<uint32_t>(ack.port) - FIRST_SOURCE_PORT,
                     ack.refused ? NACK_SKIPS : 1);
    }
}

bool
BitmapEntropyPolicy::DoNeedsMarks() const
{
    return true;
}

} // namespace ns3
