// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "infini-band-rate.h"

#include "ns3/fabric-units.h"

#include <charconv>

namespace ns3
{

namespace
{

constexpr uint64_t MBPS = 1'000'000;

// RS(544,514) over 256b/257b: 514/544 * 256/257 = 16/17.
constexpr const char* RS_FEC = "256b/257b, RS(544,514)";
constexpr int64_t RS_FEC_LATENCY_PS = 90'000;

} // namespace

const std::array<InfiniBandGeneration, 9> InfiniBandRate::GENERATIONS{{
    {"SDR", 2'500 * MBPS, 8, 10, "8b/10b", 0},
    {"DDR", 5'000 * MBPS, 8, 10, "8b/10b", 0},
    {"QDR", 10'000 * MBPS, 8, 10, "8b/10b", 0},
    {"FDR10", 1'031'250 * MBPS / 100, 64, 66, "64b/66b", 0},
    {"FDR", 1'406'250 * MBPS / 100, 64, 66, "64b/66b", 0},
    {"EDR", 2'578'125 * MBPS / 100, 64, 66, "64b/66b", 0},
    {"HDR", 53'125 * MBPS, 16, 17, RS_FEC, RS_FEC_LATENCY_PS},
    {"NDR", 106'250 * MBPS, 16, 17, RS_FEC, RS_FEC_LATENCY_PS},
    {"XDR", 212'500 * MBPS, 16, 17, RS_FEC, RS_FEC_LATENCY_PS},
}};

bool
InfiniBandRate::IsWidth(uint32_t lanes)
{
    return lanes == 1 || lanes == 2 || lanes == 4 || lanes == 8 || lanes == 12;
}

std::optional<InfiniBandRate>
InfiniBandRate::Find(const std::string& text)
{
    for (const auto& generation : GENERATIONS)
    {
        const std::string name = generation.name;
        if (text.compare(0, name.size(), name) != 0)
        {
            continue;
        }
        std::string width = text.substr(name.size());
        if (width.empty())
        {
            return InfiniBandRate(generation, 4);
        }
        if (width.front() == ' ')
        {
            width.erase(0, 1);
        }
        uint32_t lanes = 0;
        const char* const end = width.data() + width.size();
        const auto [rest, error] = std::from_chars(width.data(), end, lanes);
        // "FDR10" does not mean ten lanes of FDR, so a later name may still match.
        if (error == std::errc() && rest + 1 == end && *rest == 'x' && IsWidth(lanes))
        {
            return InfiniBandRate(generation, lanes);
        }
    }
    return {};
}

std::string
InfiniBandRate::GetName() const
{
    return m_generation->name + (" " + std::to_string(m_lanes)) + "x";
}

uint64_t
InfiniBandRate::GetDatabps() const
{
    return static_cast<uint64_t>(Uint128{GetSignallingbps()} * m_generation->dataBits /
                                 m_generation->codedBits);
}

int64_t
InfiniBandRate::GetSymbolsPs(uint64_t symbols) const
{
    // Computed from the signalling rate, because FDR's data rate is not an integer.
    const auto codedBits = Uint128{symbols} * 8 * m_generation->codedBits;
    return static_cast<int64_t>(
        codedBits * PS_PER_SECOND /
        (Uint128{m_generation->laneSignallingbps} * m_generation->dataBits));
}

} // namespace ns3
