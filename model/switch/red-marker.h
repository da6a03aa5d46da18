// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RED_MARKER_H
#define AI_FABRIC_RED_MARKER_H

#include "ecn-marker.h"

#include "ns3/data-rate.h"

#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * RED on the instantaneous queue (DCQCN, SIGCOMM'15, section 3.1):
 *     p = 0                                    q <= Kmin
 *     p = Pmax (q - Kmin) / (Kmax - Kmin)      Kmin < q <= Kmax
 *     p = 1                                    q > Kmax
 * With ReferenceRate Kmin and Kmax hold for a port of that rate and are scaled with the rate of the
 * port, so that they mean the same queueing delay everywhere; without, as in switches that are
 * sold, they hold for all ports. Defaults are those of SONiC for Tomahawk 5 at Microsoft
 * (sonic-buildimage, arista_7060x6_64pe_b: 128 KiB, 256 KiB, 5 %). Ports of a
 * rate that Profiles has a row for have its kminBytes, kmaxBytes and pmax, as they are: HPCC's
 * KMIN_MAP, KMAX_MAP and PMAX_MAP.
 */
class RedMarker final : public EcnMarker
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoShouldMark(const MarkingEvent& event) override;
    void DoValidate() const override;
    int64_t DoAssignStreams(int64_t stream) override;

    const RateProfiles* DoGetRateProfiles() const override;

    /** The curve at a port. */
    struct Curve
    {
        uint64_t kminBytes; //!< above which packets may be marked
        uint64_t kmaxBytes; //!< above which all are
        double pmax;        //!< probability there
    };

    bool ShouldMarkByProfile(const MarkingEvent& event);
    std::optional<Curve> FindCurve(uint64_t ratebps) const;
    void FindScale();
    void SetReferenceRate(DataRate rate);
    DataRate GetReferenceRate() const;
    void SetProfiles(const std::string& text);
    std::string GetProfiles() const;

    uint64_t m_kminBytes;     //!< of a port of the reference rate
    uint64_t m_kmaxBytes;     //!< of a port of the reference rate
    double m_pmax;            //!< probability at m_kmaxBytes
    double m_referencebps{0}; //!< 0: for every rate
    double m_scalebps{0};     //!< m_referencebps; negative: there are profiles
    RateProfiles m_profiles;  //!< of some rates
};

} // namespace ns3

#endif // AI_FABRIC_RED_MARKER_H
