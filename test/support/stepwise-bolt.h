// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STEPWISE_BOLT_H
#define AI_FABRIC_STEPWISE_BOLT_H

#include <algorithm>
#include <cmath>

namespace ns3
{

/**
 * An egress port of Bolt written down once more, as an oracle: in microseconds, bytes and tokens,
 * as the text goes.
 */
class StepwiseBoltPort
{
  public:
    /** What a packet says. */
    struct Flags
    {
        bool data{false}; //!< it has payload, and the rest counts
        bool first{false};
        bool last{false};
        bool inc{false};
        bool dec{false};
    };

    /** @param gbps of the port @param mtu in bytes @param threshold in bytes */
    StepwiseBoltPort(long double gbps, long double mtu, long double threshold)
        : m_bytesPerNs(gbps / 8),
          m_mtu(mtu),
          m_threshold(threshold),
          m_smToken(mtu)
    {
    }

    /**
     * A packet comes.
     *
     * @param nowNs when
     * @param bytes of it on the wire
     * @param queue before it, in bytes
     * @param flags of it, changed
     * @return whether its sender is told
     */
    bool Come(long double nowNs, long double bytes, long double queue, Flags& flags)
    {
        const long double supply = (nowNs - m_lastNs) * m_bytesPerNs;
        m_lastNs = nowNs;
        m_smToken = std::min(m_smToken + supply - bytes, m_mtu);
        if (!flags.data)
        {
            return false;
        }
        if (queue >= m_threshold)
        {
            const bool told = !flags.dec;
            flags.dec = true;
            flags.inc = false;
            return told;
        }
        if (flags.last)
        {
            if (!flags.first)
            {
                pruTokens = std::min(pruTokens + 1, 256);
            }
        }
        else if (flags.inc)
        {
            if (pruTokens > 0)
            {
                --pruTokens;
            }
            else if (m_smToken >= m_mtu)
            {
                m_smToken -= m_mtu;
            }
            else
            {
                flags.inc = false;
            }
        }
        return false;
    }

    int pruTokens{0}; //!< now

  private:
    long double m_bytesPerNs;
    long double m_mtu;
    long double m_threshold;
    long double m_smToken;
    long double m_lastNs{0};
};

/** A sender of Bolt likewise: in microseconds and packets, as the text goes. */
class StepwiseBoltSender
{
  public:
    /** @param gbps line rate @param rttUs idle round trip @param mtu payload of a packet, bytes */
    StepwiseBoltSender(double gbps, double rttUs, double mtu)
        : m_gbps(gbps),
          m_mtu(mtu),
          m_max(std::max(1.0, std::ceil(gbps * rttUs * 125 / mtu)))
    {
        cwnd = std::max(1.0, std::ceil(gbps * rttUs * 125) / mtu);
    }

    /** @param acked bytes so far @param sent bytes so far @param inc whether it is set */
    void Ack(double rttUs, double acked, double sent, bool inc)
    {
        m_rttUs = rttUs;
        if (inc)
        {
            cwnd += 1;
        }
        if (acked > m_seqAtLastAi)
        {
            cwnd += 1;
            m_seqAtLastAi = sent;
        }
        Limit();
    }

    /** @param nowUs the time @param rttUs of the notice @param queue bytes @param gbps of its link
     */
    void Src(double nowUs, double rttUs, double queue, double gbps)
    {
        if (cwnd <= 1)
        {
            cwnd /= 2;
        }
        else
        {
            const double rate = m_rttUs > 0 ? cwnd * m_mtu * 0.008 / m_rttUs : m_gbps;
            const double reactionFactor = rate / gbps;
            const double targetPackets = queue / m_mtu * reactionFactor;
            if (rttUs / targetPackets <= nowUs - m_lastDecUs)
            {
                cwnd -= 1;
                m_lastDecUs = nowUs;
            }
        }
        Limit();
    }

    /** Nothing is left to send or on its way. */
    void Idle()
    {
        m_rttUs = 0;
        m_seqAtLastAi = 0;
    }

    double cwnd; //!< in packets

  private:
    void Limit()
    {
        cwnd = std::clamp(cwnd, 0.01, m_max);
    }

    double m_gbps;
    double m_mtu;
    double m_max;
    double m_rttUs{0};
    double m_seqAtLastAi{0};
    double m_lastDecUs{0};
};

} // namespace ns3

#endif // AI_FABRIC_STEPWISE_BOLT_H
