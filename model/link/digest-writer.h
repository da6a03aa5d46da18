// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DIGEST_WRITER_H
#define AI_FABRIC_DIGEST_WRITER_H

#include "fabric-net-device.h"

#include "ns3/fabric-packet.h"
#include "ns3/telemetry-digest.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Keeps the load of each egress port of a switch and writes it into digests (PINT, SIGCOMM 2020,
 * congestion control; the authors' simulator, switch-node.cc).
 *
 * When a packet with a digest leaves a port of rate B, tau after the one before in its lane, with q
 * bytes waiting behind it and S bytes of frames sent by the port in that time,
 *     u = q / (B T) + S / (B tau)
 *     U = (1 - w) U + w u,   w = min(tau / T, 1)
 * and the packet takes the code of U along if it has none that is larger. U begins as 0, at time 0.
 * A lane has a U of its own, since it has a queue of its own; what all lanes send counts in each.
 *
 * A code is rounded by the next draw of its port and lane, so draws depend on nothing that other
 * ports do.
 */
class DigestWriter
{
  public:
    /**
     * @param settings T positive
     * @param ports of the switch
     */
    DigestWriter(const DigestSettings& settings, std::size_t ports);

    /** @param draws by port: HashDraw() of its link; before the call its number */
    void NamePorts(const std::vector<uint64_t>& draws);

    /** @param stream from which all draws are derived */
    void AssignStreams(int64_t stream);

    /**
     * @param port that the packet leaves by, which has counted it as sent
     * @param packet with a TelemetryDigest
     * @param startPs when its first bit leaves
     */
    void Write(const FabricNetDevice& port, FabricPacket& packet, int64_t startPs);

    /** @return T in picoseconds */
    int64_t GetSpanPs() const
    {
        return m_spanPs;
    }

    /**
     * @param port number
     * @param lane of it
     * @return U as of the last packet with a digest
     */
    double GetLoad(uint16_t port, uint8_t lane) const
    {
        return m_lanes[port * LANE_COUNT + lane].load;
    }

  private:
    /** What is known of a lane of a port. */
    struct Lane
    {
        int64_t lastPs{0};     //!< when the last packet with a digest left
        uint64_t sentBytes{0}; //!< of frames by the port before it
        double load{0};        //!< U
        uint64_t digests{0};   //!< written so far
    };

    DigestCode m_code;
    int64_t m_spanPs;                   //!< T
    uint64_t m_seed{0};                 //!< of all draws
    std::vector<uint64_t> m_drawOfPort; //!< see NamePorts()
    std::vector<Lane> m_lanes;          //!< LANE_COUNT of each port
};

} // namespace ns3

#endif // AI_FABRIC_DIGEST_WRITER_H
