// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HPCC_PINT_H
#define AI_FABRIC_HPCC_PINT_H

#include "hpcc-window.h"

#include "ns3/telemetry-digest.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * HPCC with PINT: switches compute U themselves. A packet returns one byte of U, the code of the
 * most loaded link (TelemetryDigest), instead of a stack.
 *
 * Sources: [1] Ben Basat et al., "PINT: Probabilistic In-band Network Telemetry", SIGCOMM 2020; [2]
 * the authors' simulator (rdma-hw.cc, CC_MODE 10): the first acknowledgement does not change the
 * window, and a share SampledShare of the others is evaluated, each by its own draw.
 *
 * An evaluated acknowledgement changes the window, see HpccWindow, by its U, without averaging,
 * because ports average (DigestWriter). Only an evaluated acknowledgement may end a round. Paths of
 * other packets of the flow do not matter, because digests are not compared with each other.
 *
 * Senders and switches use one T and one code: the switches get BaseRtt and CodeBase when the
 * network is built. With BaseRtt 0 a sender uses the round trip of its path, and switches the
 * longest round trip of the network.
 */
class HpccPint final : public HpccWindow
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    HpccPint();

    /** @return U of the last evaluated acknowledgement; 0: none */
    double GetUtilization() const
    {
        return m_utilization;
    }

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    int64_t DoAssignStreams(int64_t stream) override;
    CongestionNeeds DoGetNeeds() const override;

    bool IsSampled();

    double m_codeBase;        //!< base of m_code
    double m_sampledShare;    //!< share of evaluated acknowledgements, above 0, at most 1
    DigestCode m_code;        //!< valid after the start
    double m_utilization{0};  //!< U
    uint64_t m_ackedBytes{0}; //!< payload acknowledged since the last evaluation
    uint64_t m_seed{0};       //!< seed of the draws
    uint64_t m_draws{0};      //!< number of draws so far
};

} // namespace ns3

#endif // AI_FABRIC_HPCC_PINT_H
