// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "digest-writer.h"

#include "ns3/assert.h"
#include "ns3/fabric-units.h"
#include "ns3/random-draws.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

DigestWriter::DigestWriter(const DigestSettings& settings, std::size_t ports)
    : m_code(settings.base),
      m_spanPs(settings.spanPs),
      m_drawOfPort(ports),
      m_lanes(ports * LANE_COUNT)
{
    NS_ASSERT_MSG(m_spanPs > 0, "a load is averaged over some time");
    std::iota(m_drawOfPort.begin(), m_drawOfPort.end(), 0);
}

void
DigestWriter::NamePorts(const std::vector<uint64_t>& draws)
{
    std::copy_n(draws.begin(), std::min(draws.size(), m_drawOfPort.size()), m_drawOfPort.begin());
}

void
DigestWriter::AssignStreams(int64_t stream)
{
    m_seed = HashDraw(RandomDraws::GetSeed(DrawKind::MARKS), static_cast<uint64_t>(stream));
}

void
DigestWriter::Write(const FabricNetDevice& port, FabricPacket& packet, int64_t startPs)
{
    const uint16_t number = port.GetPortNumber();
    Lane& lane = m_lanes[number * LANE_COUNT + packet.lane];
    const uint64_t sentBytes = port.GetCounters(startPs).frameBytes - packet.frameBytes;
    const int64_t tauPs = startPs - lane.lastPs;
    if (tauPs > 0)
    {
        const double bytesPerPs = port.GetRatebps() / (8.0 * PS_PER_SECOND);
        const double queue = port.GetQueueBytes(packet.lane) / (bytesPerPs * m_spanPs);
        const double sent = (sentBytes - lane.sentBytes) / (bytesPerPs * tauPs);
        const double weight = std::min(1.0, static_cast<double>(tauPs) / m_spanPs);
        lane.load = (1 - weight) * lane.load + weight * (queue + sent);
        lane.lastPs = startPs;
        lane.sentBytes = sentBytes;
    }
    const uint64_t draw =
        HashDraw(HashDraw(HashDraw(m_seed, m_drawOfPort[number]), packet.lane), lane.digests++);
    auto& digest = static_cast<TelemetryDigest&>(*packet.extras);
    digest.code = std::max(digest.code, m_code.Encode(lane.load, UnitDraw(draw)));
}

} // namespace ns3
