// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "max-min-shares.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

uint32_t
MaxMinShares::AddLink(uint64_t ratebps)
{
    Link link;
    link.rest = Uint128{ratebps} << (RATE_BITS + SHARE_BITS);
    m_links.push_back(std::move(link));
    return static_cast<uint32_t>(m_links.size() - 1);
}

uint32_t
MaxMinShares::AddFlow(const std::vector<std::pair<uint32_t, double>>& usage)
{
    m_flows.push_back(
        {NONE, static_cast<uint32_t>(m_uses.size()), static_cast<uint32_t>(usage.size()), false});
    for (const auto& [link, share] : usage)
    {
        m_uses.push_back(
            {link, 0, static_cast<uint64_t>(std::llround(std::ldexp(share, SHARE_BITS)))});
    }
    return static_cast<uint32_t>(m_flows.size() - 1);
}

void
MaxMinShares::Begin(uint32_t number)
{
    Flow& flow = m_flows[number];
    flow.level = NONE;
    for (uint32_t i = flow.firstUse; i < flow.firstUse + flow.useCount; ++i)
    {
        Link& link = Touch(m_uses[i].link);
        link.open += m_uses[i].share;
        m_uses[i].place = static_cast<uint32_t>(link.flows.size());
        link.flows.push_back({number, i});
    }
}

void
MaxMinShares::End(uint32_t number)
{
    const Flow& flow = m_flows[number];
    for (uint32_t i = flow.firstUse; i < flow.firstUse + flow.useCount; ++i)
    {
        const Use& use = m_uses[i];
        Link& link = Touch(use.link);
        if (flow.level >= link.openFrom)
        {
            link.open -= use.share;
        }
        else
        {
            link.rest += Uint128{use.share} * flow.level;
        }
        const Entry last = link.flows.back();
        link.flows[use.place] = last;
        m_uses[last.use].place = use.place;
        link.flows.pop_back();
    }
}

const std::vector<uint32_t>&
MaxMinShares::Share()
{
    m_result.clear();
    Enqueue(0);
    while (!m_queue.empty())
    {
        const uint64_t level = m_queue.top().first;
        Examine(level);
        for (const uint32_t number : m_full)
        {
            Fill(m_links[number], level);
        }
        for (const uint32_t number : m_risen)
        {
            Release(m_links[number], level);
            Touch(number);
        }
        // Links that change only now are not full at this level: nothing below it has changed.
        Enqueue(level);
    }
    for (const uint32_t number : m_changed)
    {
        Link& link = m_links[number];
        if (!link.isFull)
        {
            link.level = NONE;
            link.openFrom = NONE;
        }
        link.isChanged = false;
        link.isFull = false;
        link.isReleased = false;
    }
    m_changed.clear();
    for (const uint32_t flow : m_stopped)
    {
        m_flows[flow].hasStopped = false;
    }
    m_stopped.clear();
    return m_result;
}

/** Marks a link as changed and lets Enqueue() look at it. @return the link */
MaxMinShares::Link&
MaxMinShares::Touch(uint32_t number)
{
    Link& link = m_links[number];
    if (!link.isTouched)
    {
        link.isTouched = true;
        m_touched.push_back(number);
    }
    if (!link.isChanged)
    {
        link.isChanged = true;
        m_changed.push_back(number);
    }
    return link;
}

/** @return level at which flows with the sum of shares `open`, above 0, take the whole rest */
uint64_t
MaxMinShares::Divide(Uint128 rest, Uint128 open)
{
    const Uint128 level = rest / open;
    return level < NONE ? static_cast<uint64_t>(level) : NONE - 1;
}

/**
 * Puts each touched link into m_queue, at the lowest level at which it may be full or at which its
 * flows stopped before. A link without open flows cannot become full.
 *
 * @param lowest present level
 */
void
MaxMinShares::Enqueue(uint64_t lowest)
{
    for (const uint32_t number : m_touched)
    {
        Link& link = m_links[number];
        link.isTouched = false;
        if (link.open == 0)
        {
            continue;
        }
        uint64_t level = Divide(link.rest, link.open);
        if (level < link.openFrom)
        {
            // Further flows may be open there. If they are as fast as this level, only rounding
            // makes it lower: by less than one unit of each flow.
            const Uint128 units = Uint128{link.flows.size()} << SHARE_BITS;
            level = std::max(lowest, Divide(link.rest - std::min(link.rest, units), link.open));
        }
        if (!link.isReleased)
        {
            level = std::min(level, link.level);
        }
        if (level < link.queued)
        {
            link.queued = level;
            m_queue.emplace(level, number);
        }
    }
    m_touched.clear();
}

