// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ideal-time.h"

#include "ns3/fabric-units.h"
#include "ns3/graph-messenger.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ns3
{

namespace
{

/** @return the least time over the paths of a set */
int64_t
LeastPs(const IdealPaths::Set& set, const std::vector<PacketRun>& runs)
{
    int64_t leastPs = NEVER_PS;
    for (const auto& hops : set.paths)
    {
        leastPs = std::min(leastPs, IdealTransferPs(hops, runs));
    }
    return leastPs;
}

/** @return the bound for packets that go different ways */
int64_t
SpreadPs(const IdealPaths::Set& set, const std::vector<PacketRun>& runs)
{
    const uint64_t firstbps = set.paths.front().front().ratebps;
    const uint64_t lastbps = set.paths.front().back().ratebps;
    uint64_t bytes = 0;
    int64_t aloneEndPs = 0;
    int64_t firstHeadPs = NEVER_PS;
    for (const auto& run : runs)
    {
        if (run.packets == 0)
        {
            continue;
        }
        const int64_t alonePs = LeastPs(set, {{1, run.bytes}});
        const int64_t headPs = alonePs - SerializationPs(run.bytes, lastbps);
        firstHeadPs = std::min(firstHeadPs, SerializationPs(bytes, firstbps) + headPs);
        bytes += (run.packets - 1) * run.bytes;
        aloneEndPs = std::max(aloneEndPs, SerializationPs(bytes, firstbps) + alonePs);
        bytes += run.bytes;
    }
    return std::max(aloneEndPs, firstHeadPs + SerializationPs(bytes, lastbps));
}

} // namespace

IdealTime::IdealTime(const FabricTopology& topology, IdealPaths paths, const Fabric& fabric)
    : m_paths(std::move(paths)),
      m_wires(topology),
      m_fabric(fabric)
{
}

uint32_t
IdealTime::GetWireBytes(RdmaOpcode opcode, uint64_t payloadBytes) const
{
    return m_fabric.framing->GetFrameBytes(opcode, static_cast<uint32_t>(payloadBytes)) +
           m_fabric.framing->GetGapBytes() + m_fabric.telemetryBytes;
}

std::vector<PacketRun>
IdealTime::GetRuns(uint64_t bytes, uint32_t queuePairs) const
{
    const uint64_t mtu = m_fabric.mtuBytes;
    const uint64_t partBytes = GraphMessenger::GetPartBytes(bytes, queuePairs);
    const uint64_t fullParts = bytes / partBytes;
    uint64_t firsts = 0;
    uint64_t middles = 0;
    std::vector<PacketRun> lasts; // of parts that have no other packet, too
    const auto add = [&](uint64_t parts, uint64_t payload) {
        const uint64_t packets = (payload + mtu - 1) / mtu;
        if (packets == 1)
        {
            lasts.push_back({parts, GetWireBytes(RdmaOpcode::WRITE_ONLY_IMM, payload)});
            return;
        }
        firsts += parts;
        middles += parts * (packets - 2);
        lasts.push_back(
            {parts, GetWireBytes(RdmaOpcode::WRITE_LAST_IMM, payload - (packets - 1) * mtu)});
    };
    if (fullParts > 0)
    {
        add(fullParts, partBytes);
    }
    if (bytes % partBytes > 0)
    {
        add(1, bytes % partBytes);
    }
    // The shortest packet last is the order that ends first.
    std::sort(lasts.begin(), lasts.end(), [](const PacketRun& a, const PacketRun& b) {
        return a.bytes > b.bytes;
    });
    std::vector<PacketRun> runs{{firsts, GetWireBytes(RdmaOpcode::WRITE_FIRST, mtu)},
                                {middles, GetWireBytes(RdmaOpcode::WRITE_MIDDLE, mtu)}};
    runs.insert(runs.end(), lasts.begin(), lasts.end());
    return runs;
}

int64_t
IdealTime::GetPs(uint32_t source, uint32_t dest, uint64_t bytes, uint32_t queuePairs) const
{
    const std::vector<PacketRun> answer{{1, GetWireBytes(RdmaOpcode::ACKNOWLEDGE, 0)}};
    const int64_t answerPs = LeastPs(m_paths.Find(dest, source), answer);
    const auto& set = m_paths.Find(source, dest);
    const auto runs = GetRuns(bytes, queuePairs);
    const bool spreads = set.several && (!m_fabric.keepsOrder || queuePairs > 1);
    return (spreads ? SpreadPs(set, runs) : LeastPs(set, runs)) + answerPs;
}

} // namespace ns3
