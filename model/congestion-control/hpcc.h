// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HPCC_H
#define AI_FABRIC_HPCC_H

#include "hpcc-window.h"
#include "path-load.h"

#include "ns3/telemetry-stack.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * HPCC: the window follows the inflight bytes of the most loaded link, which switches report.
 *
 * Sources: [1] Li et al., "HPCC: High Precision Congestion Control", SIGCOMM 2019, algorithm 1; [2]
 * the authors' simulator (rdma-hw.cc) for details that the paper leaves open: U begins at 1.
 *
 * For every hop of an acknowledgement, compared with the previous acknowledgement (primed), with T
 * the base RTT:
 *     tau = ts - ts',   txRate = 8 (txBytes - txBytes') / tau
 *     u   = min(q, q') / (B T / 8) + txRate / B
 * The hop with the largest u and its tau, at most T, update the average
 *     U = (1 - tau/T) U + (tau/T) u
 * which changes the window, see HpccWindow. If packets of a flow take several paths, each path is
 * compared with itself (PathLoad) and measured from its second acknowledgement on.
 */
class Hpcc final : public HpccWindow
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

    double m_utilization{1}; //!< U
    PathLoad m_path;         //!< each hop in the previous acknowledgement
};

} // namespace ns3

#endif // AI_FABRIC_HPCC_H