/** Takes the entries of a level from m_queue and sets m_full and m_risen. */
void
MaxMinShares::Examine(uint64_t level)
{
    m_full.clear();
    m_risen.clear();
    while (!m_queue.empty() && m_queue.top().first == level)
    {
        const uint32_t number = m_queue.top().second;
        m_queue.pop();
        Link& link = m_links[number];
        if (link.queued != level)
        {
            continue; // an earlier entry has been added since
        }
        link.queued = NONE;
        // From its former level on, Release() keeps the sums of a link right.
        if (link.openFrom > level || link.openFrom != link.level)
        {
            SetOpenFrom(link, level);
        }
        if (link.open == 0)
        {
            continue;
        }
        if (Divide(link.rest, link.open) == level)
        {
            link.isFull = true;
            link.level = level;
            link.openFrom = level;
            m_full.push_back(number);
        }
        else if (link.level == level)
        {
            m_risen.push_back(number);
        }
        else
        {
            Touch(number);
        }
    }
}

/** Lets exactly those flows be open on a link that may stop at a level or above it. */
void
MaxMinShares::SetOpenFrom(Link& link, uint64_t level)
{
    for (const auto& entry : link.flows)
    {
        const Flow& flow = m_flows[entry.flow];
        const bool isOpen = flow.level >= link.openFrom;
        if (flow.hasStopped || isOpen == (flow.level >= level))
        {
            continue;
        }
        const uint64_t share = m_uses[entry.use].share;
        if (isOpen)
        {
            link.open -= share;
            link.rest -= Uint128{share} * flow.level;
        }
        else
        {
            link.open += share;
            link.rest += Uint128{share} * flow.level;
        }
    }
    link.openFrom = level;
}

/** Stops all flows that are open on a link. */
void
MaxMinShares::Fill(const Link& link, uint64_t level)
{
    for (const auto& entry : link.flows)
    {
        const Flow& flow = m_flows[entry.flow];
        if (!flow.hasStopped && flow.level >= level)
        {
            Stop(entry.flow, level);
        }
    }
}

/** Lets the flows that stopped at a link's former level rise, unless another link stops them. */
void
MaxMinShares::Release(Link& link, uint64_t level)
{
    link.isReleased = true;
    for (const auto& entry : link.flows)
    {
        Flow& flow = m_flows[entry.flow];
        if (flow.hasStopped || flow.level != level)
        {
            continue;
        }
        const Use* const first = &m_uses[flow.firstUse];
        const Use* const end = first + flow.useCount;
        if (std::any_of(first, end, [&](const Use& use) {
                return m_links[use.link].level == level && !m_links[use.link].isChanged;
            }))
        {
            Stop(entry.flow, level);
            continue;
        }
        for (const Use* use = first; use != end; ++use)
        {
            if (level < m_links[use->link].openFrom)
            {
                Link& other = Touch(use->link);
                other.open += use->share;
                other.rest += Uint128{use->share} * level;
            }
        }
        flow.level = NONE;
    }
}

/** Stops a flow; on its links, except those that are full at this level, it is not open then. */
void
MaxMinShares::Stop(uint32_t number, uint64_t level)
{
    Flow& flow = m_flows[number];
    flow.hasStopped = true;
    m_stopped.push_back(number);
    for (uint32_t i = flow.firstUse; i < flow.firstUse + flow.useCount; ++i)
    {
        const Use& use = m_uses[i];
        Link& link = m_links[use.link];
        const bool isOpen = flow.level >= link.openFrom;
        // If the flow stops as before, its links stay as they are, unless they may rise now.
        if (link.isFull || (flow.level == level && !(isOpen && link.isChanged)))
        {
            continue;
        }
        if (isOpen)
        {
            link.open -= use.share;
        }
        else
        {
            link.rest += Uint128{use.share} * flow.level;
        }
        link.rest -= Uint128{use.share} * level;
        if (link.isChanged || link.level != NONE)
        {
            Touch(use.link);
        }
    }
    if (flow.level != level)
    {
        flow.level = level;
        m_result.push_back(number);
    }
}

} // namespace ns3
