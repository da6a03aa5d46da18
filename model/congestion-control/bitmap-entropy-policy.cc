// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bitmap-entropy-policy.h"

#include "ns3/flow-entropy.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BitmapEntropyPolicy);

TypeId
BitmapEntropyPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BitmapEntropyPolicy")
            .SetParent<EntropyPolicy>()
            .SetGroupName("AiFabric")
            .AddConstructor<BitmapEntropyPolicy>()
            .AddAttribute("PathBits",
                          "There are 2 to the power of this many UDP source ports.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&BitmapEntropyPolicy::m_pathBits),
                          MakeUintegerChecker<uint32_t>(1, 14))
            .AddAttribute("MaxSkips",
                          "How often a port is left out at most for the marks that it met.",
                          UintegerValue(15),
                          MakeUintegerAccessor(&BitmapEntropyPolicy::m_maxSkips),
                          MakeUintegerChecker<uint32_t>(0, 255));
    return tid;
}

void
BitmapEntropyPolicy::DoStart()
{
    m_skips.assign(std::size_t{1} << m_pathBits, 0);
}

uint32_t
BitmapEntropyPolicy::TakePath()
{
    return m_turn.Take(static_cast<uint32_t>(m_skips.size()), [this] { return Draw(); });
}

uint16_t
BitmapEntropyPolicy::DoChoosePort(int64_t)
{
    uint32_t path = TakePath();
    for (std::size_t tries = 0; tries < m_skips.size() && m_skips[path] > 0; ++tries)
    {
        --m_skips[path];
        path = TakePath();
    }
    return static_cast<uint16_t>(FIRST_SOURCE_PORT + path);
}

void
BitmapEntropyPolicy::DoNotifyAck(const EntropyAck& ack)
{
    const uint32_t path = static_cast<uint32_t>(ack.port) - FIRST_SOURCE_PORT;
    if (ack.congestionMarked && path < m_skips.size() && m_skips[path] < m_maxSkips)
    {
        ++m_skips[path];
    }
}

bool
BitmapEntropyPolicy::DoNeedsMarks() const
{
    return true;
}

} // namespace ns3
