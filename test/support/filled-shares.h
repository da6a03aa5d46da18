// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FILLED_SHARES_H
#define AI_FABRIC_FILLED_SHARES_H

#include "ns3/fabric-units.h"
#include "ns3/max-min-shares.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/** Links of a flow: number of the link, and share of the flow's rate on it. */
using FlowUsage = std::vector<std::pair<uint32_t, double>>;

/**
 * An oracle for MaxMinShares: fills all links anew.
 *
 * @param ratesbps capacities of the links
 * @param flows links of each flow
 * @param takesPart of each flow, whether it takes part
 * @return rates of the flows that take part, in 2^-16 bit/s
 */
inline std::vector<uint64_t>
FillLinks(const std::vector<uint64_t>& ratesbps,
          const std::vector<FlowUsage>& flows,
          const std::vector<bool>& takesPart)
{
    constexpr int SHARE_BITS = 56;
    constexpr uint64_t RISING = UINT64_MAX;
    std::vector<uint64_t> levels(flows.size(), RISING);
    for (;;)
    {
        std::vector<Uint128> rest;
        for (const uint64_t ratebps : ratesbps)
        {
            rest.push_back(Uint128{ratebps} << (MaxMinShares::RATE_BITS + SHARE_BITS));
        }
        std::vector<Uint128> rising(ratesbps.size(), 0); // sum of the shares
        for (size_t flow = 0; flow < flows.size(); ++flow)
        {
            for (const auto& [link, part] : flows[flow])
            {
                const auto share =
                    static_cast<uint64_t>(std::llround(std::ldexp(part, SHARE_BITS)));
                if (takesPart[flow] && levels[flow] == RISING)
                {
                    rising[link] += share;
                }
                else if (takesPart[flow])
                {
                    rest[link] -= Uint128{share} * levels[flow];
                }
            }
        }
        Uint128 lowest = RISING;
        const auto isFull = [&](uint32_t link) {
            return rising[link] > 0 && rest[link] / rising[link] == lowest;
        };
        for (uint32_t link = 0; link < ratesbps.size(); ++link)
        {
            if (rising[link] > 0)
            {
                lowest = std::min(lowest, rest[link] / rising[link]);
            }
        }
        if (lowest == RISING)
        {
            return levels;
        }
        for (size_t flow = 0; flow < flows.size(); ++flow)
        {
            if (takesPart[flow] && levels[flow] == RISING &&
                std::any_of(flows[flow].begin(), flows[flow].end(), [&](const auto& use) {
                    return isFull(use.first);
                }))
            {
                levels[flow] = static_cast<uint64_t>(lowest);
            }
        }
    }
}

/** A message of a flow. */
struct FluidTransfer
{
    uint32_t flow;
    uint64_t wireBytes;
    int64_t startPs;
};

/**
 * An oracle for FluidNetwork: shares all links anew whenever a message begins or ends.
 *
 * @param ratesbps capacities of the links
 * @param flows links of each flow
 * @param transfers messages; those of one flow in the order of their starts
 * @return time at which each message has been sent, in ps
 */
inline std::vector<int64_t>
SendByFilling(const std::vector<uint64_t>& ratesbps,
              const std::vector<FlowUsage>& flows,
              const std::vector<FluidTransfer>& transfers)
{
    std::vector<Uint128> left; // bit ps/s
    for (const auto& transfer : transfers)
    {
        left.push_back(Uint128{transfer.wireBytes} * 8 * PS_PER_SECOND);
    }
    std::vector<int64_t> endPs(transfers.size(), NEVER_PS);
    for (int64_t nowPs = 0;;)
    {
        std::vector<bool> isBusy(flows.size(), false);
        std::vector<uint32_t> active; // first message of each flow
        int64_t nextPs = NEVER_PS;
        for (uint32_t i = 0; i < transfers.size(); ++i)
        {
            if (transfers[i].startPs > nowPs)
            {
                nextPs = std::min(nextPs, transfers[i].startPs);
            }
            else if (endPs[i] == NEVER_PS && !isBusy[transfers[i].flow])
            {
                isBusy[transfers[i].flow] = true;
                active.push_back(i);
            }
        }
        if (active.empty() && nextPs == NEVER_PS)
        {
            return endPs;
        }
        auto rates = FillLinks(ratesbps, flows, isBusy);
        for (const uint32_t i : active)
        {
            // In whole bit/s.
            uint64_t& rate = rates[transfers[i].flow];
            rate = (rate >> MaxMinShares::RATE_BITS) + (rate >> (MaxMinShares::RATE_BITS - 1)) % 2;
            nextPs = std::min(nextPs, nowPs + static_cast<int64_t>((left[i] + rate - 1) / rate));
        }
        for (const uint32_t i : active)
        {
            left[i] -=
                std::min(left[i],
                         Uint128{rates[transfers[i].flow]} * static_cast<uint64_t>(nextPs - nowPs));
            if (left[i] == 0)
            {
                endPs[i] = nextPs;
            }
        }
        nowPs = nextPs;
    }
}

} // namespace ns3

#endif // AI_FABRIC_FILLED_SHARES_H
