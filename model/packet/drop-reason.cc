// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "drop-reason.h"

#include "name-registry.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

constexpr auto FIRST = static_cast<uint32_t>(DropReason::FIRST_REGISTERED);

/** The reasons and their meanings. */
struct Reasons
{
    /** By reason. */
    NameRegistry names{"drop reason",
                       {"none",
                        "lossy threshold",
                        "headroom overrun",
                        "headroom pool overrun",
                        "credit overrun",
                        "no route",
                        "PFC watchdog",
                        "head-of-queue lifetime",
                        "virtual lane stall",
                        "service level without lane",
                        "link down",
                        "time to live",
                        "receive buffer"},
                       UINT8_MAX + 1};
    /** By reason. */
    std::vector<DropMeaning> meanings = std::vector<DropMeaning>(FIRST, DropMeaning::LOSS);

    Reasons()
    {
        for (const DropReason rule : {DropReason::PFC_WATCHDOG,
                                      DropReason::HOQ_LIFETIME,
                                      DropReason::VL_STALL,
                                      DropReason::LINK_DOWN,
                                      DropReason::TIME_TO_LIVE})
        {
            meanings[static_cast<uint32_t>(rule)] = DropMeaning::RULE;
        }
        meanings[static_cast<uint32_t>(DropReason::NO_ROUTE)] = DropMeaning::OUTAGE;
    }
};

/** A function, because classes register during the initialization of statics. */
Reasons&
GetReasons()
{
    static Reasons reasons;
    return reasons;
}

} // namespace

DropReason
RegisterDropReason(const std::string& name, DropMeaning meaning)
{
    Reasons& reasons = GetReasons();
    const uint32_t number = reasons.names.Register(name);
    if (number == reasons.meanings.size())
    {
        reasons.meanings.push_back(meaning);
    }
    return static_cast<DropReason>(number);
}

const char*
ToString(DropReason reason)
{
    return GetReasons().names.GetName(static_cast<uint32_t>(reason));
}

DropMeaning
GetMeaning(DropReason reason)
{
    return GetReasons().meanings.at(static_cast<uint32_t>(reason));
}

void
DropCounts::Add(DropReason reason, uint64_t packets)
{
    const auto number = static_cast<uint32_t>(reason);
    m_counts.resize(std::max<std::size_t>(m_counts.size(), number + 1));
    m_counts[number] += packets;
}

void
DropCounts::Add(const DropCounts& other)
{
    for (uint32_t reason = 0; reason < other.GetSize(); ++reason)
    {
        Add(static_cast<DropReason>(reason), other[reason]);
    }
}

uint64_t
DropCounts::GetTotal() const
{
    return std::accumulate(m_counts.begin(), m_counts.end(), uint64_t{0});
}

} // namespace ns3
