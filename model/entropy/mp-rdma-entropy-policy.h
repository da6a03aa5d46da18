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
 * its own path, a UDP source port, so that each path gets as much as it carries.
 *
 *     an acknowledgement that leaves room for n packets   min(n, 2) packets take its port
 *     one without room (marked, or late)                  its port is forgotten
 *     further packets for which the window has room       the port of the last acknowledgement
 *     packets before the first acknowledgement            a port at random for each packet
 *     a probe, with ProbeProbability in each round trip   a port at random
 *
 * where n = (window - outstanding) / full packet, minus the unsent packets that have a port. The
 * window is that of the congestion control: MpRdma subtracts a packet for late acknowledgements,
 * which ends the clocking of that path. The paper holds back packets beyond two per acknowledgement
 * until a timer; here they may be sent at once.
 *
 * Invariant: packets get a port only while the window has room for all packets with a port.
 */
class MpRdmaEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return number of unsent packets with a port */
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
    uint16_t m_last{0};            //!< port of the last acknowledgement
    bool m_heard{false};           //!< an acknowledgement has come
    int64_t m_nextProbePs{0};      //!< earliest time of the next probe
    uint32_t m_entropies;
    double m_probeProbability;
};

} // namespace ns3

#endif // AI_FABRIC_MP_RDMA_ENTROPY_POLICY_H
