// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ideal-time.h"

#include "fabric-paths.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ns3
{

namespace
{

/** Number of remembered results: more than a collective has kinds of pairs and lengths. */
constexpr size_t RESULTS = 1024;

/** @return shortest time over a set of paths, in ps */
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

/** @return ideal time of packets that take different paths; see IdealTime */
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

/** @return ideal time of a message without packets; see IdealTime */
int64_t
FluidPs(const IdealPaths::Set& set, const std::vector<PacketRun>& runs, bool spreads)
{
    Uint128 bits = 0;
    uint32_t firstBytes = 0;
    for (const auto& run : runs)
    {
        bits += Uint128{run.packets} * run.bytes * 8;
        firstBytes = firstBytes == 0 && run.packets > 0 ? run.bytes : firstBytes;
    }
    int64_t leastPs = NEVER_PS;
    for (const auto& hops : set.paths)
    {
        // Packets that are spread share the first and the last link for certain.
        std::vector<double> shares(hops.size(), spreads ? 0 : 1);
        shares.front() = shares.back() = 1;
        const PathHead head = GetHead(hops, shares);
        const auto bytesPs =
            static_cast<int64_t>((bits * PS_PER_SECOND + head.longestbps - 1) / head.longestbps);
        leastPs = std::min(leastPs, head.GetPs(firstBytes) + bytesPs);
    }
    return leastPs;
}

} // namespace

IdealTime::IdealTime(const FabricTopology& topology, IdealPaths paths, const Fabric& fabric)
    : m_paths(std::move(paths)),
      m_wires(topology),
      m_fabric(fabric),
      m_results(RESULTS)
{
}

int64_t
IdealTime::GetPs(uint32_t source,
                 uint32_t dest,
                 uint64_t bytes,
                 uint32_t queuePairs,
                 uint64_t maxRatebps) const
{
    if (maxRatebps > 0)
    {
        uint64_t wireBytes = 0;
        uint64_t largest = 0;
        for (const auto& run : m_fabric.transport->GetPackets(bytes, queuePairs))
        {
            const uint64_t packetBytes = run.bytes + m_fabric.telemetryBytes;
            wireBytes += run.packets * packetBytes;
            largest = std::max(largest, run.packets > 0 ? packetBytes : 0);
        }
        const uint64_t last = std::min(wireBytes, largest * queuePairs);
        return std::max(GetPs(source, dest, bytes, queuePairs),
                        SerializationPs(wireBytes - last, maxRatebps) + GetPs(source, dest, 1, 1));
    }
    const uint64_t back = m_paths.Find(dest, source).number;
    const uint64_t forward = m_paths.Find(source, dest).number;
    Result& result = m_results[(forward * 31 + back * 7 + bytes + queuePairs) % RESULTS];
    if (result.forward != forward || result.back != back || result.bytes != bytes ||
        result.queuePairs != queuePairs)
    {
        result = {forward, back, bytes, queuePairs, ComputePs(source, dest, bytes, queuePairs)};
    }
    return result.ps;
}

/** @return ideal time without a limit of the sender, in ps */
int64_t
IdealTime::ComputePs(uint32_t source, uint32_t dest, uint64_t bytes, uint32_t queuePairs) const
{
    const uint32_t answerBytes = m_fabric.transport->GetAnswerBytes();
    const int64_t answerPs =
        answerBytes == 0
            ? 0
            : LeastPs(m_paths.Find(dest, source), {{1, answerBytes + m_fabric.telemetryBytes}});
    const auto& set = m_paths.Find(source, dest);
    auto runs = m_fabric.transport->GetPackets(bytes, queuePairs);
    for (auto& run : runs)
    {
        run.bytes += m_fabric.telemetryBytes;
    }
    const bool spreads =
        (set.several || m_fabric.takesDetours) && (!m_fabric.keepsOrder || queuePairs > 1);
    if (!m_fabric.transport->HasPackets())
    {
        int64_t backPs = NEVER_PS;
        const int64_t messagePs = FluidPs(set, runs, spreads);
        for (const auto& hops : m_paths.Find(dest, source).paths)
        {
            backPs = std::min(backPs, GetHead(hops).delayPs);
        }
        return messagePs + backPs;
    }
    return (spreads ? SpreadPs(set, runs) : LeastPs(set, runs)) + answerPs;
}

} // namespace ns3
