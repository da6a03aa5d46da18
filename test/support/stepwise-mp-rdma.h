// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STEPWISE_MP_RDMA_H
#define AI_FABRIC_STEPWISE_MP_RDMA_H

#include <algorithm>
#include <cstdint>
#include <set>

namespace ns3
{

/**
 * MP-RDMA's window written down once more, as an oracle: in packets, one acknowledgement for each,
 * as the text of NSDI 2018 goes.
 */
class StepwiseMpRdma
{
  public:
    /** @param first window @param most of it @param delta out-of-order bound, all in packets */
    StepwiseMpRdma(double first, double most, uint64_t delta)
        : window(std::clamp(first, 1.0, std::max(1.0, most))),
          m_most(std::max(1.0, most)),
          m_delta(delta)
    {
    }

    /** @param psn that is sent */
    void Send(uint64_t psn)
    {
        if (!m_sent.insert(psn).second)
        {
            m_again.insert(psn);
        }
    }

    /** @param psn that has come @param mark whether it was marked */
    void Ack(uint64_t psn, bool mark)
    {
        double change = mark ? -0.5 : 1.0 / window;
        const bool wasRepeated = m_again.erase(psn) == 1;
        if (psn > m_ooh)
        {
            m_ooh = psn;
        }
        const auto ool = static_cast<int64_t>(m_ooh) - static_cast<int64_t>(m_delta);
        late = !wasRepeated && static_cast<int64_t>(psn) < ool;
        change -= late ? 1.0 : 0.0;
        window = std::clamp(window + change, 1.0, m_most);
    }

    double window;    //!< packets
    bool late{false}; //!< the last one came below snd_ool

  private:
    double m_most;
    uint64_t m_delta;
    uint64_t m_ooh{0}; //!< snd_ooh
    std::set<uint64_t> m_sent;
    std::set<uint64_t> m_again;
};

} // namespace ns3

#endif // AI_FABRIC_STEPWISE_MP_RDMA_H
