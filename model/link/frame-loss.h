// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FRAME_LOSS_H
#define AI_FABRIC_FRAME_LOSS_H

#include "ns3/fabric-packet.h"
#include "ns3/lazy-uniform-random.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Lost packets of one direction of a wire: the error rates, the draws and the counts. A frame of L
 * bytes is lost with probability 1 - (1 - frame rate) (1 - bit rate)^(8 L).
 */
class FrameLoss
{
  public:
    /** @param rate probability that a packet is lost, in [0, 1] */
    void SetErrorRate(double rate)
    {
        m_errorRate = rate;
    }

    /** @return probability that a packet is lost, whatever its length */
    double GetErrorRate() const
    {
        return m_errorRate;
    }

    /** @param rate probability that a bit is wrong, in [0, 1) */
    void SetBitErrorRate(double rate)
    {
        m_bitErrorRate = rate;
    }

    /** @param stream number of the stream of random numbers, at least 0 */
    void SetStream(int64_t stream)
    {
        m_random.SetStream(stream);
    }

    /**
     * Draws a random number.
     *
     * @param frameBytes length of a frame in bytes
     * @return true if the frame is lost to bit errors
     */
    bool Draw(uint32_t frameBytes);

    /** @param packet packet that is lost, for any reason */
    void Count(const FabricPacket& packet)
    {
        ++m_packets;
        m_bytes += packet.frameBytes;
    }

    /** @return number of lost packets */
    uint64_t GetPackets() const
    {
        return m_packets;
    }

    /** @return frame bytes of lost packets */
    uint64_t GetBytes() const
    {
        return m_bytes;
    }

  private:
    uint64_t m_packets{0};      //!< see GetPackets()
    uint64_t m_bytes{0};        //!< see GetBytes()
    double m_errorRate{0};      //!< see SetErrorRate()
    double m_bitErrorRate{0};   //!< see SetBitErrorRate()
    LazyUniformRandom m_random; //!< decides which packets are lost
};

} // namespace ns3

#endif // AI_FABRIC_FRAME_LOSS_H
