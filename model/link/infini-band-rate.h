// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFINI_BAND_RATE_H
#define AI_FABRIC_INFINI_BAND_RATE_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * One lane of a generation of InfiniBand (IBTA vol. 2).
 */
struct InfiniBandGeneration
{
    const char* name;           //!< such as "NDR"
    uint64_t laneSignallingbps; //!< bits on the wire, in bit/s
    uint32_t dataBits;          //!< data bits per codedBits on the wire
    uint32_t codedBits;         //!< including forward error correction
    const char* encoding;       //!< name of the line encoding
    int64_t fecLatencyPs;       //!< estimated delay of forward error correction per link
};

/**
 * @ingroup ai-fabric-link
 * The rate of an InfiniBand link: a generation and a number of lanes.
 *
 *     signalling rate = lanes * signalling rate of a lane
 *     data rate       = signalling rate * data bits / coded bits
 *     symbol time     = 8 bit / data rate of a lane            (whatever the number of lanes)
 *
 * The data rate is the DataRate of a FabricChannel: packets are sent at this rate. A symbol carries
 * one byte on one lane: 10 bits with 8b/10b, and 8.25 bits with 64b/66b.
 *
 * The latencies of forward error correction are middle values of the 60 to 120 ns that are quoted
 * for HDR and NDR; EDR and older generations work without it.
 */
class InfiniBandRate
{
  public:
    /** All generations, slowest first. */
    static const std::array<InfiniBandGeneration, 9> GENERATIONS;

    /**
     * @param text generation in capitals, with an optional width: "NDR", "HDR 2x" or "HDR2x";
     * without a width four lanes
     * @return the rate; nothing if the name or width is unknown
     */
    static std::optional<InfiniBandRate> Find(const std::string& text);

    /**
     * @param lanes number of lanes
     * @return true if links of this width exist: 1, 2, 4, 8 or 12
     */
    static bool IsWidth(uint32_t lanes);

    /** @return name such as "HDR 2x" */
    std::string GetName() const;

    /** @return number of lanes */
    uint32_t GetLanes() const
    {
        return m_lanes;
    }

    /** @return rate on the wire, in bit/s */
    uint64_t GetSignallingbps() const
    {
        return m_generation->laneSignallingbps * m_lanes;
    }

    /** @return rate of packets in bit/s, rounded down */
    uint64_t GetDatabps() const;

    /**
     * @param symbols number of symbols
     * @return their duration in ps, rounded down
     */
    int64_t GetSymbolsPs(uint64_t symbols) const;

  private:
    InfiniBandRate(const InfiniBandGeneration& generation, uint32_t lanes)
        : m_generation(&generation),
          m_lanes(lanes)
    {
    }

    const InfiniBandGeneration* m_generation; //!< static, never null
    uint32_t m_lanes;                         //!< lanes of the link: 1, 2, 4, 8 or 12
};

} // namespace ns3

#endif // AI_FABRIC_INFINI_BAND_RATE_H
