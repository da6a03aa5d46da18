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
 * With ReferenceRate, Kmin and Kmax hold for a port of that rate and are scaled with the rate of
 * the port, so that they mean the same queueing delay everywhere. Without it, as in commercial
 * switches, they hold for all ports. Defaults are those of SONiC for Tomahawk 5 at Microsoft
 * (sonic-buildimage, arista_7060x6_64pe_b: 128 KiB, 256 KiB, 5 %). If Profiles has a row for the
 * rate of a port, the port uses kminBytes, kmaxBytes and pmax of the row without scaling: HPCC's
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

    /** The marking curve of a port. */
    struct Curve
    {
        uint64_t kminBytes; //!< queue above which packets may be marked
        uint64_t kmaxBytes; //!< queue above which all packets are marked
        double pmax;        //!< marking probability at kmaxBytes
    };

    bool ShouldMarkByProfile(const MarkingEvent& event);
    std::optional<Curve> FindCurve(uint64_t ratebps) const;
    void FindScale();
    void SetReferenceRate(DataRate rate);
    DataRate GetReferenceRate() const;
    void SetProfiles(const std::string& text);
    std::string GetProfiles() const;

    uint64_t m_kminBytes;     //!< Kmin of a port of the reference rate
    uint64_t m_kmaxBytes;     //!< Kmax of a port of the reference rate
    double m_pmax;            //!< marking probability at m_kmaxBytes
    double m_referencebps{0}; //!< reference rate in bit/s; 0: no scaling
    double m_scalebps{0};     //!< m_referencebps; negative: profiles exist
    RateProfiles m_profiles;  //!< values for ports of certain rates
};

} // namespace ns3

#endif // AI_FABRIC_RED_MARKER_H
