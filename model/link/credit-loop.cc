// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "credit-loop.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace ns3
{

double
CreditLoop::GetShare() const
{
    constexpr uint64_t FIRST_WINDOWS = 20; // after these the schedule repeats, or nearly
    constexpr uint64_t WINDOWS = 200;
    if (static_cast<int64_t>(packets - std::min(packets, told)) * packetPs >= restPs)
    {
        return 1; // the credits of the first packet return before the last packet is gone
    }

    struct Answer
    {
        int64_t timePs; // time at the sender
        uint64_t packets;
    };

    std::deque<Answer> answers;
    uint64_t credits = packets;
    uint64_t gained = 0;      // credits not sent yet
    int64_t gainedFromPs = 0; // time of the first of them
    const auto tell = [&](int64_t timePs) {
        answers.push_back({timePs + restPs, std::exchange(gained, 0)});
    };
    int64_t nowPs = 0;
    int64_t beginPs = 0;
    for (uint64_t packet = 0; packet < (FIRST_WINDOWS + WINDOWS) * packets; ++packet)
    {
        while (!answers.empty() && (credits == 0 || answers.front().timePs <= nowPs))
        {
            nowPs = std::max(nowPs, answers.front().timePs);
            credits += answers.front().packets;
            answers.pop_front();
        }
        beginPs = packet == FIRST_WINDOWS * packets ? nowPs : beginPs;
        --credits;
        nowPs += packetPs; // the packet has arrived; restPs has the rest
        if (gained > 0 && gainedFromPs + intervalPs < nowPs)
        {
            tell(gainedFromPs + intervalPs);
        }
        gainedFromPs = gained == 0 ? nowPs : gainedFromPs;
        if (++gained >= told)
        {
            tell(nowPs);
        }
    }
    return static_cast<double>(static_cast<int64_t>(WINDOWS * packets) * packetPs) /
           static_cast<double>(nowPs - beginPs);
}

} // namespace ns3
