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
 * HPCC with PINT: switches compute U themselves, and a packet brings back a byte of it, the code of
 * the most loaded link (TelemetryDigest), instead of a stack.
 *
 * Sources: [1] Ben Basat et al., "PINT: Probabilistic In-band Network Telemetry", SIGCOMM 2020;
 * [2] the authors' simulator (rdma-hw.cc, CC_MODE 10): the first acknowledgement moves nothing, and
 * of the others a share of SampledShare is looked at, each by its own draw.
 *
 * An acknowledgement that is looked at moves the window, see HpccWindow, by the U that it brings;
 * it averages nothing, as ports do (DigestWriter). One that is not may end no round: the next that
 * is does. What other packets of the flow met on other paths is no matter, since a digest is
 * compared with none.
 *
 * Senders and switches have one T and one code: BaseRtt and CodeBase are told to the switches when
 * the network is built. With BaseRtt 0 senders have that of their path, and switches the longest of
 * the network.
 */
class HpccPint final : public HpccWindow
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    HpccPint();

    /** @return U of the last acknowledgement that was looked at; 0: none was */
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

    double m_codeBase;        //!< of m_code
    double m_sampledShare;    //!< of acknowledgements, above 0, at most 1
    DigestCode m_code;        //!< once started
    double m_utilization{0};  //!< U
    uint64_t m_ackedBytes{0}; //!< payload acknowledged since the last that was looked at
    uint64_t m_seed{0};       //!< of the draws
    uint64_t m_draws{0};      //!< so far
};

} // namespace ns3

#endif // AI_FABRIC_HPCC_PINT_H
