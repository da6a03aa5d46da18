// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HPCC_H
#define AI_FABRIC_HPCC_H

#include "ack-round.h"
#include "path-load.h"
#include "rdma-congestion-control.h"

#include "ns3/nstime.h"
#include "ns3/telemetry-stack.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * HPCC: the window follows the inflight bytes of the most loaded link, which switches report.
 *
 * Sources: [1] Li et al., "HPCC: High Precision Congestion Control", SIGCOMM 2019, algorithm 1;
 * [2] the authors' simulator (rdma-hw.cc) for what the paper leaves open: U begins as 1, W never
 * exceeds its initial value.
 *
 * For every hop of an acknowledgement, against the one before (primed), with T the base RTT:
 *     tau = ts - ts',   txRate = 8 (txBytes - txBytes') / tau
 *     u   = min(q, q') / (B T / 8) + txRate / B
 * The hop with the largest u and its tau, at most T, go into the average
 *     U = (1 - tau/T) U + (tau/T) u
 * and the window is
 *     U >= eta or incStage >= MaxStage:   W = Wc / (U/eta) + Wai,   a round's end clears incStage
 *     else:                               W = Wc + Wai,             a round's end counts incStage
 * Every acknowledgement computes W from the reference Wc; the one that ends a round (AckRound) also
 * sets Wc = W. Rate R = W / T. W begins as line rate * T.
 *
 * Without FastReact only the acknowledgements that end a round move W ([1], section 5.4, compares
 * the two). Where packets of a flow take several paths, each is compared with itself (PathLoad) and
 * measured from its second acknowledgement on.
 *
 * Invariants: Wai <= W <= line rate * T (Wai capped at that), W and Wc at least 1 byte.
 */
class Hpcc final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return U, the inflight bytes of the most loaded link in units of its B T */
    double GetUtilization() const
    {
        return m_utilization;
    }

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    CongestionNeeds DoGetNeeds() const override;

    bool MeasureInflight(const TelemetryStack& stack);

    double m_targetUtilization; //!< eta, above 0, at most 1
    uint32_t m_maxStage;        //!< additive increases until a multiplicative one
    uint64_t m_increaseBytes;   //!< Wai
    bool m_fastReact;           //!< every acknowledgement moves W
    Time m_baseRtt;             //!< T; 0: that of the path
    int64_t m_baseRttPs{0};     //!< T, positive once started
    double m_maxBytes{0};       //!< line rate * T
    double m_referenceBytes{0}; //!< Wc
    double m_utilization{1};    //!< U
    uint32_t m_stage{0};        //!< incStage
    AckRound m_round;
    PathLoad m_path; //!< what the acknowledgement before told of each hop
};

} // namespace ns3

#endif // AI_FABRIC_HPCC_H
