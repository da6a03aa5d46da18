// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STEPWISE_NSCC_H
#define AI_FABRIC_STEPWISE_NSCC_H

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * NSCC written down once more, as an oracle: in microseconds and packets of one MTU, step by step
 * as the text of the algorithm goes, with the constants of its authors' model.
 */
class StepwiseNscc
{
  public:
    /**
     * @param gbps line rate
     * @param rttUs idle round trip of the path
     * @param mtuBytes payload of a packet
     * @param networkUs idle round trip of the network
     */
    StepwiseNscc(double gbps, double rttUs, double mtuBytes, double networkUs)
        : m_rttUs(rttUs),
          m_networkUs(networkUs),
          m_targetUs(0.75 * networkUs),
          m_a(gbps * networkUs / (100.0 * 12.0)),
          m_max(std::max(1.0, 1.5 * gbps * rttUs * 1000 / 8 / mtuBytes)),
          m_mtuBytes(mtuBytes)
    {
        window = m_max;
    }

    /** @param nowUs the time @param rttUs of it @param bytes new @param inflight bytes @param mark
     */
    void Ack(double nowUs, double rttUs, double bytes, double inflight, bool mark)
    {
        const double n = bytes / m_mtuBytes;
        const double d = std::max(rttUs - m_rttUs, 0.0);
        m_achieved += n;
        m_round += n;
        m_seen += n;
        const bool relaxed = !mark && d > m_targetUs;
        averageUs += 0.0125 * ((relaxed ? 0.25 * m_rttUs : d) - averageUs);
        if (Quick(nowUs, mark, d, inflight))
        {
            return;
        }
        switch ((mark ? 2 : 0) + (d >= m_targetUs ? 1 : 0))
        {
        case 0:
            if (d < 1.0)
            {
                m_idle += n;
            }
            else
            {
                m_idle = 0;
            }
            m_fast = d < 1.0 && (m_fast || m_idle > window);
            if (m_fast)
            {
                window += 0.25 * m_a * n;
            }
            else
            {
                // alpha = 4 MSS a b / target with b = target / 12 us
                m_gain += 4.0 * m_a / 12.0 * n * (m_targetUs - d);
            }
            break;
        case 1:
            m_gain += 5.0 * m_a * n;
            break;
        case 3:
            m_fast = false;
            m_idle = 0;
            if (averageUs > m_targetUs && nowUs > m_cutUs + m_rttUs)
            {
                window *= std::max(1.0 - 0.8 * (averageUs - m_targetUs) / averageUs, 0.5);
                m_cutUs = nowUs;
            }
            break;
        default:
            break;
        }
        Bound();
        const double since = nowUs - m_roundUs;
        if (m_round > 8.0 || since > m_networkUs)
        {
            window += m_gain / window;
            if (since >= m_networkUs)
            {
                window += 0.15 * m_a;
                m_roundUs = nowUs;
            }
            m_gain = 0;
            m_round = 0;
        }
        Bound();
    }

    /** @param nowUs the time @param bytes of the packet @param inflight bytes */
    void Nack(double nowUs, double bytes, double inflight)
    {
        m_seen += bytes / m_mtuBytes;
        averageUs += 0.0125 * (m_networkUs - averageUs);
        m_trigger = true;
        if (!Quick(nowUs, true, 0, inflight))
        {
            window -= bytes / m_mtuBytes;
        }
        Bound();
    }

    double window{0};    //!< packets
    double averageUs{0}; //!< delay

  private:
    bool Quick(double nowUs, bool skip, double d, double inflight)
    {
        bool done = skip && m_seen < m_ignore;
        if (!done && (m_lookUs < 0 || nowUs > m_lookUs))
        {
            const bool asked = m_trigger || d > 4.0 * m_targetUs;
            if (m_lookUs >= 0 && asked && m_achieved < m_max / 8.0)
            {
                window = std::max(1.0, m_achieved);
                m_ignore = inflight / m_mtuBytes;
                m_seen = 0;
                m_trigger = false;
                done = true;
            }
            m_achieved = 0;
            m_lookUs = nowUs + m_rttUs + m_targetUs;
        }
        if (done)
        {
            m_gain = 0;
            m_round = 0;
        }
        return done;
    }

    void Bound()
    {
        window = std::min(std::max(window, 1.0), m_max);
    }

    double m_rttUs;
    double m_networkUs;
    double m_targetUs;
    double m_a;
    double m_max;
    double m_mtuBytes;
    double m_gain{0};
    double m_round{0};
    double m_roundUs{0};
    double m_idle{0};
    bool m_fast{false};
    double m_cutUs{-1e12};
    double m_achieved{0};
    double m_lookUs{-1};
    bool m_trigger{false};
    double m_ignore{0};
    double m_seen{0};
};

} // namespace ns3

#endif // AI_FABRIC_STEPWISE_NSCC_H
