// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bitmap-entropy-policy.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BitmapEntropyPolicy);

namespace
{

constexpr uint16_t FIRST_BITMAP_PORT = 0xc000;

} // namespace

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
    m_paths = 1U << m_pathBits;
    m_skips.assign(m_paths, 0);
}

uint32_t
BitmapEntropyPolicy::TakePath()
{
    if (m_counter == 0)
    {
        m_mask = static_cast<uint32_t>(Draw() >> 40) & (m_paths - 1);
    }
    const uint32_t path = m_counter ^ m_mask;
    m_counter = (m_counter + 1) & (m_paths - 1);
    return path;
}

uint16_t
BitmapEntropyPolicy::DoChoosePort(int64_t)
{
    uint32_t path = TakePath();
    for (uint32_t tries = 0; tries < m_paths && m_skips[path] > 0; ++tries)
    {
        --m_skips[path];
        path = TakePath();
    }
    return static_cast<uint16_t>(FIRST_BITMAP_PORT + path);
}

void
BitmapEntropyPolicy::DoNotifyAck(const EntropyAck& ack)
{
    const uint32_t path = static_cast<uint32_t>(ack.port) - FIRST_BITMAP_PORT;
    if (ack.congestionMarked && path < m_paths && m_skips[path] < m_maxSkips)
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
