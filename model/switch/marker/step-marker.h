// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STEP_MARKER_H
#define AI_FABRIC_STEP_MARKER_H

#include "ecn-marker.h"

#include "ns3/data-rate.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Marks every packet at a queue longer than a threshold (DCTCP, SIGCOMM'10, section 3.1):
 *     mark   <=>   q > K
 * K holds for a port of ReferenceRate and is scaled with the rate of the port, so that it means the
 * same queueing delay everywhere; ReferenceRate 0bps switches scaling off. If Profiles has a row
 * for the rate of a port, the port uses thresholdBytes of the row without scaling. The default is
 * the DCTCP value of HPCC's simulator (run.py), 30 kB per 10 Gb/s.
 */
class StepMarker final : public EcnMarker
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoShouldMark(const MarkingEvent& event) override;
    const RateProfiles* DoGetRateProfiles() const override;

    void SetReferenceRate(DataRate rate);
    DataRate GetReferenceRate() const;
    void SetProfiles(const std::string& text);
    std::string GetProfiles() const;

    uint64_t m_thresholdBytes; //!< K
    double m_referencebps{0};  //!< reference rate in bit/s; 0: no scaling
    RateProfiles m_profiles;   //!< values for ports of certain rates
};

} // namespace ns3

#endif // AI_FABRIC_STEP_MARKER_H
