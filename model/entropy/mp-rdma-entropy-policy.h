// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MP_RDMA_ENTROPY_POLICY_H
#define AI_FABRIC_MP_RDMA_ENTROPY_POLICY_H

#include "entropy-policy.h"

#include "ns3/lazy-deque.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * The paths of MP-RDMA (Lu et al., NSDI 2018, section 3.2): an acknowledgement clocks packets onto
 * the path that it tells of, a UDP source port, so that each path gets as much as it carries.
 *
 *     an acknowledgement that leaves room for n packets   min(n, 2) packets take its port
 *     one that leaves none (marked, or late)              its port is forgotten
 *     what more the window has room for                   the port of the last acknowledgement
 *     before the first one                                a port at random for each packet
 *     a probe, with ProbeProbability in each round trip   a port at random
 *
 * With n = (window - outstanding) / full packet, less the packets that have a port and were not
 * sent. The window is the congestion control's: that of MpRdma takes a packet off for what is late,
 * which ends the clocking of that path. The paper holds back what is beyond two packets for an
 * acknowledgement until a timer; here it may go at once.
 *
 * Invariant: no more packets have a port than the window has room for when they get it.
 */
class MpRdmaEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return packets that have a port and were not sent */
    std::size_t GetClocked() const
    {
        return m_clocked.size();
    }

  private:
    void DoStart() override;
    uint16_t DoChoosePort(int64_t nowPs) override;
    void DoNotifyAck(const EntropyAck& ack) override;
    uint16_t DrawPort();

    LazyDeque<uint16_t> m_clocked; //!< ports of the next packets
    uint16_t m_last{0};            //!< of the last acknowledgement
    bool m_heard{false};           //!< there was one
    int64_t m_nextProbePs{0};      //!< when a probe may go again
    uint32_t m_entropies;
    double m_probeProbability;
};

} // namespace ns3

#endif // AI_FABRIC_MP_RDMA_ENTROPY_POLICY_H
