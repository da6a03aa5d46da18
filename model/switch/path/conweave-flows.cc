// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "conweave-flows.h"

#include "ns3/flow-entropy.h"
#include "ns3/port-groups.h"
#include "ns3/random-draws.h"

#include <algorithm>
#include <cstddef>

namespace ns3
{

/** The algorithm of the source ToR in the paper's figure. */
ConweaveFlows::Choice
ConweaveFlows::Select(const FabricPacket& packet, const std::vector<uint16_t>& ports, uint32_t salt)
{
    const int64_t nowPs = packet.readyPs;
    Flow& flow = m_flows.Find(packet);
    const bool lost =
        flow.lastPs != NEVER_PS && !std::binary_search(ports.begin(), ports.end(), flow.path.port);
    ConweaveTag tag{};
    tag.used = 1;
    tag.ask = ConweaveTag::NOTHING;
    if (lost || NeedsEpoch(flow, nowPs))
    {
        BeginEpoch(flow, packet, ports, salt, lost);
        tag.ask = ConweaveTag::REPLY;
    }
    else if (flow.replyByPs == NEVER_PS && !flow.rerouted)
    {
        // A round trip may be known by now.
        flow.replyByPs = GetReplyByPs(packet.destHost, flow.begunPs);
    }
    flow.lastPs = nowPs;
    const Path path = flow.path;
    uint16_t newPort = PortGroups::NO_PORT;
    tag.rerouted = flow.rerouted;
    tag.stamp = flow.rerouted ? flow.tailStamp : ConweaveTag::MakeStamp(nowPs);
    if (flow.replyByPs < nowPs && m_settings.queuesPerPort > 0 &&
        GetFullUntilPs(packet.destHost) <= nowPs && Draw(packet, ports, salt, &path, flow.path))
    {
        tag.ask = ConweaveTag::CLEAR; // this packet is the TAIL
        flow.replyByPs = NEVER_PS;
        flow.rerouted = true;
        flow.begunPs = nowPs;
        flow.tailStamp = ConweaveTag::MakeStamp(nowPs);
        ++m_reroutes;
        newPort = flow.path.port;
    }
    tag.epoch = flow.epoch;
    tag.port = path.port;
    tag.variant = path.variant;
    return {tag.Pack(), path.port, newPort};
}

/** @return true if a flow's next packet begins an epoch, as long as its path exists */
bool
ConweaveFlows::NeedsEpoch(const Flow& flow, int64_t nowPs) const
{
    return flow.lastPs == NEVER_PS || flow.answered ||
           nowPs - flow.lastPs > m_settings.inactive.GetPicoSeconds() ||
           nowPs - flow.begunPs > ConweaveTag::AGING_PS; // no answer has come
}

/** @param lost true if the flow's path does not exist any more */
void
ConweaveFlows::BeginEpoch(Flow& flow,
                          const FabricPacket& packet,
                          const std::vector<uint16_t>& ports,
                          uint32_t salt,
                          bool lost)
{
    const int64_t nowPs = packet.readyPs;
    const bool fresh = flow.lastPs == NEVER_PS;
    if (fresh || lost)
    {
        flow.lane = packet.lane;
        flow.path = GetFirstPath(packet, ports, salt);
    }
    const bool idle =
        lost || (!fresh && nowPs - flow.lastPs > m_settings.inactive.GetPicoSeconds());
    if (idle || (fresh && IsPaused(packet.destHost, flow.path, nowPs)))
    {
        Draw(packet, ports, salt, nullptr, flow.path);
    }
    flow.epoch = static_cast<uint8_t>((flow.epoch + 1) % ConweaveTag::EPOCHS);
    flow.rerouted = false;
    flow.answered = false;
    flow.begunPs = nowPs;
    flow.replyByPs = GetReplyByPs(packet.destHost, nowPs);
}

/** @return path that the hash gives to the flow of a packet */
ConweaveFlows::Path
ConweaveFlows::GetFirstPath(const FabricPacket& packet,
                            const std::vector<uint16_t>& ports,
                            uint32_t salt) const
{
    return {ports[ChooseByEntropy(packet.entropy, salt, ports.size())],
            static_cast<uint8_t>(ChooseByEntropy(packet.entropy, ~salt, m_settings.variants))};
}

/**
 * @param current path that must not be drawn; null: all paths may be drawn
 * @param chosen the first drawn path that is not paused; unchanged if all are paused
 * @return true if a path was found
 */
bool
ConweaveFlows::Draw(const FabricPacket& packet,
                    const std::vector<uint16_t>& ports,
                    uint32_t salt,
                    const Path* current,
                    Path& chosen) const
{
    std::size_t count = ports.size() * m_settings.variants;
    std::size_t left = count; // paths that may still be drawn
    if (current)
    {
        const auto place = std::lower_bound(ports.begin(), ports.end(), current->port);
        left = static_cast<std::size_t>(place - ports.begin()) * m_settings.variants +
               current->variant;
        --count;
    }
    uint64_t draw =
        HashDraw(uint64_t{packet.entropy} << 32 | salt, static_cast<uint64_t>(packet.readyPs));
    for (uint32_t sample = 0; sample < m_settings.samples && count > 0; ++sample)
    {
        std::size_t number = (draw >> 32) * count >> 32; // as PathSelector::Pick()
        number += number >= left ? 1 : 0;
        const Path path{ports[number / m_settings.variants],
                        static_cast<uint8_t>(number % m_settings.variants)};
        if (!IsPaused(packet.destHost, path, packet.readyPs))
        {
            chosen = path;
            return true;
        }
        draw = MixDraw(draw + 1);
    }
    return false;
}

bool
ConweaveFlows::IsPaused(uint32_t host, Path path, int64_t nowPs) const
{
    const Leaf* const leaf = m_leaves.Find(host);
    const std::size_t number = std::size_t{path.port} * m_settings.variants + path.variant;
    return leaf && number < leaf->pausedPs.size() && leaf->pausedPs[number] > nowPs;
}

/** @return time until which a REPLY counts as in time for a request sent at begunPs */
int64_t
ConweaveFlows::GetReplyByPs(uint32_t host, int64_t begunPs) const
{
    const int64_t leastPs = GetLeastRoundTripPs(host);
    return leastPs == NEVER_PS ? NEVER_PS
                               : begunPs + leastPs + m_settings.extraReply.GetPicoSeconds();
}

void
ConweaveFlows::Hear(const FabricPacket& packet, const ConweaveAnswer& answer)
{
    const int64_t nowPs = packet.readyPs;
    const uint32_t host = packet.sourceHost;
    Leaf& leaf = m_leaves.Learn(answer.leaf, host);
    m_leaves.Reach(m_fullPs, host, int64_t{0}) =
        answer.full ? nowPs + m_settings.defaultWait.GetPicoSeconds() : 0;
    if (answer.kind == ConweaveAnswer::Kind::NOTIFY)
    {
        const std::size_t number = std::size_t{answer.port} * m_settings.variants + answer.variant;
        m_leaves.Reach(leaf.pausedPs, number, int64_t{0}) =
            nowPs + m_settings.pathPause.GetPicoSeconds();
        return;
    }
    Flow& flow = m_flows.Find(answer.entropy, host);
    if (answer.epoch != flow.epoch)
    {
        return;
    }
    if (answer.kind == ConweaveAnswer::Kind::CLEAR)
    {
        flow.answered = flow.rerouted;
        return;
    }
    if (!flow.rerouted) // else the REPLY is late, and does not measure the round trip of the TAIL
    {
        leaf.leastPs = std::min(leaf.leastPs, nowPs - flow.begunPs);
        flow.answered = flow.answered || nowPs <= flow.replyByPs;
    }
}

int64_t
ConweaveFlows::GetLeastRoundTripPs(uint32_t host) const
{
    const Leaf* const leaf = m_leaves.Find(host);
    return leaf ? leaf->leastPs : NEVER_PS;
}

} // namespace ns3
