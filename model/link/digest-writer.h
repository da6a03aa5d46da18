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
 * and the packet carries the code of U on if it does not have a larger code. U starts as 0, at time
 * 0. Each lane has its own U, because it has its own queue; the bytes of all lanes count in each U.
 *
 * A code is rounded by the next draw of its port and lane, so draws are independent of other ports.
 */
class DigestWriter
{
  public:
    /**
     * @param settings settings of the digests, T positive
     * @param ports number of ports of the switch
     */
    DigestWriter(const DigestSettings& settings, std::size_t ports);

    /** @param draws by port: HashDraw() of its link; before this call the port number is used */
    void NamePorts(const std::vector<uint64_t>& draws);

    /** @param stream stream from which all draws are derived */
    void AssignStreams(int64_t stream);

    /**
     * @param port egress port, which has already counted the packet as sent
     * @param packet packet with a TelemetryDigest
     * @param startPs time at which its first bit leaves, in ps
     */
    void Write(const FabricNetDevice& port, FabricPacket& packet, int64_t startPs);

    /** @return T in ps */
    int64_t GetSpanPs() const
    {
        return m_spanPs;
    }

    /**
     * @param port number
     * @param lane lane of the port
     * @return U at the last packet with a digest
     */
    double GetLoad(uint16_t port, uint8_t lane) const
    {
        return m_lanes[port * LANE_COUNT + lane].load;
    }

  private:
    /** State of one lane of a port. */
    struct Lane
    {
        int64_t lastPs{0};     //!< time of the last packet with a digest, in ps
        uint64_t sentBytes{0}; //!< frame bytes sent by the port before that packet
        double load{0};        //!< U
        uint64_t digests{0};   //!< number of digests written so far
    };

    DigestCode m_code;
    int64_t m_spanPs;                   //!< T
    uint64_t m_seed{0};                 //!< seed of all draws
    std::vector<uint64_t> m_drawOfPort; //!< see NamePorts()
    std::vector<Lane> m_lanes;          //!< LANE_COUNT per port
};

} // namespace ns3

#endif // AI_FABRIC_DIGEST_WRITER_H
